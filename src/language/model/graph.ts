/**
 * The control graph of a flow: which step can follow which, and by what outcome. Built once by the compiler; read by
 * the whole-flow rules, by `ringflow graph` and by `prove`.
 */
import type { Span } from '../diagnostics/index.ts';

/** What a step waits for before it can end. `party`: another party, or whatever else comes from outside. */
export type Waits = 'caller' | 'party' | 'playback' | 'nothing';

/** Where an edge leads when it leads to no step. */
export const HANGUP = 'hangup';
/** Where an edge leads that ends a flow which another one runs. */
export const RETURN = 'return';
/** The target that asks the caller again. */
export const REPEAT = 'repeat';
/** The target that asks again what the caller was asked before. */
export const BACK = 'back';

/** One way out of a step. */
export interface Edge {
  outcome: string;
  /** What it means, where its name does not tell: the condition of a case. */
  meaning?: string;
  /** A step, `hangup`, `return` or `back`. `repeat` is an edge to the step itself. */
  to: string;
  /** Who chose it: the verb's body, the step's `on:`, the order of steps (or `next:`), or the flow's `on.error`. */
  kind: 'goto' | 'on' | 'next' | 'error';
  /** The outcome says that the step could not do its work: no way that an author plans with. */
  failure: boolean;
  /** Where the target is written; absent when nobody wrote it. */
  span?: Span;
}

/** A step as the graph sees it. */
export interface GraphStep {
  name: string;
  verb: string;
  waits: Waits;
  /** The other flow that it runs or goes to. */
  flow?: string;
  /** The language in which the call goes on from it; absent: as before. */
  language?: string;
  /** Path of the imported file in which it stands, from the flow's folder; absent: the flow's own. */
  file?: string;
  /** Where its name is written. */
  span: Span;
  /** In the order of the verb's outcomes. */
  edges: Edge[];
}

/** What a caller can press or say at every step that waits for the caller. */
export interface AlwaysEdge {
  /** The key; of phrases the first one, in quotes. */
  key: string;
  /** A step, `hangup`, `repeat` or `back`. */
  to: string;
  span: Span;
}

/** A flow's steps and the edges between them. */
export interface Graph {
  /** The step with which a call begins. */
  entry: string;
  /** In the order of the file. */
  steps: GraphStep[];
  /** `on.error` of the flow. */
  errorStep?: string;
  /** `on.end` of the flow. */
  endStep?: string;
  always: AlwaysEdge[];
}

/** Targets that are words of the language, not steps. */
export const targetWords: readonly string[] = [HANGUP, RETURN, REPEAT, BACK];

/** True for a target that is a word of the language. */
export function isTargetWord(target: string): boolean {
  return targetWords.includes(target);
}
