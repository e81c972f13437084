/** State of a call that is in menus, as plain data. */
import type { Start } from '../../verification/compare/index.ts';

export type Status = 'success' | 'false' | 'break';

/** A menu that is being run. */
export interface Frame {
  menu: string;
  /** Menu at which its stack began: a menu that an application runs has a stack of its own. */
  root: string;
  /** Number of menus of the stack, this one included. */
  depth: number;
  mode: 'enter' | 'pin' | 'loop' | 'listen' | 'confirm' | 'act' | 'sub' | 'leave';
  rounds: number;
  failures: number;
  timeouts: number;
  isRunning: boolean;
  status: Status;
  digits: string;
  /** Index of the entry that is tried next. */
  at: number;
  isMatched: boolean;
  tries: number;
}

export interface State {
  start: Start;
  frames: readonly Frame[];
  /** True once `menu-top` was chosen, until the first menu has seen it. */
  isFalling: boolean;
  waiting?: { for: 'party'; left: readonly string[]; isFinal: boolean; canFail: boolean } | { for: 'time' };
  isOver: boolean;
}

/** Creates a menu that has just been entered. */
export function createFrame({ menu, root, depth }: Pick<Frame, 'menu' | 'root' | 'depth'>): Frame {
  return {
    menu,
    root,
    depth,
    mode: 'enter',
    rounds: 0,
    failures: 0,
    timeouts: 0,
    isRunning: true,
    status: 'success',
    digits: '',
    at: 0,
    isMatched: false,
    tries: 0,
  };
}
