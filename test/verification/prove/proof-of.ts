/** A flow's text, proved. */
import { compileFlow, createFlowCatalogue } from '../../../src/language/compiler/index.ts';
import type { FlowFile } from '../../../src/language/compiler/index.ts';
import { prove } from '../../../src/verification/prove/index.ts';
import type { Limits, Proof, Provable } from '../../../src/verification/prove/index.ts';

/** What counts unless a test says otherwise. */
const limits: Limits = { prompts: 12, seconds: 180, deadAirMs: 5_000 };

/** A text that is a flow without errors. */
export function provable(text: string, file = 'flow.yaml', others: readonly FlowFile[] = []): Provable {
  const known = createFlowCatalogue([{ file, text }, ...others]);
  const { flow, graph, graphs = {}, diagnostics } = compileFlow({ file, text }, { others: known });
  if (flow === undefined || graph === undefined)
    throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return { file, flow, graph, graphs, diagnostics, source: () => text };
}

/** What proving it gives; time stands still. */
export function proofOf(
  text: string,
  own: Partial<Limits & { states: number; others: readonly FlowFile[] }> = {},
): Proof {
  const { states = 20_000, others, ...rest } = own;
  const budget = { states, ms: 1, clock: () => 0 };
  return prove(provable(text, 'flow.yaml', others), { limits: { ...limits, ...rest }, budget });
}

/** A whole flow of its middle: what stands before its last step, `sorry`. */
export function flowWith(body: string): string {
  const on = /^on:/m.test(body) ? '' : 'on: { error: sorry }\n';
  return `ringflow: 1\nname: example\n${on}${body}  sorry: { say: Please call again later. }\n`;
}

/** What is found, as `code step`: the step is the one in whose lines the finding stands. */
export function foundIn(text: string, own: Partial<Limits & { states: number }> = {}): string[] {
  return proofOf(text, own).found.map(({ diagnostic: { code, span } }) => {
    const before = text.split('\n').slice(0, span.start.line);
    const step = before.findLast((line) => /^ {2}\w+:/.test(line));
    return `${code} ${step?.trim().split(':')[0] ?? ''}`;
  });
}
