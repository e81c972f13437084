import { describe, expect, test } from 'vitest';
import { callOn, played } from './script.ts';
import type { Row, Script } from './script.ts';

const flow = `
  on: { error: sorry }
  steps:
    away: { hold: }
    for_a_while: { wait: 20s }
    taken_up: { resume: }
    thanks: { say: Thank you., next: hangup }
    sorry: { say: "Sorry: \${error.code} in \${error.step}.", next: hangup }
`;

function held(): Script {
  const call = callOn(flow);
  call.incoming();
  call.connected();
  call.done();
  return call;
}

describe('hold and resume', () => {
  test('have the caller wait to music, and take the call up again', () => {
    const story: Row[] = [
      ['incoming', 'accept', 'away.answering'],
      ['connected', 'hold', 'away.asking'],
      ['done', '', 'for_a_while'],
      ['waits 20000', 'resume', 'taken_up.asking'],
      ['done', 'play Thank you.', 'thanks.speaking'],
    ];
    expect(played(callOn(flow), story)).toEqual(story);
  });

  test('the call is held as long as the platform has said so', () => {
    const call = held();
    expect(call.record.context.line).toMatchObject({ isHeld: true, holds: [] });
    call.wait(20_000).wakes();
    expect(call.record.context.line.isHeld).toBe(true);
    call.done();
    expect(call.record.context.line).toMatchObject({ isHeld: false, holds: [] });
  });

  test('R6: a hold that is refused goes to on.error, and the call is not held', () => {
    const call = callOn(flow);
    call.incoming();
    call.connected();
    call.fails('6111');
    expect(call.told.at(-1)).toBe('play Sorry: 6111 in away.');
    expect(call.record.context.line.isHeld).toBe(false);
  });

  test('a call that cannot be taken up is held still', () => {
    const call = held();
    call.wait(20_000).wakes();
    call.fails('6111');
    expect(call.told.at(-1)).toBe('play Sorry: 6111 in taken_up.');
    expect(call.record.context.line.isHeld).toBe(true);
  });

  test('R2: an answer that comes when the step has been left moves nothing', () => {
    const call = held();
    const late = call.happens({ type: 'command_done', number: 2, kind: 'hold', answer: {} });
    expect(late.commands).toEqual([]);
    expect(call.state).toBe('for_a_while');
  });

  test('R5: a caller may hang up while held', () => {
    const call = held();
    call.disconnected();
    expect(call.record.endedAt).toBeDefined();
    expect(call.told).toEqual(['accept', 'hold']);
  });

  test('R11: a call that we place is answered first', () => {
    const story: Row[] = [
      ['places', 'dial +4930222', 'away.answering'],
      ['dialed', '', 'away.answering'],
      ['connected', 'hold', 'away.asking'],
    ];
    expect(played(callOn(flow), story)).toEqual(story);
  });

  test('a bridged call is held without waiting for the end of the bridge', () => {
    const call = callOn(`
      on: { error: talk }
      steps:
        desk: { connect: { to: "+4930333" }, on: { bridged: away, busy: hangup, no_answer: hangup } }
        away: { hold: , next: talk }
        talk: { wait: { for: bridge_end } }
    `);
    call.incoming();
    call.connected();
    call.bridged();
    expect(call.told.at(-1)).toBe('hold');
    call.done();
    expect(call.state).toBe('talk.waiting');
  });
});
