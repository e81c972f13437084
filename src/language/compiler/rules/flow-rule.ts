import type { Report } from '../../diagnostics/index.ts';
import type { FlowDraft } from '../types.ts';

/** A check of the flow as a whole. */
export interface FlowRule {
  /** True when the rule draws conclusions from missing parts; it is skipped when a part could not be read. */
  needsAll: boolean;
  check: (draft: FlowDraft, report: Report) => void;
}
