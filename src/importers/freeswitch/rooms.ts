/** What the parts that write a menu share: where its ways lead, and what its flow offers them. */
import type { Step } from '../../../schemas/types/flow.ts';
import type { addStep, Draft } from '../project/index.ts';
import type { Menu, Menus } from './model.ts';
import type { Outside } from './outside.ts';
import type { Plan } from './plan.ts';
import type { Sound } from './sounds.ts';

/** Where the ways out of a menu lead. */
export interface Ways {
  /** It gives up, or `menu-back`. */
  back: string;
  /** `menu-exit`. */
  exit: string;
  /** `menu-top`. */
  top: string;
  /** A wrong pin. */
  denied: string;
}

/** A menu with the names of its steps and variables. */
export interface Room {
  menu: Menu;
  isRoot: boolean;
  ways: Ways;
  /** Step at which callers enter. */
  enter: string;
  first: string;
  again: string;
  /** Variables that count; absent where the first mistake is the last. */
  failures?: string;
  timeouts?: string;
  digits: string;
}

/** The flow that is being made. */
export interface Maker {
  readonly menus: Menus;
  readonly plan: Plan;
  readonly outside: Outside;
  /** Returns a name for a step; the same key gives the same name. */
  nameStep: (key: string, wish: string) => string;
  add: (name: string, step: Step, origin: Omit<Parameters<typeof addStep>[2], 'step'>) => void;
  declare: (name: string, variable: NonNullable<Draft['flow']['vars']>[string]) => void;
  /** Returns the steps of a menu, which are made later. */
  open: (menu: Menu, ways: Ways) => Room;
  /** Adds a step that plays a sound, and returns its name; nothing to play leads on at once. */
  say: (name: string, sound: Sound | undefined, next: string) => string;
}

export interface Targets {
  /** Counts a failure without a sound. */
  wrong: string;
  silent: string;
  invalid: string;
}

/** What a question has to know of what follows the keys. */
export interface Chains {
  listChoices: () => Choice[];
  toPattern: () => string | undefined;
  toOpenPattern: () => string | undefined;
  isComplete: () => boolean;
  keep: () => string;
  dialled: (invalid: string) => string;
  confirm: () => string;
}

export type Choice = NonNullable<Step['menu']>['choices'][number];

/** Keys of a telephone but `#`. */
export const DIGITS_AND_STAR = '1 2 3 4 5 6 7 8 9 0 *'.split(' ');
