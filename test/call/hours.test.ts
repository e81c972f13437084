import { describe, expect, test } from 'vitest';
import { callOn } from './script.ts';

describe('hours', () => {
  const hours = (at: string) => {
    const call = callOn(`
      hours:
        office: { timezone: Europe/Berlin, open: { mon-fri: 09:00-18:00 }, holidays: [2026-12-25] }
      steps:
        look: { hours: office, on: { closed: closed, failed: closed } }
        open: { say: Open., next: hangup }
        closed: { say: Closed., next: hangup }
    `);
    call.at = Date.parse(at);
    call.incoming();
    call.connected();
    return { call, told: call.told.at(-1) };
  };

  test.each([
    ['2026-12-23T12:00:00Z', 'play Open.', 'open'],
    ['2026-12-23T20:00:00Z', 'play Closed.', 'closed'],
    ['2026-12-25T12:00:00Z', 'play Closed.', 'holiday'],
  ])('at %s', (at, told, outcome) => {
    const { call, told: heardThen } = hours(at);
    expect(heardThen).toBe(told);
    expect(call.notes).toContainEqual(expect.objectContaining({ kind: 'outcome', step: 'look', outcome }));
  });

  test('says why in the trace', () => {
    expect(hours('2026-12-25T12:00:00Z').call.notes).toContainEqual({
      kind: 'hours',
      state: 'holiday',
      local: '2026-12-25 13:00',
      zone: 'Europe/Berlin',
    });
  });
});
