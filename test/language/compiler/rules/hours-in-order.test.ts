/** Where the rules about the order of opening hours, holidays and exceptions draw their lines. */
import { describe, expect, test } from 'vitest';
import { compileFlow } from '../../../../src/language/compiler/index.ts';
import type { DiagnosticCode } from '../../../../src/language/diagnostics/index.ts';

/** How often a code is told of some steps; `sorry` speaks and takes all failures. */
function countIn(code: DiagnosticCode, steps: string, head: string): number {
  const text = `ringflow: 1\nname: case\non: { error: sorry }\n${head}steps:\n${steps}  sorry: { say: I am sorry. Please call again later., next: hangup }\n`;
  const { diagnostics } = compileFlow({ file: 'case.yaml', text });
  return diagnostics.filter((one) => one.code === code).length;
}

describe('a list of times', () => {
  const open = '  a: { hours: office, on: { closed: sorry } }\n  b: { say: Welcome., next: hangup }\n';
  const head = (times: string) =>
    `hours: { office: { timezone: Europe/Berlin, open: { mon-fri: ${times} } } }\n`;
  test.each([
    ['in any order', '[14:00-18:00, 09:00-12:00]', 0],
    ['that ends with the early morning of bakers', '[08:00-11:00, 05:00-07:30]', 0],
    ['that begins with the night', '[01:30-05:00, 09:00-12:00]', 0],
    ['with an evening and the night behind it', '[18:00-23:00, 01:00-04:00]', 0],
    ['with a long break', '[06:00-09:00, 02:00-05:00]', 0],
    ['with an afternoon by the clock on the wall', '[09:00-12:00, 01:00-05:30]', 1],
    ['with an afternoon that begins at once', '[09:00-12:30, 00:30-04:00]', 1],
  ])('%s', (_, times, count) => {
    expect(countIn('twelve-hour-clock', open, head(times))).toBe(count);
  });
});

describe('an exception past midnight', () => {
  const open = '  a: { hours: office, on: { closed: sorry } }\n  b: { say: Welcome., next: hangup }\n';
  const head = (week: string, day: string) =>
    `hours: { office: { timezone: Europe/Berlin, open: { mon-fri: ${week} }, exceptions: { 2026-12-31: ${day} } } }\n`;
  test.each([
    ['of a party', '09:00-18:00', '20:00-06:00', 0],
    ['that is the working day turned round', '09:00-18:00', '18:00-09:00', 1],
    ['of a line that is open at night', '20:00-06:00', '18:00-09:00', 0],
    ['of nearly a whole day', '20:00-06:00', '11:00-08:30', 1],
    ['that ends at midnight', '09:00-18:00', '09:00-24:00', 0],
  ])('%s', (_, week, day, count) => {
    expect(countIn('long-night', open, head(week, day))).toBe(count);
  });
});

describe('a list of days', () => {
  const open = '  a: { hours: office, on: { closed: sorry } }\n  b: { say: Welcome., next: hangup }\n';
  const head = (days: string) =>
    `hours: { office: { timezone: Europe/Berlin, open: { mon-fri: 09:00-17:00 }, ${days} } }\n`;
  test.each([
    ['of a year in order', 'holidays: [2026-01-01, 2026-05-01, 2026-12-25]', 0],
    ['of a year that ends with its first day', 'holidays: [2026-05-01, 2026-12-25, 2026-01-01]', 0],
    ['by feasts', 'holidays: [2026-12-25, 2027-12-25, 2026-01-01, 2027-01-01]', 0],
    ['of two days only', 'holidays: [2026-12-25, 2026-01-01]', 0],
    [
      'in no order, with a day of the next year',
      'holidays: [2027-10-03, 2026-12-25, 2026-12-26, 2026-12-24]',
      0,
    ],
    [
      'with a day in the middle a year too early',
      'holidays: [2027-01-01, 2027-05-01, 2026-10-03, 2027-12-25]',
      1,
    ],
    ['with New Year a year too early', 'holidays: [2026-12-25, 2026-12-26, 2026-01-01]', 1],
    ['with the first day a year too late', 'holidays: [2027-12-24, 2026-12-25, 2026-12-31]', 1],
    [
      'with an exception a year too early',
      'holidays: 2026-12-25, exceptions: { 2026-12-24: closed, 2025-12-31: closed }',
      1,
    ],
    [
      'with an old exception in order',
      'holidays: 2026-12-25, exceptions: { 2025-10-31: closed, 2026-12-24: closed }',
      0,
    ],
    [
      'with an exception a year before the other days around Christmas',
      'holidays: [2026-12-25, 2026-12-26], exceptions: { 2025-12-24: closed, 2026-12-31: closed }',
      1,
    ],
    ['with the same feast of two years', 'holidays: [2025-12-25, 2026-12-25, 2026-12-26]', 0],
    [
      'with an exception of the next year',
      'holidays: [2026-12-25, 2026-12-26], exceptions: { 2026-12-24: closed, 2027-12-31: closed }',
      0,
    ],
  ])('%s', (_, days, count) => {
    expect(countIn('other-year', open, head(days))).toBe(count);
  });
});

describe('hours by the clocks of no country', () => {
  const hours = 'hours: { line: { timezone: Etc/UTC, open: { mon-fri: 08:00-20:00 } } }\n';
  const steps = (text: string, number = "'+4930231700100'") =>
    `  a: { hours: line, on: { closed: closed } }\n  b: { connect: { to: ${number}, ring: 20s }, on: { unreached: sorry }, next: hangup }\n  closed: { say: ${text}, next: hangup }\n`;
  test.each([
    ['beside numbers of one country', 'We are closed.', "'+4930231700100'", 'languages: [en-GB]\n', 1],
    [
      'beside numbers of Iceland, which has these clocks',
      'We are closed.',
      "'+3545550100'",
      'languages: [is-IS]\n',
      0,
    ],
    [
      'beside numbers of two countries',
      'We are closed.',
      "['+4930231700100', '+34915550140']",
      'languages: [en-GB]\n',
      0,
    ],
    ['that callers are told', 'We are open from 8 to 20 UTC.', "'+4930231700100'", 'languages: [en-GB]\n', 0],
    [
      'of a flow that speaks the language of one country',
      'Es ist zu.',
      "'${env.DESK}'",
      'languages: [de-DE]\nenv: { DESK: The desk. }\n',
      1,
    ],
    [
      'of a flow in English without numbers',
      'We are closed.',
      "'${env.DESK}'",
      'languages: [en-GB]\nenv: { DESK: The desk. }\n',
      0,
    ],
  ])('%s', (_, text, number, head, count) => {
    expect(countIn('hours-misstated', steps(text, number), `${head}${hours}`)).toBe(count);
  });
});
