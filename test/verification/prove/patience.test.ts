/** Listening that is repeated because a step is more patient than the platform (docs/platform.md) comes to an end. */
import { expect, test } from 'vitest';
import { proofOf } from './proof-of.ts';

test.each(['4s', '5s', '8s', '10s', '12s', '15s', '20s', '25s'])(
  'a caller who is silent for %s at a question comes on',
  (timeout) => {
    const { found } = proofOf(`ringflow: 1
name: example
on: { error: sorry }
vars: { number: '' }
steps:
  ask:
    collect: { prompt: Please enter a number., digits: 4, timeout: ${timeout}, save: number }
    on: { exhausted: sorry }
  thanks: { say: Thank you., next: hangup }
  sorry: { say: Please call again later. }
`);
    expect(found.map(({ diagnostic }) => diagnostic.code)).toEqual([]);
  },
);
