/** Measures the proof of a flow with 200 steps, from its text to the findings. */
import { compileFlow } from '../src/language/compiler/index.ts';
import { prove } from '../src/verification/prove/index.ts';
import { cpuUsSince } from './fixtures.ts';
import { flowOfSteps } from './flow-text.ts';

export interface ProveFigures {
  steps: number;
  situations: number;
  moves: number;
  seconds: number;
  /** CPU time of the process, garbage collector and compiler threads included. */
  cpuSeconds: number;
  /** Situations looked at in a second of CPU time. */
  perSecond: number;
  /** Situations that were left when the budget ran out. */
  left: number;
}

const limits = { prompts: 12, seconds: 180, deadAirMs: 5_000 };
const budget = { states: 1_000_000, ms: 120_000, clock: () => performance.now() };

/** Proves flows of these sizes, once each, because users run it with cold code. */
export function measureProve(sizes: readonly number[]): ProveFigures[] {
  return sizes.map((steps) => {
    const text = flowOfSteps(steps);
    const startedAt = performance.now();
    const cpuBefore = process.cpuUsage();
    const { flow, graph, graphs = {}, diagnostics } = compileFlow({ file: 'bench.flow.yaml', text });
    if (flow === undefined || graph === undefined) throw new Error(diagnostics[0]?.message);
    const source = () => text;
    const { exploration } = prove(
      { file: 'bench.flow.yaml', flow, graph, graphs, diagnostics, source },
      { limits, budget },
    );
    const seconds = (performance.now() - startedAt) / 1_000;
    const cpuSeconds = cpuUsSince(cpuBefore) / 1e6;
    const { nodes, left } = exploration;
    const moves = nodes.reduce((sum, { edges }) => sum + edges.length, 0);
    const perSecond = nodes.length / cpuSeconds;
    return { steps, situations: nodes.length, moves, seconds, cpuSeconds, perSecond, left };
  });
}
