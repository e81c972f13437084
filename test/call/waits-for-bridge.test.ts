/** The platform plays nothing, and connects nobody else, while two people talk: such a step waits until they have ended. */
import { describe, expect, test } from 'vitest';
import { callOn, played } from './script.ts';
import type { Row, Script } from './script.ts';
import { started } from './several-flows.ts';

const WAITS = { kind: 'waits_for_bridge' };

/** A flow whose step `next` is entered with the bridge standing. */
function talking(next: string): Script {
  const call = callOn(`
    on: { error: sorry, end: note }
    limits: { bridge: 10m }
    vars: { ended: 0, pin: '' }
    steps:
      desk:
        connect: { to: "+4930333" }
        on: { bridged: next, busy: sorry, no_answer: sorry }
      next: ${next}
      bye: { say: Bye., next: hangup }
      sorry: { say: "Sorry: \${error.code}.", next: hangup }
      note: { set: { ended: "\${vars.ended + 1}" }, next: hangup }
  `);
  call.incoming();
  call.connected();
  call.bridged();
  return call;
}

describe('while two people talk', () => {
  test.each([
    ['say', '{ say: Hello. }', 'play Hello.'],
    ['say', '{ say: { stored: hello } }', 'play [hello]'],
    [
      'menu',
      '{ menu: { prompt: Press 1., choices: [{ key: 1, goto: bye }] }, on: { exhausted: bye } }',
      'ask Press 1.',
    ],
    [
      'collect',
      '{ collect: { prompt: Your PIN?, digits: 4, save: pin }, on: { exhausted: bye } }',
      'ask Your PIN?',
    ],
    ['connect', '{ connect: { to: "+4930444" }, on: { busy: bye, no_answer: bye } }', 'connect +4930444'],
    ['room', '{ room: { join: help } }', 'join help'],
  ])('a %s step waits until they have ended, and the trace says so', (_verb, next, told) => {
    const call = talking(next);
    expect(call.told).toEqual(['accept', 'connect +4930333']);
    expect(call.state).toBe('next.answering');
    expect(call.notes.at(-1)).toEqual(WAITS);
    call.unbridged();
    expect(call.told.slice(2)).toEqual([told]);
  });

  test.each([
    ['record', '{ record: { start: talk } }', 'record as talk'],
    ['hold', '{ hold: }', 'hold'],
    ['stream', '{ stream: { start: "wss://ear.example.com" } }', 'stream to wss://ear.example.com'],
  ])('a %s step does not wait', (_verb, next, told) => {
    const call = talking(next);
    expect(call.told.at(-1)).toBe(told);
    expect(call.notes).not.toContainEqual(WAITS);
  });

  test('a room is made and its link is sent before the call waits to join it', () => {
    const call = talking('{ room: { create: { name: Help } } }');
    expect(call.told.at(-1)).toBe('create room Help');
    call.done({ room_id: 'r1' });
    expect(call.state).toBe('next.answering');
    call.unbridged();
    expect(call.told.at(-1)).toBe('join r1');
  });

  test('the error path waits too: nobody is cut off by a recording that was refused', () => {
    const call = talking('{ record: { start: talk } }');
    call.fails('6119');
    expect(call.state).toBe('sorry.answering');
    expect(call.told.at(-1)).toBe('record as talk');
    call.unbridged();
    expect(call.told.at(-1)).toBe('play Sorry: 6119.');
    call.played();
    expect(call.told.at(-1)).toBe('hangup');
  });

  test('R6: limits.bridge bounds the wait', () => {
    const call = talking('{ say: Hello. }');
    const story: Row[] = [
      ['waits 599999', '', 'next.answering'],
      ['waits 1', 'hangup', '$hangup'],
      ['disconnected normal', '', '$done'],
    ];
    expect(played(call, story)).toEqual(story);
  });

  test('R5: the end of the call ends the wait, and the finalizer runs once', () => {
    const call = talking('{ say: Hello. }');
    call.disconnected();
    expect(call.told).toEqual(['accept', 'connect +4930333']);
    expect(call.record.context.vars).toMatchObject({ ended: 1 });
  });

  test('R2: a wake while a step waits changes nothing', () => {
    const call = talking('{ say: Hello. }');
    call.wait(60_000).wakes();
    expect(call.state).toBe('next.answering');
    call.unbridged();
    expect(call.told.at(-1)).toBe('play Hello.');
  });

  test('a flow that is run waits as the one does that runs it', () => {
    const call = started(
      `
name: main
on: { error: sorry }
steps:
  desk: { connect: { to: "+4930333" }, on: { bridged: told, busy: sorry, no_answer: sorry } }
  told: { run: { flow: thanks }, next: hangup }
  sorry: { say: Sorry., next: hangup }
`,
      `
name: thanks
steps:
  thanks: { say: Thank you., next: return }
`,
    );
    call.bridged();
    expect(call.state).toBe('thanks.answering');
    call.unbridged();
    expect(call.told.at(-1)).toBe('play Thank you.');
  });
});

describe('a play that is refused because two people talk (6112)', () => {
  const voicemail = `
    on: { error: sorry }
    steps:
      desk: { connect: { to: "+4930333", ring: 20s }, on: { busy: away, no_answer: away } }
      bye: { say: Bye., next: hangup }
      away: { say: Nobody is there., next: hangup }
      sorry: { say: Sorry., next: hangup }
  `;

  test('tells of a party that has answered late, and is no failure (R2)', () => {
    const call = callOn(voicemail);
    call.incoming();
    call.connected();
    call.wait(20_000).wakes();
    expect(call.told.at(-1)).toBe('play Nobody is there.');
    const { trace } = call.fails('6112');
    expect(call.state).toBe('desk.bridged');
    expect(trace.notes[0]).toEqual({ kind: 'bridged_by_refusal' });
    expect(Object.keys(call.record.timers)).toEqual(['bridge_limit']);
    call.bridged();
    call.unbridged();
    expect(call.told.at(-1)).toBe('play Bye.');
  });

  test('tells of a party before the one that is busy, who may still answer', () => {
    const call = callOn(voicemail.replace('"+4930333"', '["+4930333", "+4930444"]'));
    const story: Row[] = [
      ['incoming', 'accept', 'desk.answering'],
      ['connected', 'connect +4930333', 'desk.dialing'],
      ['waits 20000', 'connect +4930444', 'desk.dialing'],
      ['unbridged busy', 'play Nobody is there.', 'away.speaking'],
      ['fails 6112', '', 'desk.bridged'],
    ];
    expect(played(call, story)).toEqual(story);
  });

  test('tells of a party of an earlier try, who may still answer', () => {
    const call = callOn(voicemail.replace('no_answer: away', 'no_answer: desk'));
    const story: Row[] = [
      ['incoming', 'accept', 'desk.answering'],
      ['connected', 'connect +4930333', 'desk.dialing'],
      ['waits 20000', 'connect +4930333', 'desk.dialing'],
      ['unbridged busy', 'play Nobody is there.', 'away.speaking'],
      ['fails 6112', '', 'desk.bridged'],
    ];
    expect(played(call, story)).toEqual(story);
  });

  test.each<[where: string, ...happens: Row[]]>([
    [
      'they have talked before',
      ['bridged', '', 'desk.bridged'],
      ['unbridged normal', 'play Bye.', 'bye.speaking'],
      ['fails 6112', 'play Sorry.', 'sorry.speaking'],
    ],
    [
      'the party was busy',
      ['unbridged busy', 'play Nobody is there.', 'away.speaking'],
      ['fails 6112', 'play Sorry.', 'sorry.speaking'],
    ],
    [
      'the party was never dialled',
      ['fails 6118', 'play Sorry.', 'sorry.speaking'],
      ['fails 6112', 'hangup', '$hangup'],
    ],
  ])('is a failure like any other where %s', (_where, ...happens) => {
    const call = callOn(voicemail);
    call.incoming();
    call.connected();
    expect(played(call, happens)).toEqual(happens);
  });

  test('is a failure like any other where no step has dialled', () => {
    const call = callOn('on: { error: sorry }\nsteps: { hello: { say: Hello. }, sorry: { say: Sorry. } }');
    call.incoming();
    call.connected();
    call.fails('6112');
    expect(call.told.at(-1)).toBe('play Sorry.');
    expect(call.record.timers).not.toHaveProperty('bridge_limit');
  });

  test('does not bring back what was done while they talked', () => {
    const call = talking('{ record: { start: talk } }');
    const story: Row[] = [
      ['done', '', 'bye.answering'],
      ['unbridged normal', 'play Bye.', 'bye.speaking'],
      ['fails 6112', 'play Sorry: 6112.', 'sorry.speaking'],
    ];
    expect(played(call, story)).toEqual(story);
  });
});

describe('where nobody else is on the line', () => {
  test('R10: a call that rings is accepted, and a step begins once somebody hears', () => {
    const call = callOn('steps: { hello: { say: Hello. } }');
    const story: Row[] = [
      ['incoming', 'accept', 'hello.answering'],
      ['waits 9999', '', 'hello.answering'],
      ['waits 1', 'play Hello.', 'hello.speaking'],
    ];
    expect(played(call, story)).toEqual(story);
  });

  test('R11: an outbound call carries its bridge', () => {
    const call = callOn(`
      on: { error: bye }
      steps:
        desk: { connect: { to: "+4930333" }, next: bye, on: { busy: bye, no_answer: bye } }
        bye: { say: Bye., next: hangup }
    `);
    call.places();
    expect(call.told).toEqual(['dial +4930222 and connect +4930333']);
    call.bridged();
    expect(call.state).toBe('desk.bridged');
    call.unbridged();
    expect(call.told.at(-1)).toBe('play Bye.');
  });
});
