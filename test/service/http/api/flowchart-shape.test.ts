/** The chart of a flow has what the API describes, and nothing else. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import type { Static } from 'typebox';
import { loadFlows } from '../../../../src/authoring/flow-files/index.ts';
import { buildFlowchart } from '../../../../src/authoring/flowchart/index.ts';
import type { Flowchart } from '../../../../src/authoring/flowchart/index.ts';
import { FlowchartShape } from '../../../../src/service/http/api/flowchart-shape.ts';

/** Forbids members that are not described. */
function closeObjects(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closeObjects);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closeObjects(value)]));
  return 'properties' in inner ? { ...inner, additionalProperties: false } : inner;
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
const validate = ajv.compile(closeObjects(JSON.parse(JSON.stringify(FlowchartShape))) as object);
const isDescribed = (chart: unknown): boolean => validate(chart);

function chartsIn(folder: string): Flowchart[] {
  return loadFlows([folder]).files.flatMap(({ flow, graph }) =>
    flow === undefined || graph === undefined ? [] : [buildFlowchart({ flow, graph })],
  );
}

test.each(['flows', 'templates', 'test/fixtures/flawed-flows'])(
  'the charts of %s are as described',
  (folder) => {
    const charts: Static<typeof FlowchartShape>[] = chartsIn(folder);
    expect(charts.length).toBeGreaterThan(0);
    const wrong = charts.flatMap((chart) => (isDescribed(chart) ? [] : [chart.flow]));
    expect(wrong).toEqual([]);
  },
);

test('a chart with an unknown member or kind is refused, so the comparison can fail', () => {
  const [chart] = chartsIn('flows/front-desk');
  expect(isDescribed({ ...chart, x: 1 })).toBe(false);
  const [step] = chart?.steps ?? [];
  expect(isDescribed({ ...chart, steps: [{ ...step, waits: 'long' }] })).toBe(false);
});
