/** R2 what is late is ignored, R3 timers are stored deadlines. */
import { describe, expect, test } from 'vitest';
import { findNextDeadline } from '../../src/call/index.ts';
import type { Advance } from '../../src/call/index.ts';
import { callOn, played } from './script.ts';
import type { Row, Script } from './script.ts';

/** A call in its second question, the first having been answered with 1. Commands 2 and 3 belong to the first. */
function inSecondQuestion(): Script {
  const call = callOn(`
    steps:
      first:
        menu: { prompt: First?, choices: [{ key: 1, goto: second }], attempts: 5 }
        on: { exhausted: hangup, failed: hangup }
      second:
        menu: { prompt: Second?, choices: [{ key: 1, goto: first }], attempts: 5 }
        on: { exhausted: hangup, failed: hangup }
  `);
  call.incoming();
  call.connected();
  call.silence();
  call.wait(3_000).presses('1');
  return call;
}

describe('R2: what belongs to an earlier visit is ignored, and said to be', () => {
  test.each<[string, (call: Script) => Advance]>([
    ['a late digit', (call) => call.presses('1', { of: 3 })],
    ['a late silence', (call) => call.silence({ of: 3 })],
    ['a late end of a play', (call) => call.played({ of: 2 })],
    ['a late refusal', (call) => call.fails('6120', { command: 3 })],
    ['a late `connected`', (call) => call.connected()],
  ])('R2: %s', (_fact, happens) => {
    const call = inSecondQuestion();
    const before = call.record;
    const { record, commands, trace } = happens(call);
    expect(commands).toEqual([]);
    expect(trace.notes).toMatchObject([{ kind: 'ignored' }]);
    expect(record).toEqual({ ...before, seq: before.seq + 1 });
  });

  test('R2: a late timer', () => {
    const call = inSecondQuestion();
    const ofFirst = 2 * 600 + 5_000;
    call.at = ofFirst;
    expect(call.wakes().commands).toEqual([]);
    expect(call.state).toBe('second.listening');
  });

  test('R2: a timer of an earlier visit of the same state', () => {
    const call = inSecondQuestion();
    const ofFirstVisit = findNextDeadline(call.record) ?? 0;
    call.wait(1_000).presses('1');
    call.wait(1_000).presses('1');
    expect(call.state).toBe('second.listening');
    call.at = ofFirstVisit;
    expect(call.wakes().commands).toEqual([]);
    expect(findNextDeadline(call.record)).toBe(ofFirstVisit + 2_000);
  });

  test('R2: what is about this visit is not', () => {
    const call = inSecondQuestion();
    call.silence();
    expect(call.presses('1', { of: 4 }).trace.state).toBe('first.listening');
  });
});

describe('R3: timers', () => {
  const flow = `
    limits: { duration: 40s }
    steps:
      main:
        menu: { prompt: Press 1., choices: [{ key: 1, goto: hangup }], attempts: 9, timeout: 3s, no_input: [Still there?] }
        on: { exhausted: hangup }
  `;

  function listening(): Script {
    const call = callOn(flow);
    call.incoming();
    call.connected();
    return call;
  }

  test('R3: stand in the record with the time at which they are due', () => {
    const call = listening();
    expect(findNextDeadline(call.record)).toBe(800 + 3_000);
    expect(Object.values(call.record.timers).toSorted((a, b) => a - b)).toEqual([3_800, 40_000]);
  });

  test('R3: fire at their deadline, not before, and once', () => {
    const story: Row[] = [
      ['waits 3799', '', 'main.listening'],
      ['waits 1', 'ask Still there? Press 1.', 'main.listening'],
      ['waits 0', '', 'main.listening'],
    ];
    expect(played(listening(), story)).toEqual(story);
  });

  test('R3: fire at once when they have passed, and what follows is reckoned from then', () => {
    const call = listening();
    call.wait(20_000);
    expect(call.wakes().commands).toHaveLength(1);
    expect(findNextDeadline(call.record)).toBe(20_000 + 2_100 + 3_000);
  });

  test('R3: fire in the order of their deadlines when several have passed', () => {
    const call = listening();
    call.wait(100_000).wakes();
    expect(call.told).toEqual(['accept', 'ask Press 1.', 'ask Still there? Press 1.', 'hangup']);
    expect(call.notes).toContainEqual(expect.objectContaining({ code: 'limit_duration' }));
  });

  test('R3: are gone when the state they belong to is left', () => {
    const call = listening();
    call.presses('1');
    expect(Object.keys(call.record.timers)).toEqual(['limit', 'xstate.after.30000.$hangup']);
  });

  test('R3: are gone when the call has ended', () => {
    const call = listening();
    call.disconnected();
    expect(call.record.timers).toEqual({});
    expect(findNextDeadline(call.record)).toBeUndefined();
  });
});
