/** When people may be called, wherever they live. */
import { describe, expect, test } from 'vitest';
import { CallingWindows } from '../../../src/service/campaigns/calling-window.ts';
import { listZones } from '../../../src/service/campaigns/time-zones.ts';

const workdays = ['mon', 'tue', 'wed', 'thu', 'fri'] as const;
const day = new CallingWindows([{ days: [...workdays], from: '09:00', until: '20:00' }]);

/** From local times, so that a table can be read. */
const opens = (windows: CallingWindows, zones: string[], at: string) => {
  const found = windows.findNextOpening(zones, Date.parse(at));
  return found === undefined ? undefined : new Date(found).toISOString();
};

describe('a window', () => {
  test.each<[string, string[], string, string]>([
    ['is open at its first minute', ['Europe/Berlin'], '2026-08-03T07:00:00Z', '2026-08-03T07:00:00.000Z'],
    ['is closed before', ['Europe/Berlin'], '2026-08-03T06:59:59Z', '2026-08-03T07:00:00.000Z'],
    ['is closed at its last', ['Europe/Berlin'], '2026-08-03T18:00:00Z', '2026-08-04T07:00:00.000Z'],
    ['opens after the weekend', ['Europe/Berlin'], '2026-08-07T18:00:00Z', '2026-08-10T07:00:00.000Z'],
    [
      'goes by the clock on the wall after a change of time',
      ['Europe/Berlin'],
      '2026-10-23T18:00:00Z',
      '2026-10-26T08:00:00.000Z',
    ],
    [
      'of several zones is open where all are',
      ['America/New_York', 'America/Los_Angeles'],
      '2026-08-03T13:00:00Z',
      '2026-08-03T16:00:00.000Z',
    ],
    [
      'of zones that are a day apart opens when it is a workday in both',
      ['Pacific/Auckland', 'America/Los_Angeles'],
      '2026-08-08T00:00:00Z',
      '2026-08-10T21:00:00.000Z',
    ],
  ])('%s', (_fact, zones, at, expected) => {
    expect(opens(day, zones, at)).toBe(expected);
    expect(opens(day, zones, at), 'asked again').toBe(expected);
  });

  test('that the change to summer time takes away comes a week later', () => {
    const night = new CallingWindows([{ days: ['sun'], from: '02:00', until: '03:00' }]);
    for (const at of ['2026-03-23T12:00:00Z', '2026-03-28T12:00:00Z', '2026-03-29T00:59:59Z'])
      expect(opens(night, ['Europe/Berlin'], at)).toBe('2026-04-05T00:00:00.000Z');
    expect(night.canOpen(['Europe/Berlin'], Date.parse('2026-03-23T12:00:00Z'))).toBe(true);
  });

  test('is open in both of the hours that the change to winter time repeats', () => {
    const night = new CallingWindows([{ days: ['sun'], from: '02:00', until: '03:00' }]);
    const opened = ['00:00', '00:59', '01:00', '01:59'].map((time) => `2026-10-25T${time}:00.000Z`);
    for (const at of opened) expect(opens(night, ['Europe/Berlin'], at)).toBe(at);
    expect(opens(night, ['Europe/Berlin'], '2026-10-25T02:00:00Z')).toBe('2026-11-01T01:00:00.000Z');
  });

  test('that is never open in all zones together is told', () => {
    const noon = new CallingWindows([{ days: ['mon'], from: '12:00', until: '13:00' }]);
    const zones = ['America/New_York', 'America/Los_Angeles'];
    expect(opens(noon, zones, '2026-08-03T12:00:00Z')).toBeUndefined();
    expect(noon.canOpen(zones, Date.parse('2026-08-03T12:00:00Z'))).toBe(false);
    expect(noon.canOpen(['America/New_York'], Date.parse('2026-08-03T12:00:00Z'))).toBe(true);
  });

  test('may last until midnight', () => {
    const late = new CallingWindows([{ days: ['mon'], from: '18:00', until: '24:00' }]);
    expect(opens(late, ['UTC'], '2026-08-03T23:59:59Z')).toBe('2026-08-03T23:59:59.000Z');
    expect(opens(late, ['UTC'], '2026-08-04T00:00:00Z')).toBe('2026-08-10T18:00:00.000Z');
  });

  test('where there is none people may be called at any time', () => {
    const always = new CallingWindows(undefined);
    expect(opens(always, [], '2026-08-03T03:00:00Z')).toBe('2026-08-03T03:00:00.000Z');
  });
});

describe('a recipient', () => {
  test('is in the zone that is told, else in any of the country', () => {
    expect(listZones({ zone: 'America/Denver', country: 'US' })).toEqual(['America/Denver']);
    expect(listZones({ country: 'DE' })).toContain('Europe/Berlin');
    expect(listZones({ country: 'US' })).toEqual(
      expect.arrayContaining(['America/New_York', 'America/Los_Angeles', 'Pacific/Honolulu']),
    );
    expect(listZones({ country: '001' })).toEqual([]);
    expect(listZones({})).toEqual([]);
  });
});
