import type { Report } from '../../diagnostics/index.ts';
import type { FlowDraft } from '../types.ts';

/** A rule that looks at the flow as a whole. */
export interface FlowRule {
  /** True when it draws conclusions from what is not there, so it is silent when a part could not be read. */
  needsAll: boolean;
  check: (draft: FlowDraft, report: Report) => void;
}
