/** A flow's text, proved. */
import { compileFlow } from '../../src/compiler/index.ts';
import { prove } from '../../src/prove/index.ts';
import type { Limits, Proof, Provable } from '../../src/prove/index.ts';

/** What counts unless a test says otherwise. */
const limits: Limits = { prompts: 12, seconds: 180, deadAirMs: 5_000 };

/** A text that is a flow without errors. */
export function provable(text: string, file = 'flow.yaml'): Provable {
  const { flow, graph, graphs = {}, diagnostics } = compileFlow({ file, text });
  if (flow === undefined || graph === undefined)
    throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return { file, flow, graph, graphs, diagnostics, source: () => text };
}

/** What proving it gives; time stands still. */
export function proofOf(text: string, own: Partial<Limits & { states: number }> = {}): Proof {
  const { states = 20_000, ...rest } = own;
  const budget = { states, ms: 1, clock: () => 0 };
  return prove(provable(text), { limits: { ...limits, ...rest }, budget });
}
