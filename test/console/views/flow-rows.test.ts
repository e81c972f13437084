/** The list of flows: rows from what the API tells, and their filters. */
import { expect, test } from 'vitest';
import {
  filterRows,
  listFilters,
  parseFilter,
  toFlowRows,
} from '../../../src/console/views/flows/flow-rows.ts';

const deployment = (flow: string) => ({
  flow,
  live: 'a'.repeat(16),
  history: [],
  changedAt: 0,
  changedBy: 'x',
});
const calls = { begun: 5, ended: 4, failed: 0, hungUp: 1, talked: 2, served: 1 };

const rows = toFlowRows({
  deployments: [
    deployment('quiet'),
    { ...deployment('busy'), canary: { version: 'b'.repeat(16), percent: 20, since: 0 } },
  ],
  stats: {
    ...{
      from: 0,
      to: 1,
      bucket: 'hour',
      calls,
      live: 2,
      buckets: [],
      flowsLeftOut: 0,
      campaigns: 0,
      routes: 0,
    },
    flows: [
      { flow: 'busy', calls, live: 2, series: [{ at: 3_600_000, begun: 5 }] },
      { flow: 'gone', calls, live: 0 },
    ],
  },
  period: { from: 0, barMs: 3_600_000, bars: 3, bucket: 'hour' },
  attention: {
    from: 0,
    items: [{ code: 'canary_ready', flow: 'busy', since: 0, text: '' }],
    itemsLeftOut: 0,
  },
  routes: [
    { number: '+49301', flow: 'busy' },
    { number: '*', flow: 'gone' },
  ],
  versions: [{ version: 'a'.repeat(16), steps: 7, description: 'The main number.' }],
});

test('rows are the flows in service, those with the most calls first', () => {
  expect(rows.map((row) => [row.deployment.flow, row.now, row.numbers, row.steps])).toEqual([
    ['busy', 2, ['+49301'], 7],
    ['quiet', 0, [], 7],
  ]);
});

test('a row tells what the flow says of itself', () => {
  expect(rows.map(({ description }) => description)).toEqual(['The main number.', 'The main number.']);
});

test('a flow whose first deployment is scheduled has the facts of that version', () => {
  const { live: _live, ...rest } = deployment('later');
  const [row] = toFlowRows({
    deployments: [{ ...rest, scheduled: { version: 'c'.repeat(16), at: 1 } }],
    stats: {
      from: 0,
      to: 1,
      bucket: 'hour',
      calls,
      live: 0,
      buckets: [],
      flowsLeftOut: 0,
      campaigns: 0,
      routes: 0,
      flows: [],
    },
    period: { from: 0, barMs: 3_600_000, bars: 1, bucket: 'hour' },
    attention: { from: 0, items: [], itemsLeftOut: 0 },
    routes: [],
    versions: [{ version: 'c'.repeat(16), steps: 3 }],
  });
  expect(row).toMatchObject({ version: 'c'.repeat(16), steps: 3 });
});

test('filters tell how many flows each shows', () => {
  expect(listFilters(rows).map(({ label }) => label)).toEqual([
    'All 2',
    'Need attention 1',
    'Canary 1',
    'No calls 1',
  ]);
  expect(filterRows(rows, 'quiet').map((row) => row.deployment.flow)).toEqual(['quiet']);
});

test('an unknown filter in the address shows all flows', () => {
  for (const text of [undefined, '', 'toString', 'Canary']) expect(parseFilter(text)).toBe('all');
});

test('each flow has its calls by bar, also one without calls', () => {
  expect(rows.map(({ deployment: { flow }, begunByBar }) => [flow, begunByBar])).toEqual([
    ['busy', [0, 5, 0]],
    ['quiet', [0, 0, 0]],
  ]);
});
