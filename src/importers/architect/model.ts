/** A flow of Architect as it was read: its menus, tasks and actions as nodes that lead to one another. */
import type { Span } from '../../language/diagnostics/index.ts';
import type { Expression } from './expressions/syntax.ts';
import type { Reason } from '../project/index.ts';
import type { Fields } from '../reading/index.ts';

/** Where a way leads: the id of a node, or `END` for the end of the task. */
export type Target = string;
export const END: Target = '';

export interface ArchitectFlow {
  file: string;
  kind: 'inboundCall' | 'outboundCall' | 'secureCall';
  name: string;
  description: string;
  span: Span;
  fields: readonly Fields[];
  /** Node at which the flow begins; undefined if the file names none. */
  start: Target | undefined;
  /** BCP 47, the default first; also those that only actions name. */
  languages: readonly string[];
  variables: readonly Variable[];
  menus: readonly Menu[];
  tasks: ReadonlyMap<string, Task>;
  /** All nodes by their id, in the order of the file. */
  nodes: ReadonlyMap<string, Node>;
  errors: ErrorHandling;
  /** Properties of the flow that were not read, and remarks on it. */
  remarks: Remark[];
}

/** Something to tell about a node beyond its grade. */
export interface Remark {
  reason: Reason;
  detail?: string;
}

export interface ErrorHandling {
  audio: Audio | undefined;
  /** Absent: the call is disconnected. */
  target?: Target;
  queue?: Expression;
}

export interface Variable {
  /** As expressions name it: `Flow.customer`. */
  name: string;
  /** Task that it belongs to. */
  task?: string;
  type: 'string' | 'int' | 'double' | 'bool' | 'list';
  initial: Expression;
  isSecure: boolean;
  /** True for a queue, a user or the like: it is kept by its name, and its parts are its name, too. */
  isNamed?: boolean;
}

export interface Task {
  id: string;
  name: string;
  first: Target;
  variables: readonly Variable[];
  /** Menu whose choice it is. */
  menu?: string;
}

/** What is said, by language; `''` for all others. */
export type Audio = ReadonlyMap<string, Expression>;

export interface Node {
  id: string;
  /** Name that the author gave it. */
  name: string;
  /** Construct, as in the file. */
  type: string;
  span: Span;
  does: Does;
  /** Outcome → where it leads. */
  exits: ReadonlyMap<string, Target>;
  task?: string;
  /** Objects of the file that make up the node. */
  fields: readonly Fields[];
  remarks: Remark[];
  /** True for parts of a loop, which are no nodes of the file. */
  isPart?: true;
}

export interface Menu {
  id: string;
  name: string;
  audio: Audio;
  choices: readonly Choice[];
  repeats: number;
  /** ms */
  timeout: number;
  hasExtensions: boolean;
  /** Choice that is taken when the caller gives up. */
  fallback?: string;
  parent?: string;
}

export interface Choice {
  /** Its node. */
  id: string;
  key?: string;
  isGlobalKey: boolean;
  /** Language → what can be said. */
  terms: ReadonlyMap<string, readonly string[]>;
  isGlobalTerm: boolean;
}

export interface Case {
  when: Expression;
  exit: string;
}

export interface Statement {
  variable: string;
  value: Expression;
}

export type Party = 'number' | 'queue' | 'user' | 'group';

export type Does =
  | { kind: 'menu'; menu: Menu }
  | { kind: 'play'; audio: Audio }
  | { kind: 'collect'; collect: Collect }
  | { kind: 'decide'; cases: readonly Case[] }
  | { kind: 'assign'; statements: readonly Statement[] }
  /** Sets the counter of a loop to 0. */
  | { kind: 'loop'; counter: string }
  | { kind: 'loop_check'; counter: string; count: Expression }
  | { kind: 'loop_count'; counter: string }
  | { kind: 'call_task'; task: string | undefined }
  | { kind: 'end_task'; path: string }
  /** Goes on at another menu or task. */
  | { kind: 'jump' }
  | { kind: 'previous_menu' }
  | { kind: 'repeat_menu' }
  | { kind: 'language'; language: string | undefined }
  | { kind: 'wait'; delay: number }
  | { kind: 'disconnect' }
  | { kind: 'request'; request: Request }
  | { kind: 'lookup'; lookup: Lookup }
  | { kind: 'schedule'; schedule: string; isGroup: boolean }
  | { kind: 'transfer'; transfer: Transfer }
  | { kind: 'leave'; flow: string | undefined; pre: Audio }
  | { kind: 'outcome'; outcome: string }
  | { kind: 'write_data'; values: readonly Statement[] }
  | { kind: 'read_data'; values: readonly { name: Expression; variable: string }[] }
  /** Says whether conversations are recorded from here on. */
  | { kind: 'record'; does: boolean }
  /** No caller notices. */
  | { kind: 'nothing' }
  | { kind: 'unsupported' };

export interface Collect {
  audio: Audio;
  into: string | undefined;
  min: number;
  max: number;
  terminator: '' | '#' | '*';
  /** ms */
  timeout: number;
  interDigit: number;
  isConfirmed: boolean;
}

export interface Request {
  name: string;
  inputs: readonly { name: string; value: Expression }[];
  outputs: readonly { name: string; variable: string }[];
  /** ms */
  timeout: number | undefined;
}

export interface Lookup {
  table: string;
  key: Expression;
  columns: readonly { name: string; variable: string }[];
}

export interface Transfer {
  party: Party;
  to: Expression;
  pre: Audio;
  failure: Audio;
  /** ms, if the file says so */
  timeout?: number;
}
