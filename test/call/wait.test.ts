import { describe, expect, test } from 'vitest';
import { callOn, played } from './script.ts';
import type { Row } from './script.ts';

describe('wait', () => {
  test('for some time goes on when that has passed', () => {
    const call = callOn(`
      steps:
        pause: { wait: 30s }
        bye: { say: Goodbye. }
    `);
    const story: Row[] = [
      ['incoming', '', 'pause'],
      ['waits 29999', '', 'pause'],
      ['waits 1', 'accept', 'bye.answering'],
    ];
    expect(played(call, story)).toEqual(story);
  });

  const reply = `
    vars: { reply: "" }
    steps:
      hello: { say: Text us. }
      ask: { wait: { for: message, timeout: 1m, save: reply }, on: { timeout: none } }
      thanks: { say: "You wrote \${vars.reply} from \${message.from}.", next: hangup }
      none: { say: No message., next: hangup }
  `;

  test('for a message takes it, and its text can be spoken', () => {
    const call = callOn(reply);
    call.incoming();
    call.connected();
    call.played();
    expect(call.record.context.awaits).toBe('+4930111');
    call.happens({ type: 'message', from: '+4930111', text: 'yes' });
    expect(call.told.at(-1)).toBe('play You wrote yes from +4930111.');
    expect(call.record.context.awaits).toBe('');
  });

  test('for a message that does not come ends in timeout, and one that comes later is ignored', () => {
    const call = callOn(reply);
    call.incoming();
    call.connected();
    call.played();
    call.wait(60_000).wakes();
    expect(call.told.at(-1)).toBe('play No message.');
    call.happens({ type: 'message', from: '+4930111', text: 'yes' });
    expect(call.record.context.vars).toEqual({ reply: '' });
  });

  test('for a message from another number waits for that one', () => {
    const call = callOn(`
      vars: { boss: "+4930999" }
      steps:
        ask: { wait: { for: message, from: "\${vars.boss}" }, on: { timeout: hangup } }
    `);
    call.incoming();
    expect(call.record.context.awaits).toBe('+4930999');
  });

  test('for a message waits no longer once the call is being hung up', () => {
    const call = callOn(`
      steps:
        ask: { wait: { for: message }, on: { timeout: hangup }, next: hangup }
    `);
    call.incoming();
    call.timer();
    expect(call.state).toBe('$hangup');
    expect(call.record.context.awaits).toBe('');
  });

  test('for a message may go on after the end of the call', () => {
    const call = callOn(`
      on: { end: ask }
      vars: { reply: "" }
      steps:
        bye: { hangup: }
        ask: { wait: { for: message, save: reply }, on: { timeout: hangup }, next: hangup }
    `);
    call.incoming();
    call.disconnected();
    expect(call.record.context.awaits).toBe('+4930111');
    call.happens({ type: 'message', from: '+4930111', text: 'thanks' });
    expect(call.record).toMatchObject({ endedAt: 0, context: { vars: { reply: 'thanks' } } });
  });

  test('for the end of a bridge does not wait where there is none', () => {
    const call = callOn(`
      steps:
        hello: { say: Hello. }
        ask: { wait: { for: bridge_end } }
        bye: { say: Bye., next: hangup }
    `);
    call.incoming();
    call.connected();
    call.played();
    expect(call.told.at(-1)).toBe('play Bye.');
  });
});

describe('hold and resume', () => {
  const held = `
    on: { error: sorry }
    steps:
      pause: { hold: }
      again: { resume: }
      bye: { say: Back., next: hangup }
      sorry: { say: "Sorry: \${error.code}." }
  `;

  test('go on when the platform has done it', () => {
    const call = callOn(held);
    call.incoming();
    call.connected();
    expect(call.told.at(-1)).toBe('hold');
    call.happens({ type: 'command_done', number: 2, kind: 'hold', answer: {} });
    expect(call.commands.at(-1)).toMatchObject({ kind: 'hold', hold: false });
    call.happens({ type: 'command_done', number: 3, kind: 'hold', answer: {} });
    expect(call.told.at(-1)).toBe('play Back.');
  });

  test('fail with what the platform says', () => {
    const call = callOn(held);
    call.incoming();
    call.connected();
    call.fails('6111');
    expect(call.told.at(-1)).toBe('play Sorry: 6111.');
  });

  test('take no notice of an answer to an earlier command (R2)', () => {
    const call = callOn(held);
    call.incoming();
    call.connected();
    call.happens({ type: 'command_done', number: 2, kind: 'hold', answer: {} });
    call.happens({ type: 'command_done', number: 2, kind: 'hold', answer: {} });
    expect(call.told).toEqual(['accept', 'hold', 'resume']);
  });
});
