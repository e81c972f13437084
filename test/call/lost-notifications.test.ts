/** The platform promises nothing: each notification may be the one that never comes. */
import { describe, expect, test } from 'vitest';
import { voiceId } from '../../src/call/index.ts';
import { callOn, played } from './script.ts';
import type { Row } from './script.ts';
import { started } from './several-flows.ts';

const SAY_THEN_ASK = `
  steps:
    hello: { say: Hello there. }
    ask:
      menu: { prompt: Press 1., choices: [{ key: 1, goto: bye }], attempts: 2 }
      on: { exhausted: bye }
    bye: { hangup: }
`;

describe('`connected` never comes', () => {
  test('on an inbound call: after 10 s it goes on without', () => {
    const story: Row[] = [
      ['incoming', 'accept', 'hello.answering'],
      ['waits 9999', '', 'hello.answering'],
      ['waits 1', 'play Hello there.', 'hello.speaking'],
      ['played', 'ask Press 1.', 'ask.listening'],
    ];
    expect(played(callOn(SAY_THEN_ASK), story)).toEqual(story);
  });

  test('on an outbound call: the end of the play that it carried implies it', () => {
    const story: Row[] = [
      ['places', 'dial +4930222 and play Hello there.', 'hello.answering'],
      ['waits 60000', '', 'hello.answering'],
      ['played', 'ask Press 1.', 'ask.listening'],
    ];
    const call = callOn(SAY_THEN_ASK);
    expect(played(call, story)).toEqual(story);
    expect(call.record.context.leg).toBe('connected');
  });

  test.each<[string, Row[]]>([
    [
      'the bridge that it carried',
      [
        ['bridged', '', 'desk.bridged'],
        ['unbridged normal', 'hangup', '$hangup'],
      ],
    ],
    ['the failure of the bridge that it carried', [['unbridged busy', 'play Busy.', 'busy.speaking']]],
  ])('on an outbound call: %s implies it', (_fact, story) => {
    const call = callOn(`
      steps:
        desk:
          connect: { to: "+49301" }
          on: { busy: busy, no_answer: hangup }
          next: hangup
        busy: { say: Busy. }
    `);
    call.places();
    expect(played(call, story)).toEqual(story);
  });

  test('it comes after the event that implied it, and means nothing then', () => {
    const call = callOn(SAY_THEN_ASK);
    call.places();
    call.played();
    expect(call.connected()).toMatchObject({ commands: [], trace: { state: 'ask.listening' } });
  });
});

describe('`playfinished` never comes', () => {
  test('after the longest that the text can take, and 10 s, the call goes on', () => {
    const story: Row[] = [
      ['incoming', 'accept', 'hello.answering'],
      ['connected', 'play Hello there.', 'hello.speaking'],
      ['waits 11199', '', 'hello.speaking'],
      ['waits 1', 'ask Press 1.', 'ask.listening'],
    ];
    expect(played(callOn(SAY_THEN_ASK), story)).toEqual(story);
  });

  test('a question of several parts gets to its last one all the same', () => {
    const call = callOn(`
      steps:
        ask:
          menu: { prompt: [{ ssml: <speak>One</speak> }, { ssml: <speak>Two</speak> }, Three], choices: [{ key: 1, goto: hangup }] }
          on: { exhausted: hangup }
    `);
    call.incoming();
    call.connected();
    call.timer();
    call.timer();
    expect(call.told.at(-1)).toBe('ask Three');
    expect(call.at).toBe(2 * (300 + 10_000));
  });

  test('it comes late, and means nothing then', () => {
    const call = callOn(SAY_THEN_ASK);
    call.incoming();
    call.connected();
    call.timer();
    expect(call.played({ of: 2 })).toMatchObject({ commands: [], trace: { state: 'ask.listening' } });
  });
});

describe('`menutimeout` never comes', () => {
  test('the question is put again once it has been heard and the timeout has passed', () => {
    const call = callOn(SAY_THEN_ASK);
    call.incoming();
    call.connected();
    call.played();
    const story: Row[] = [
      ['waits 5799', '', 'ask.listening'],
      ['waits 1', 'ask Press 1.', 'ask.listening'],
      ['timer', 'hangup', '$hangup'],
    ];
    expect(played(call, story)).toEqual(story);
  });
});

describe('neither `bridged` nor `bridge_disconnected` comes', () => {
  test('the ring timer ends the wait', () => {
    const call = callOn(`
      steps:
        desk:
          connect: { to: "+49301", ring: 15s }
          on: { busy: hangup, no_answer: voicemail }
        voicemail: { say: Nobody is there. }
    `);
    const story: Row[] = [
      ['incoming', 'accept', 'desk.answering'],
      ['connected', 'connect +49301', 'desk.dialing'],
      ['waits 15000', 'play Nobody is there.', 'voicemail.speaking'],
    ];
    expect(played(call, story)).toEqual(story);
  });
});

test('nothing comes at all: the call still ends', () => {
  const call = callOn(SAY_THEN_ASK);
  call.incoming();
  while (call.record.endedAt === undefined) call.timer();
  expect(call.told.slice(0, 5)).toEqual([
    'accept',
    'play Hello there.',
    'ask Press 1.',
    'ask Press 1.',
    'hangup',
  ]);
  expect(new Set(call.told.slice(4))).toEqual(new Set(['hangup']));
});

describe('R2: a party that answers after its ring time', () => {
  const LATE = `
    on: { error: sorry }
    steps:
      desk: { connect: { to: "+493011110", ring: 10s }, on: { busy: sorry, no_answer: sorry }, next: thanks }
      thanks: { say: { stored: thanks }, next: hangup }
      sorry: { say: { stored: sorry }, next: hangup }
  `;

  test('talks: the step is taken up again until the bridge ends', () => {
    const story: Row[] = [
      ['incoming', 'accept', 'desk.answering'],
      ['connected', 'connect +493011110', 'desk.dialing'],
      ['waits 10000', 'play [sorry]', 'sorry.speaking'],
      ['bridged', '', 'desk.bridged'],
      ['fails 6112', '', 'desk.bridged'],
      ['unbridged normal', 'play [thanks]', 'thanks.speaking'],
    ];
    expect(played(callOn(LATE), story)).toEqual(story);
  });

  test('does not bring back a call that is being hung up', () => {
    const story: Row[] = [
      ['incoming', 'accept', 'desk.answering'],
      ['connected', 'connect +493011110', 'desk.dialing'],
      ['waits 10000', 'play [sorry]', 'sorry.speaking'],
      ['played', 'hangup', '$hangup'],
      ['bridged', '', '$hangup'],
    ];
    expect(played(callOn(LATE), story)).toEqual(story);
  });
});

describe('the beginning of a conversation is told again after its end', () => {
  const menu = '{ menu: { prompt: Press 1., choices: [{ key: 1, goto: sorry }] }, on: { exhausted: sorry } }';
  const desk = (edge: string) =>
    `name: main
steps:
  desk: { connect: { to: "+4930333" }, on: { ${edge}busy: sorry, no_answer: sorry } }
`;

  test.each([
    [
      'in the flow that has dialled',
      [
        `${desk('')}  ask: ${menu}
  sorry: { say: Sorry. }
`,
      ],
    ],
    [
      'in a flow that is run meanwhile',
      [
        `${desk('bridged: run, ')}  run: { run: { flow: ask } }
  sorry: { say: Sorry. }
`,
        `name: ask
steps:
  ask: ${menu}
  sorry: { say: Sorry. }
`,
      ],
    ],
  ])('%s: nobody is kept from the question', (_where, flows) => {
    const call = started(...flows);
    const story: Row[] = [
      ['bridged', '', flows.length === 1 ? 'desk.bridged' : 'ask.answering'],
      ['unbridged normal', 'ask Press 1.', 'ask.listening'],
      ['bridged', '', 'ask.listening'],
      ['presses 1', 'play Sorry.', 'sorry.speaking'],
    ];
    expect(played(call, story)).toEqual(story);
    expect(call.record.timers).not.toHaveProperty('bridge_limit');
  });

  test('and that of the next one is none of it', () => {
    const call =
      started(`${desk('')}  again: { connect: { to: "+4930444" }, on: { busy: sorry, no_answer: sorry } }
  sorry: { say: Sorry. }
`);
    const story: Row[] = [
      ['bridged', '', 'desk.bridged'],
      ['unbridged normal', 'connect +4930444', 'again.dialing'],
      ['bridged', '', 'again.bridged'],
    ];
    expect(played(call, story)).toEqual(story);
  });
});

describe('an accept that is refused', () => {
  test('leaves the call ringing: the error path tries again, and rejects when that fails too', () => {
    const story: Row[] = [
      ['incoming', 'accept', 'hello.answering'],
      ['fails 6132', 'accept', 'sorry.answering'],
      ['fails 6132', 'hangup', '$hangup'],
    ];
    const flow = 'on: { error: sorry }\nsteps:\n  hello: { say: Hello. }\n  sorry: { say: Sorry. }\n';
    expect(played(callOn(flow), story)).toEqual(story);
  });
});

describe('an outbound call whose dial seems to fail', () => {
  const flow = 'steps: { hello: { say: Hello. } }';

  test('goes on when the platform has told of it: an earlier try got through', () => {
    const call = callOn(flow);
    call.places();
    call.happens({ type: 'connected', voiceId: voiceId('v9') } as never);
    call.fails('500', { command: 1 });
    expect(call.record).toMatchObject({ voiceId: 'v9', context: { leg: 'connected' } });
    expect(call.played().commands).toMatchObject([{ kind: 'hangup' }]);
  });

  test('ends when nothing was ever heard of it', () => {
    const call = callOn(flow);
    call.places();
    call.fails('500', { command: 1 });
    expect(call.record.context).toMatchObject({ leg: 'ended', call: { reason: 'failed' } });
  });
});
