/** Creates drafts of new flows. */
import {
  FLOW_NAME_RULE,
  isFlowName,
  suggestFlowName,
  type TemplateName,
} from '../../../authoring/templates/index.ts';
import { unwrap } from '../../api/client.ts';
import { listFlowVersions, putDraft } from '../../api/generated/index.ts';
import { asProblem } from '../../api/problem.ts';
import type { FlowRef } from '../../data/deployments.ts';
import { toMistake } from '../../ui/form/mistakes.ts';
import { createFiles } from './new-files.ts';

/** Creates the draft of a flow from a template, or from '' with one step. Throws an `ApiProblem`, with the mistakes of the name. */
export async function createFlow({ project, flow }: FlowRef, template: TemplateName | ''): Promise<void> {
  checkName(flow);
  const files = createFiles(template, flow);
  const { items } = await unwrap(listFlowVersions({ path: { project }, query: { flow, limit: 1 } }));
  if (items.length > 0) throw toMistake('name', `there is already a flow "${flow}"`);
  await createDraft({ project, flow }, files);
}

/** Creates a draft of files. Throws an `ApiProblem`, with the mistakes of the name. */
export async function createDraft(
  { project, flow }: FlowRef,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  checkName(flow);
  try {
    await unwrap(
      putDraft({ path: { project, flow }, headers: { 'if-none-match': '*' }, body: { files: { ...files } } }),
    );
  } catch (error) {
    if (asProblem(error).code !== 'precondition_failed') throw error;
    throw toMistake('name', `there is already a draft of a flow "${flow}"`);
  }
}

function checkName(name: string): void {
  if (isFlowName(name)) return;
  const suggested = suggestFlowName(name);
  const example = suggested === undefined ? '' : `, such as ${suggested}`;
  throw toMistake('name', `"${name}" is no name of a flow: use ${FLOW_NAME_RULE}${example}`);
}
