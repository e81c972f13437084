/** Keeps an imported flow as a draft. */
import { unwrap } from '../../api/client.ts';
import { putDraft } from '../../api/generated/index.ts';
import type { ImportResult } from '../../worker/protocol.ts';

type Flow = ImportResult['flows'][number];

/** Creates the draft of a flow, with the flows that only others run beside it. Throws an `ApiProblem`, also if there is a draft. */
export async function keepDraft(project: string, flow: Flow, all: readonly Flow[]): Promise<void> {
  const others = all.filter((one) => one !== flow && one.paths === undefined);
  const files = Object.fromEntries([
    ...[flow, ...others].map(({ name, text }) => [`${flow.name}/${toFileName(name, flow)}`, text] as const),
    ...(flow.scenarios === undefined
      ? []
      : [[`${flow.name}/flow.scenario.yaml`, retarget(flow.scenarios, flow)] as const]),
  ]);
  const path = { project, flow: flow.name };
  await unwrap(putDraft({ path, headers: { 'if-none-match': '*' }, body: { files } }));
}

/** The flow of a draft is in `flow.yaml`. */
function toFileName(name: string, flow: Flow): string {
  return name === flow.name ? 'flow.yaml' : `${name}.flow.yaml`;
}

function retarget(scenarios: string, { name }: Flow): string {
  return scenarios.replace(`flow: ${name}.flow.yaml\n`, '');
}
