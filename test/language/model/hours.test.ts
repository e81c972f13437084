import { describe, expect, test } from 'vitest';
import { isDay, isTimeZone, findOpeningAt } from '../../../src/language/model/index.ts';
import type { Hours, Opening } from '../../../src/language/model/index.ts';

const at = (hour: number, minute = 0) => hour * 60 + minute;
const nine: Opening = { from: at(9), to: at(18) };
const night: Opening = { from: at(22), to: at(6) };
const workdays = [[nine], [nine], [nine], [nine], [nine], [], []];

function berlin(more: Partial<Hours> = {}): Hours {
  return { timezone: 'Europe/Berlin', week: workdays, holidays: [], exceptions: {}, ...more };
}

const state = (hours: Hours, time: string) => findOpeningAt(hours, Date.parse(time)).state;

describe('opening hours', () => {
  test.each([
    ['before they begin', '2026-01-05T08:59:59+01:00', 'closed'],
    ['when they begin', '2026-01-05T09:00:00+01:00', 'open'],
    ['just before they end', '2026-01-05T17:59:59+01:00', 'open'],
    ['when they end', '2026-01-05T18:00:00+01:00', 'closed'],
    ['on a day off', '2026-01-10T12:00:00+01:00', 'closed'],
    ['in summer', '2026-07-01T09:00:00+02:00', 'open'],
    ['in summer, an hour earlier', '2026-07-01T08:30:00+02:00', 'closed'],
    ['as another zone sees it', '2026-07-01T07:00:00Z', 'open'],
  ])('%s', (_, time, expected) => {
    expect(state(berlin(), time)).toBe(expected);
  });

  test('may have a break', () => {
    const hours = berlin({
      week: [
        [
          { from: at(9), to: at(12) },
          { from: at(13), to: at(17) },
        ],
        [],
        [],
        [],
        [],
        [],
        [],
      ],
    });
    expect(['11:59', '12:00', '13:00'].map((time) => state(hours, `2026-01-05T${time}:00+01:00`))).toEqual([
      'open',
      'closed',
      'open',
    ]);
  });

  test('may be the whole day', () => {
    const hours = berlin({ week: workdays.map(() => [{ from: 0, to: at(24) }]) });
    expect(['00:00', '23:59'].map((time) => state(hours, `2026-01-05T${time}:00+01:00`))).toEqual([
      'open',
      'open',
    ]);
  });

  describe('over midnight', () => {
    const hours = berlin({ week: [[night], [], [], [], [], [], [night]] });

    test.each([
      ['on the evening of the day they begin', '2026-01-05T22:00:00+01:00', 'open'],
      ['in the morning after', '2026-01-06T05:59:00+01:00', 'open'],
      ['when they end', '2026-01-06T06:00:00+01:00', 'closed'],
      ['on the next evening', '2026-01-06T22:00:00+01:00', 'closed'],
      ['over the end of the week', '2026-01-05T01:00:00+01:00', 'open'],
    ])('%s', (_, time, expected) => {
      expect(state(hours, time)).toBe(expected);
    });

    test('go on into a holiday, since they belong to the day before', () => {
      const holiday = { ...hours, holidays: [{ from: '2026-01-06', to: '2026-01-06' }] };
      expect(state(holiday, '2026-01-06T05:00:00+01:00')).toBe('open');
      expect(state(holiday, '2026-01-06T06:00:00+01:00')).toBe('holiday');
    });
  });

  describe('when the clocks change', () => {
    const hours = berlin({ week: workdays.map(() => [{ from: at(2, 30), to: at(3, 30) }]) });

    test.each([
      ['forward: the hour that is left out has no half past two', '2026-03-29T00:59:00Z', 'closed'],
      ['forward: at once it is three', '2026-03-29T01:00:00Z', 'open'],
      ['forward: to half past three', '2026-03-29T01:30:00Z', 'closed'],
      ['back: half past two comes', '2026-10-25T00:30:00Z', 'open'],
      ['back: two comes again', '2026-10-25T01:00:00Z', 'closed'],
      ['back: half past two comes again', '2026-10-25T01:30:00Z', 'open'],
    ])('%s', (_, time, expected) => {
      expect(state(hours, time)).toBe(expected);
    });
  });

  describe('on special days', () => {
    const hours = berlin({
      holidays: [
        { from: '2026-12-24', to: '2026-12-27', name: 'Christmas' },
        { from: '2026-05-01', to: '2026-05-01' },
      ],
      exceptions: { '2026-12-24': [{ from: at(9), to: at(12) }], '2026-12-23': [], '2026-12-19': [nine] },
    });

    test.each([
      ['a holiday', '2026-12-25T10:00:00+01:00', 'holiday'],
      ['a holiday, at night', '2026-12-25T23:59:59+01:00', 'holiday'],
      ['the last of several', '2026-12-27T10:00:00+01:00', 'holiday'],
      ['the day after', '2026-12-28T10:00:00+01:00', 'open'],
      ['an exception among holidays, open', '2026-12-24T10:00:00+01:00', 'open'],
      ['an exception among holidays, closed', '2026-12-24T12:00:00+01:00', 'closed'],
      ['an exception that is closed', '2026-12-23T10:00:00+01:00', 'closed'],
      ['an exception on a day off', '2026-12-19T10:00:00+01:00', 'open'],
      ['a holiday as long as it is that day there', '2026-05-01T23:30:00Z', 'closed'],
    ])('%s', (_, time, expected) => {
      expect(state(hours, time)).toBe(expected);
    });

    test('say why', () => {
      expect(findOpeningAt(hours, Date.parse('2026-12-25T09:00:00Z'))).toEqual({
        state: 'holiday',
        local: '2026-12-25 10:00',
        holiday: 'Christmas',
      });
    });
  });
});

test.each([
  ['Europe/Berlin', true],
  ['UTC', true],
  ['Europe/Berln', false],
  ['', false],
  ['+02:00', false],
])('%s is a time zone: %s', (name, is) => {
  expect(isTimeZone(name)).toBe(is);
});

test.each([
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
])('%s is a day: %s', (day, is) => {
  expect(isDay(day)).toBe(is);
});
