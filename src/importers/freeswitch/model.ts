/** Menus of FreeSWITCH as they stand in a file, with defaults filled in. */
import type { NodeId, Place } from '../project/index.ts';
import type { App } from './apps.ts';
import type { Sound } from './sounds.ts';

export interface Menu {
  id: NodeId;
  name: string;
  place: Place;
  comment?: string;
  /** What people call the menu, if that is not its name. */
  title?: string;
  /** Played at the first round, and again after a sub-menu. */
  greetLong?: Sound;
  /** Played at further rounds. */
  greetShort?: Sound;
  invalidSound?: Sound;
  exitSound?: Sound;
  transferSound?: Sound;
  /** ms until the first key, and between keys. */
  timeout: number;
  interDigitTimeout: number;
  /** Maximum number of keys of an entry; 0: the menu does not listen. */
  digitLength: number;
  maxFailures: number;
  maxTimeouts: number;
  onMaxFailures?: App;
  onMaxTimeouts?: App;
  /** Confirmation of what was pressed. Without a key nothing is ever confirmed. */
  confirm?: { macro: Sound; key?: string; attempts: number };
  pin?: { digits: string; prompt: Sound; invalid: Sound };
  entries: readonly Entry[];
}

/** What happens when keys fit. All entries that fit are run, in the order of the file. */
export interface Entry {
  id: NodeId;
  place: Place;
  comment?: string;
  digits: string;
  /** Present if `digits` is a pattern. */
  pattern?: Pattern;
  /** True if a flow cannot have the pattern, or cannot take out of the digits what `$0` or `$1` stands for. */
  isForeign: boolean;
  does: Does;
}

export interface Pattern {
  /** Without slashes. */
  source: string;
  test: RegExp;
  /** True if the import cannot tell what the pattern fits; `test` fits nothing then. */
  isUnreadable?: true;
}

export type Does =
  /** Leaves all menus. */
  | { kind: 'exit' }
  /** Returns to the menu that led here. */
  | { kind: 'back' }
  /** Returns to the first menu. */
  | { kind: 'top' }
  | { kind: 'sub'; menu: string }
  | { kind: 'play'; sound: Sound }
  | { kind: 'app'; app: App };

/** Everything that the files hold. */
export interface Menus {
  /** By name; of two with one name the first. */
  byName: ReadonlyMap<string, Menu>;
}
