/** Keeps an imported flow as a draft. */
import type { FlowRef } from '../../data/deployments.ts';
import type { ImportResult } from '../../worker/protocol.ts';
import { createDraft } from '../new-flow/create-flow.ts';

type Flow = ImportResult['flows'][number];

/** Creates the draft of a flow under a name, with the flows that only others run beside it. Throws an `ApiProblem`, with the mistakes of the name. */
export async function keepDraft(as: FlowRef, flow: Flow, all: readonly Flow[]): Promise<void> {
  const others = all.filter((one) => one !== flow && one.paths === undefined);
  const files = Object.fromEntries([
    [`${as.flow}/flow.yaml`, flow.text.replace(/^name: .*$/m, `name: ${as.flow}`)] as const,
    ...others.map(({ name, text }) => [`${as.flow}/${name}.flow.yaml`, text] as const),
    ...(flow.scenarios === undefined
      ? []
      : [[`${as.flow}/flow.scenario.yaml`, retarget(flow.scenarios, flow)] as const]),
  ]);
  await createDraft(as, files);
}

/** The flow of a draft is in `flow.yaml`, which its scenarios need not name. */
function retarget(scenarios: string, { name }: Flow): string {
  return scenarios.replace(`flow: ${name}.flow.yaml\n`, '');
}
