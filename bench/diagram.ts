/**
 * Measures the layout of a flow's diagram, as a page does it with the chart from the API. The floor is parsing the chart, which
 * the page has to do in any case. CPU time of the whole process; floor and layout take turns, and the cheapest round of each
 * counts, because other work can only add to it.
 */
import { compileFlow } from '../src/language/compiler/index.ts';
import { buildFlowchart } from '../src/authoring/flowchart/index.ts';
import type { Flowchart } from '../src/authoring/flowchart/index.ts';
import { layoutFlowchart } from '../src/authoring/flowchart/layout/index.ts';
import { cpuUsSince } from './fixtures.ts';
import { flowOfSteps } from './flow-text.ts';

export interface DiagramFigures {
  steps: number;
  lines: number;
  floorCpuMs: number;
  cpuMs: number;
  /** CPU time of the first layout of the process, when nothing has been compiled to machine code. */
  firstCpuMs: number;
}

const rounds = 20;

/** Measures flows of these sizes. */
export function measureDiagram(sizes: readonly number[]): DiagramFigures[] {
  return sizes.map((steps) => {
    const { flow, graph, diagnostics } = compileFlow({ file: 'bench.yaml', text: flowOfSteps(steps) });
    if (flow === undefined || graph === undefined) throw new Error(JSON.stringify(diagnostics[0]));
    const text = JSON.stringify(buildFlowchart({ flow, graph }));
    const chart = JSON.parse(text) as Flowchart;
    const layOut = () => layoutFlowchart(chart, { isFolded: true });
    const firstCpuMs = measureCpuMs(layOut);
    const times = Array.from({ length: rounds }, () => ({
      floor: measureCpuMs(() => JSON.parse(text) as unknown),
      ours: measureCpuMs(layOut),
    }));
    return {
      steps,
      lines: layOut().lines.length,
      floorCpuMs: Math.min(...times.map(({ floor }) => floor)),
      cpuMs: Math.min(...times.map(({ ours }) => ours)),
      firstCpuMs,
    };
  });
}

function measureCpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  return cpuUsSince(before) / 1_000;
}
