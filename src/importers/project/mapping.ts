/** Mapping of a system's constructs, as data: the translation takes grades and reasons from it, the documentation all of it. */
import type { Grade } from './nodes.ts';
import type { Reason } from './reasons.ts';

export interface MappingRow {
  /** Words of the system for the construct; the first one identifies it. */
  theirs: readonly string[];
  /** What distinguishes it, in Markdown. */
  detail?: string;
  /** The counterpart, in Markdown; absent if there is none. */
  ours?: string;
  grade: Grade;
  /** Present for all grades but exact. */
  reason?: Reason;
  /** What differs, in one sentence; absent where the reason says it. */
  note?: string;
}
