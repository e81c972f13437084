/** What became of each node of a source. */
import type { Span } from '../../language/diagnostics/index.ts';
import type { Reason } from './reasons.ts';

/** Identifies a node within an import: its file and its own name, so that it is the same in every run. */
export type NodeId = string;

/**
 * exact: the same on every compared path. near: the same but for what the reason says. stub: no counterpart, the step
 * is to be written by a person. dropped: no caller notices.
 */
export type Grade = 'exact' | 'near' | 'stub' | 'dropped';

export interface NodeResult {
  id: NodeId;
  /** Name that the author of the source knows. */
  name: string;
  /** Construct in the words of the source, as in the mapping: `gather-input-on-call`. */
  type: string;
  file: string;
  span: Span;
  grade: Grade;
  /** Present for all grades but exact. */
  reason?: Reason;
  /** The step that it became, in the result. Filled in by the importer. */
  step?: string;
}

/** Something that is not the same in the result. */
export interface Loss {
  reason: Reason;
  node: NodeId;
  file: string;
  span: Span;
  /** What exactly, as written in the source: the name of a property, a number, an expression. */
  detail?: string;
}
