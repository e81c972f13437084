import { Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { BOUNDS, Durations, registerDurations } from '../../../src/service/http/durations.ts';

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
