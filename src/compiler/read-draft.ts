import type { Report } from '../diagnostics/index.ts';
import { checkDocument } from './check.ts';
import { parseDocument } from './document.ts';
import { draftOf, type FlowDraft } from './draft.ts';
import { flowRule } from './flow-schema.ts';
import { noOtherFlows, type FlowFile, type OtherFlows } from './other-flows.ts';

/** What a flow is compiled with. */
export interface Surroundings {
  /** The flows that it can run. Default: none. */
  others?: OtherFlows;
}

/** What can be read of a flow's text; mistakes of form go to `report`. */
export function readDraft(
  { text, read }: Pick<FlowFile, 'text' | 'read'>,
  report: Report,
  { others = noOtherFlows }: Surroundings = {},
): FlowDraft | undefined {
  const document = parseDocument(text, report);
  return document && draftOf(checkDocument(document, flowRule, report), { document, others, read });
}
