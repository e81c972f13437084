import { Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { Durations, registerDurations } from '../../../src/service/http/durations.ts';

const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const about = { name: 'x_seconds', help: 'X' };

test('durations are told as prom-client tells a histogram', async () => {
  const [ours, theirs] = [new Registry(), new Registry()];
  const durations = new Durations();
  registerDurations(ours, { ...about, all: () => [[{ operation: 'load' }, durations]] });
  const histogram = new Histogram({
    ...about,
    labelNames: ['operation'],
    buckets: BOUNDS,
    registers: [theirs],
  });
  for (const seconds of [0, 0.001, 0.0011, 0.3, 0.3, 10, 10.01, 4_000]) {
    durations.observe(seconds);
    histogram.observe({ operation: 'load' }, seconds);
    expect(await ours.metrics()).toBe(await theirs.metrics());
  }
});

test('before the first, what has no label is told as nothing in each bucket', async () => {
  const [ours, theirs] = [new Registry(), new Registry()];
  registerDurations(ours, { ...about, all: () => [[{}, new Durations()]] });
  new Histogram({ ...about, buckets: BOUNDS, registers: [theirs] });
  expect(await ours.metrics()).toBe(await theirs.metrics());
});
