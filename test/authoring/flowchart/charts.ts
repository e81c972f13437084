/** Charts to try a layout on: those of flows of the checkout, of random flows, and of tangles. */
import { globSync, statSync } from 'node:fs';
import fc from 'fast-check';
import { loadFlows } from '../../../src/authoring/flow-files/index.ts';
import { buildFlowchart } from '../../../src/authoring/flowchart/index.ts';
import type { Flowchart } from '../../../src/authoring/flowchart/index.ts';
import { compileFlow } from '../../../src/language/compiler/index.ts';
import { randomSource } from '../../builders/random-flow.ts';

/** A chart and where it comes from. */
export interface NamedChart {
  file: string;
  chart: Flowchart;
}

/** The folders of the checkout with flows that people wrote. */
const FOLDERS = ['flows', 'std', 'templates', 'test/fixtures'];

/** The flows on which the rules of the layout were tuned. */
const TUNED = /\b(front-desk|survey)\//;

/** Loads the charts of the largest flows of the checkout on which the layout was not tuned. */
export function loadCharts(count: number): NamedChart[] {
  const files = FOLDERS.flatMap((folder) => globSync(`${folder}/**/*flow.yaml`))
    .filter((file) => !TUNED.test(file))
    .map((file) => ({ file, size: statSync(file).size }))
    .toSorted((one, other) => other.size - one.size || one.file.localeCompare(other.file))
    .slice(0, count)
    .map(({ file }) => file);
  return loadFlows(files).files.flatMap(({ file, flow, graph }) =>
    flow === undefined || graph === undefined ? [] : [{ file, chart: buildFlowchart({ flow, graph }) }],
  );
}

/** Returns the chart of a flow's text; undefined when it does not compile. */
export function tryChart(text: string): Flowchart | undefined {
  const { flow, graph } = compileFlow({ file: 'flow.yaml', text });
  return flow === undefined || graph === undefined ? undefined : buildFlowchart({ flow, graph });
}

/** Returns the chart of a flow's text, which must compile. */
export function chartOf(text: string): Flowchart {
  const { diagnostics } = compileFlow({ file: 'flow.yaml', text });
  const chart = tryChart(text);
  if (chart === undefined) throw new Error(JSON.stringify(diagnostics));
  return chart;
}

/** Charts of compiled flows of seven steps that lead anywhere. */
export const randomChart: fc.Arbitrary<Flowchart> = randomSource
  .map(tryChart)
  .filter((chart) => chart !== undefined);

/** Charts of up to forty steps, of which each has up to fourteen ways to any step or word: far worse than any flow. */
export const tangledChart: fc.Arbitrary<Flowchart> = fc
  .array(
    fc.record({
      verb: fc.constantFrom('say', 'menu', 'switch', 'connect', 'set'),
      ways: fc.array(
        fc.record({ to: fc.nat({ max: 44 }), kind: fc.constantFrom('choice', 'outcome', 'next') }),
        {
          maxLength: 14,
        },
      ),
      road: fc.constantFrom('main', 'main', 'main', 'error'),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((steps): Flowchart => {
    const words = ['hangup', 'return', 'repeat', 'back'] as const;
    const toTarget = (to: number) =>
      to < steps.length ? { step: `s${to}` } : { word: words[to % words.length] ?? 'hangup' };
    return {
      flow: 'tangled',
      entry: 's0',
      languages: ['en-US'],
      ...(steps.length > 2 && { errorStep: 's1', endStep: 's2' }),
      steps: steps.map(({ verb, ways, road }, index) => ({
        id: `s${index}`,
        verb,
        line: index + 1,
        waits: 'nothing',
        road: index === 0 ? 'main' : road,
        ways: ways.map(({ to, kind }, code) => ({
          code: String(code),
          kind: kind,
          to: toTarget(to),
          isUnhandled: false,
        })),
      })),
      always: [{ key: '0', to: { step: 's0' } }],
    };
  });
