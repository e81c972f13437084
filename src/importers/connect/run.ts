/** A call at one block, while the interpreter runs it. */
import type { Awaits, Effect, Move } from '../../verification/compare/index.ts';
import { Fields } from '../reading/index.ts';
import type { CallState, Frame } from './call-state.ts';
import { evaluateText } from './evaluate.ts';
import type { InterpretedFlow } from './interpreted-flow.ts';
import type { Action } from './read-flow.ts';

/** A call at a block. */
export interface Run {
  state: CallState;
  frame: Frame;
  current: InterpretedFlow;
}

export type Entered = { state: CallState; effects: readonly Effect[] } & (
  | { kind: 'goes'; to: string | undefined }
  | { kind: 'waits' }
  /** The call ends, or the comparison does. */
  | { kind: 'stops' }
  /** A module ends. */
  | { kind: 'returns' }
  /** Another flow begins, for good or as a module. */
  | { kind: 'enters'; flow: number; isForGood: boolean }
);

export interface Received {
  state: CallState;
  effects: readonly Effect[];
  to: string | undefined;
}

export interface Handler {
  enter: (run: Run, action: Action) => Entered;
  awaits?: (run: Run, action: Action) => Awaits;
  /** Returns undefined for a move that the block does not wait for. */
  receive?: (run: Run, action: Action, move: Move) => Received | undefined;
}

export function go(state: CallState, to: string | undefined, effects: readonly Effect[] = []): Entered {
  return { kind: 'goes', state, to, effects };
}

export function evaluate({ state, frame, current }: Run, action: Action, text: string): string {
  const findPlaceholder = (name: string) => current.targets.findPlaceholder(name, action.span).value;
  return evaluateText(text, { state, frame, outside: { findPlaceholder } });
}

/** Returns a block's parameter with the values of its references. */
export function readParameter(run: Run, action: Action, name: string): string | undefined {
  const text = new Fields(action.parameters).text(name);
  return text === undefined ? undefined : evaluate(run, action, text);
}

/** Returns where the first of these failures leads that has a way. */
export function findFailure(action: Action, ...types: string[]): string | undefined {
  for (const type of [...types, 'NoMatchingError']) {
    const target = action.errors.get(type);
    if (target !== undefined) return target;
  }
  return undefined;
}

/** Changes the innermost flow's own state. */
export function withFrame(state: CallState, change: Partial<Frame>): CallState {
  const frame = state.frames.at(-1);
  return frame === undefined
    ? state
    : { ...state, frames: [...state.frames.slice(0, -1), { ...frame, ...change }] };
}
