/** Moments are looked for at which opening hours say each of the things that they can say. */
import { describe, expect, test } from 'vitest';
import { findOpeningAt } from '../../../src/language/model/index.ts';
import type { Hours } from '../../../src/language/model/index.ts';
import { findMoments, listOpenStates } from '../../../src/verification/prove/opening-times.ts';
import { STARTED_AT } from '../../../src/verification/testkit/index.ts';
import { flowWith, provable } from './proof-of.ts';

function hoursOf(written: string): Hours[] {
  const { flow } = provable(
    flowWith(`hours:
${written}
steps:
  ${['first', 'second']
    .filter((name) => written.includes(`  ${name}:`))
    .map(
      (name) =>
        `at_${name}:\n    hours: ${name}\n    on: { closed: sorry${written.includes('holidays') ? ', holiday: sorry' : ''} }\n`,
    )
    .join('  ')}`),
  );
  return Object.values(flow.hours);
}

describe('hours can say', () => {
  test.each([
    [
      'open and closed',
      `  first: { timezone: Europe/Berlin, open: { mon-fri: 09:00-17:00 } }`,
      ['closed', 'open'],
    ],
    [
      'open alone, where they never end',
      `  first: { timezone: UTC, open: { mon-sun: 00:00-24:00 } }`,
      ['open'],
    ],
    [
      'holiday too, where there is one',
      `  first: { timezone: Europe/Berlin, open: { mon-fri: 09:00-17:00 }, holidays: [2026-12-25] }`,
      ['closed', 'holiday', 'open'],
    ],
    [
      'open for half an hour a week',
      `  first: { timezone: UTC, open: { wed: 10:00-10:30 } }`,
      ['closed', 'open'],
    ],
  ])('%s', (_what, written, states) => {
    const [hours] = hoursOf(written);
    expect(hours && [...listOpenStates(hours)].sort()).toEqual(states);
  });
});

describe('moments', () => {
  test('are the usual one where there are no hours', () => {
    expect(findMoments([])).toEqual([STARTED_AT]);
  });

  test('begin with the usual one: most calls need no other', () => {
    const hours = hoursOf(`  first: { timezone: Europe/Berlin, open: { mon-fri: 09:00-17:00 } }`);
    expect(findMoments(hours)[0]).toBe(STARTED_AT);
  });

  test('are one for each way in which several hours can stand', () => {
    const hours = hoursOf(`  first: { timezone: UTC, open: { mon-fri: 08:00-16:00 } }
  second: { timezone: UTC, open: { mon-fri: 12:00-20:00 } }`);
    const ways = findMoments(hours).map((at) => hours.map((one) => findOpeningAt(one, at).state).join());
    expect(ways.sort()).toEqual(['closed,closed', 'closed,open', 'open,closed', 'open,open']);
  });
});
