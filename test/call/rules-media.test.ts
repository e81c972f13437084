/** R8 long texts, R10 answering by itself, R11 what an outbound call carries. */
import { describe, expect, test } from 'vitest';
import { callOn, played } from './script.ts';
import type { Row } from './script.ts';

describe('R8: text over 1,024 characters', () => {
  const sentence = `${'word '.repeat(99)}end.`;

  test('R8: is played in consecutive pieces, each ending with a sentence', () => {
    const call = callOn(`
      vars: { text: "${sentence} ${sentence} ${sentence}" }
      steps:
        hello: { say: "\${vars.text}" }
    `);
    const story: Row[] = [
      ['incoming', 'accept', 'hello.answering'],
      ['connected', `play ${sentence} ${sentence}`, 'hello.speaking'],
      ['played', `play ${sentence}`, 'hello.speaking'],
      ['played', 'hangup', '$hangup'],
    ];
    expect(played(call, story)).toEqual(story);
  });

  test('R8: of a long question only the last piece listens', () => {
    const call = callOn(`
      steps:
        ask:
          menu: { prompt: ["${sentence}", "${sentence}", "${sentence}", "Press 1."], choices: [{ key: 1, goto: hangup }] }
          on: { exhausted: hangup }
    `);
    call.incoming();
    call.connected();
    call.played();
    expect(call.told).toEqual(['accept', `play ${sentence} ${sentence}`, `ask ${sentence} Press 1.`]);
  });
});

describe('R10: an inbound call', () => {
  test('R10: is accepted by its first media step, and only once', () => {
    const call = callOn(`
      vars: { n: 0 }
      steps:
        count: { set: { n: 1 } }
        hello: { say: Hello. }
        ask:
          menu: { prompt: Press 1., choices: [{ key: 1, goto: desk }] }
          on: { exhausted: hangup }
        desk:
          connect: { to: "+49301" }
          on: { busy: hangup, no_answer: hangup }
    `);
    call.incoming();
    expect(call.record.context).toMatchObject({ leg: 'accepting', vars: { n: 1 } });
    for (const event of ['connected', 'played', 'presses 1']) played(call, [[event, '', '']]);
    expect(call.told).toEqual(['accept', 'play Hello.', 'ask Press 1.', 'connect +49301']);
  });

  test('R10: rings on while steps before the first media step run, so that it can be rejected', () => {
    const call = callOn(`
      steps:
        known: { switch: [{ when: call.from == "+4930111", goto: reject }] }
        hello: { say: Hello. }
        reject: { hangup: }
    `);
    call.incoming();
    expect(call.told).toEqual(['hangup']);
    expect(call.record.context.leg).toBe('ringing');
  });

  test('R10: is not accepted when it has connected by itself', () => {
    const call = callOn(`
      steps:
        hello: { say: Hello. }
    `);
    call.incoming();
    call.connected();
    call.connected();
    expect(call.told).toEqual(['accept', 'play Hello.']);
  });
});

describe('R11: an outbound call', () => {
  test('R11: carries its first play', () => {
    const call = callOn(`
      steps:
        hello: { say: "Hello \${call.to}." }
        bye: { say: Bye. }
    `);
    const story: Row[] = [
      ['places', 'dial +4930222 and play Hello +4930222.', 'hello.answering'],
      ['dialed', '', 'hello.answering'],
      ['connected', '', 'hello.speaking'],
      ['played', 'play Bye.', 'bye.speaking'],
    ];
    expect(played(call, story)).toEqual(story);
    expect(call.commands[0]).toEqual({
      kind: 'dial',
      number: 1,
      id: 'default.call-1.1',
      from: '+4930111',
      to: '+4930222',
      onConnect: {
        kind: 'play',
        media: { kind: 'text', text: 'Hello +4930222.', language: 'en-US' },
        promptRef: 'default.call-1.1',
      },
    });
    expect(call.record.voiceId).toBe('v1');
    expect(call.notes).toContainEqual({ kind: 'says', text: 'Hello +4930222.' });
  });

  test('R11: of a prompt with several parts carries the first one', () => {
    const call = callOn(`
      steps:
        hello: { say: [{ stored: a }, { stored: b }, { stored: c }] }
        bye: { say: [{ stored: d }, { stored: e }] }
    `);
    const story: Row[] = [
      ['places', 'dial +4930222 and play [a]', 'hello.answering'],
      ['connected', '', 'hello.speaking'],
      ['played', 'play [b]', 'hello.speaking'],
      ['played', 'play [c]', 'hello.speaking'],
      ['played', 'play [d]', 'bye.speaking'],
      ['played', 'play [e]', 'bye.speaking'],
    ];
    expect(played(call, story)).toEqual(story);
  });

  test('R11: carries its first bridge, and goes on with the hunt list when that fails', () => {
    const call = callOn(`
      steps:
        desk:
          connect: { to: ["+49301", "+49302"], from: "+49309" }
          on: { busy: hangup, no_answer: hangup }
    `);
    const story: Row[] = [
      ['places', 'dial +4930222 and connect +49301', 'desk.answering'],
      ['connected', '', 'desk.dialing'],
      ['unbridged busy', 'connect +49302', 'desk.dialing'],
      ['bridged', '', 'desk.bridged'],
    ];
    expect(played(call, story)).toEqual(story);
    expect(call.commands).toMatchObject([{ onConnect: { from: '+49309' } }, { from: '+49309' }]);
  });

  test('R11: shows the number it was placed from to the party it is bridged to', () => {
    const call = callOn(`
      steps:
        desk:
          connect: { to: "+49301" }
          on: { busy: hangup, no_answer: hangup }
    `);
    call.places();
    expect(call.commands).toMatchObject([{ onConnect: { kind: 'connect', from: '+4930111' } }]);
  });

  test('R11: carries nothing where a question comes first, since that must listen', () => {
    const call = callOn(`
      steps:
        ask:
          menu: { prompt: Press 1., choices: [{ key: 1, goto: hangup }] }
          on: { exhausted: hangup }
    `);
    const story: Row[] = [
      ['places', 'dial +4930222', 'ask.answering'],
      ['connected', 'ask Press 1.', 'ask.listening'],
    ];
    expect(played(call, story)).toEqual(story);
  });

  test('R11: carries nothing where there is nothing to say', () => {
    const call = callOn(`
      vars: { nothing: "" }
      steps:
        hello: { say: "\${vars.nothing}" }
        bye: { say: Bye. }
    `);
    const story: Row[] = [
      ['places', 'dial +4930222', 'hello.answering'],
      ['connected', 'play Bye.', 'bye.speaking'],
    ];
    expect(played(call, story)).toEqual(story);
  });

  test('R11: what it would carry cannot be computed: the error path is dialled', () => {
    const call = callOn(`
      vars: { zero: 0 }
      on: { error: sorry }
      steps:
        hello: { say: "\${1 / vars.zero}", next: hangup }
        sorry: { say: Sorry. }
    `);
    call.places();
    expect(call.told).toEqual(['dial +4930222 and play Sorry.']);
  });

  test.each(['busy', 'no_answer', 'rejected'] as const)(
    'R11: whose callee does not answer (%s) ends',
    (reason) => {
      const call = callOn(`
      vars: { why: "" }
      on: { end: note }
      steps:
        hello: { say: Hello. }
        note: { set: { why: "\${call.reason}" } }
    `);
      call.places();
      call.dialed();
      call.happens({ type: 'ringing' });
      expect(call.disconnected(reason).commands).toEqual([]);
      expect(call.record).toMatchObject({ endedAt: 0, context: { vars: { why: reason } } });
    },
  );

  test.each([false, true])('R11: whose dial is refused ends as failed (call is over: %s)', (callEnded) => {
    const call = callOn(`
      on: { error: sorry }
      steps:
        hello: { say: Hello. }
        sorry: { say: Sorry. }
    `);
    call.places();
    expect(call.fails('6118', { callEnded }).commands).toEqual([]);
    expect(call.record).toMatchObject({ endedAt: 0, context: { call: { reason: 'failed' } } });
  });
});
