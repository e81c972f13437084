/**
 * The control graph of a flow: its steps and the edges between them by outcome. The compiler builds it once; the
 * whole-flow rules, `ringflow graph` and `prove` read it.
 */
import type { Span } from '../diagnostics/index.ts';

/** The cause that a step waits for before it can end. `party`: another party, or any other event from outside. */
export type WaitCause = 'caller' | 'party' | 'playback' | 'nothing';

/** The target that ends the call. */
export const HANGUP = 'hangup';
/** The target that returns to the calling flow. */
export const RETURN = 'return';
/** The target that asks the caller again. */
export const REPEAT = 'repeat';
/** The target that returns to the caller's previous question. */
export const BACK = 'back';

/** One way out of a step. */
export interface Edge {
  outcome: string;
  /** An explanation where the name gives none: the condition of a case. */
  meaning?: string;
  /** The language of the call from here on; absent: unchanged. */
  language?: string;
  /** A step, `hangup`, `return` or `back`. `repeat` is an edge to the step itself. */
  to: string;
  /** The origin of the edge: the verb's body, the step's `on:`, the order of steps (or `next:`), or the flow's `on.error`. */
  kind: 'goto' | 'on' | 'next' | 'error';
  /** True when the outcome means that the step could not do its work. */
  failure: boolean;
  /** The place of the target in the source; absent for a default. */
  span?: Span;
}

/** A step as the graph sees it. */
export interface GraphStep {
  name: string;
  verb: string;
  waits: WaitCause;
  /** The other flow that it runs or goes to. */
  flow?: string;
  /** The language of the call after the step; absent: unchanged. */
  language?: string;
  /** Path of the imported file that contains the step, relative to the flow's folder; absent: the flow's own file. */
  file?: string;
  /** The place of its name. */
  span: Span;
  /** In the order of the verb's outcomes. */
  edges: Edge[];
}

/** A key or phrase that counts at every step that waits for the caller. */
export interface AlwaysEdge {
  /** The key, or the first phrase in quotes. */
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

/** Targets that are words of the language rather than steps. */
export const targetWords: readonly string[] = [HANGUP, RETURN, REPEAT, BACK];

/** True for a target that is a word of the language. */
export function isTargetWord(target: string): boolean {
  return targetWords.includes(target);
}

/** Identifies an edge within its step as the flow writes it: outcomes that share a key of `on` share the edge. */
export function identifyWrittenEdge({ kind, outcome, span }: Edge): string {
  return kind === 'on' && span !== undefined ? String(span.start.offset) : outcome;
}
