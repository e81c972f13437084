import { describe, expect, test } from 'vitest';
import { commandId } from '../../src/call/index.ts';
import { callOn, played } from './script.ts';
import type { Row, Script } from './script.ts';

/** A call that is being connected; every outcome says its name. */
function connecting(connect: string): Script {
  const call = callOn(`
    vars: { desk: "+49305", zero: 0 }
    steps:
      desk:
        connect: { ${connect} }
        on: { busy: busy, no_answer: no_answer, failed: failed }
      completed: { say: Completed., next: hangup }
      busy: { say: Busy., next: hangup }
      no_answer: { say: No answer., next: hangup }
      failed: { say: "Failed: \${error.code}.", next: hangup }
  `);
  call.incoming();
  call.connected();
  return call;
}

const ONE = 'to: "+49301"';
const THREE = 'to: ["+49301", "sip:desk@example.com", "${vars.desk}"], ring: 20s';

describe('connect', () => {
  test('shows the number that the caller dialled, unless it is told another', () => {
    expect(connecting(ONE).commands.at(-1)).toMatchObject({ from: '+4930222', to: '+49301' });
    expect(connecting(`${ONE}, from: "\${vars.desk}"`).commands.at(-1)).toMatchObject({ from: '+49305' });
  });

  test.each<[string, Row[]]>([
    [
      'the other party hangs up: completed',
      [
        ['bridged', '', 'desk.bridged'],
        ['unbridged normal', 'play Completed.', 'completed.speaking'],
      ],
    ],
    ['busy', [['unbridged busy', 'play Busy.', 'busy.speaking']]],
    ['no answer', [['unbridged no_answer', 'play No answer.', 'no_answer.speaking']]],
    ['rejected is a failure', [['unbridged rejected', 'play Failed: unreachable.', 'failed.speaking']]],
    [
      'gone without a reason is a failure',
      [['unbridged unknown', 'play Failed: unreachable.', 'failed.speaking']],
    ],
    ['refused by the platform', [['fails 6113', 'play Failed: 6113.', 'failed.speaking']]],
  ])('%s', (_fact, story) => {
    expect(played(connecting(ONE), story)).toEqual(story);
  });

  test('busy, no_answer and failed without an edge of their own follow "unreached"', () => {
    const reach = (reason: 'busy' | 'no_answer' | 'rejected', on: string) => {
      const call = callOn(`
        on: { error: error }
        steps:
          desk: { connect: { to: "+49301" }, on: { ${on} }, next: hangup }
          unreached: { say: Unreached., next: hangup }
          busy: { say: Busy., next: hangup }
          error: { say: Error., next: hangup }
      `);
      call.incoming();
      call.connected();
      call.unbridged(reason);
      return call.told.at(-1);
    };
    expect(reach('busy', 'unreached: unreached')).toBe('play Unreached.');
    expect(reach('no_answer', 'unreached: unreached')).toBe('play Unreached.');
    expect(reach('rejected', 'unreached: unreached')).toBe('play Unreached.');
    expect(reach('busy', 'busy: busy, unreached: unreached')).toBe('play Busy.');
    expect(reach('rejected', 'busy: busy, no_answer: busy')).toBe('play Error.');
  });

  test('a party may ring as long as the flow says, and no longer', () => {
    const story: Row[] = [
      ['waits 29999', '', 'desk.dialing'],
      ['waits 1', 'play No answer.', 'no_answer.speaking'],
    ];
    expect(played(connecting(ONE), story)).toEqual(story);
  });

  test('once bridged it may last', () => {
    const story: Row[] = [
      ['bridged', '', 'desk.bridged'],
      ['waits 600000', '', 'desk.bridged'],
    ];
    expect(played(connecting(ONE), story)).toEqual(story);
  });

  test('keys pressed on the bridge are counted in the trace and change nothing', () => {
    const call = connecting(ONE);
    call.bridged();
    const { commands, trace } = call.happens({ type: 'bridge_digits', digits: '5', lossy: true });
    expect(commands).toEqual([]);
    expect(trace).toMatchObject({ event: { digits: '•' }, state: 'desk.bridged' });
  });

  test('a number that cannot be computed is the outcome "failed"', () => {
    const call = connecting('to: "+49${1 / vars.zero}"');
    expect(call.told).toEqual(['accept', 'play Failed: expression.']);
  });
});

describe('a hunt list', () => {
  test('is tried in order, whatever went wrong with the party before', () => {
    const call = connecting(THREE);
    const story: Row[] = [
      ['unbridged busy', 'connect sip:desk@example.com', 'desk.dialing'],
      ['fails 6113', 'connect +49305', 'desk.dialing'],
      ['bridged', '', 'desk.bridged'],
      ['unbridged normal', 'play Completed.', 'completed.speaking'],
    ];
    expect(call.told.at(-1)).toBe('connect +49301');
    expect(played(call, story)).toEqual(story);
  });

  test('ends with the outcome of its last party', () => {
    const story: Row[] = [
      ['waits 20000', 'connect sip:desk@example.com', 'desk.dialing'],
      ['waits 20000', 'connect +49305', 'desk.dialing'],
      ['unbridged busy', 'play Busy.', 'busy.speaking'],
    ];
    expect(played(connecting(THREE), story)).toEqual(story);
  });

  test('R2: a refusal of the party before is late', () => {
    const call = connecting(THREE);
    call.wait(20_000).wakes();
    const { commands, trace } = call.fails('timeout', { command: 2 });
    expect(commands).toEqual([]);
    expect(trace.notes[0]).toMatchObject({ kind: 'ignored' });
  });

  test('begins with its first party again when the step is entered anew', () => {
    const call = callOn(`
      steps:
        desk:
          connect: { to: ["+49301", "+49302"] }
          on: { busy: desk, no_answer: hangup, failed: hangup }
    `);
    call.incoming();
    call.connected();
    call.unbridged('busy');
    call.unbridged('busy');
    expect(call.told).toEqual(['accept', 'connect +49301', 'connect +49302', 'connect +49301']);
  });
});

describe('the caller hangs up while bridged', () => {
  test('`disconnected` before `bridge_disconnected` ends the call', () => {
    const call = connecting(ONE);
    const story: Row[] = [
      ['bridged', '', 'desk.bridged'],
      ['disconnected normal', '', '$done'],
      ['unbridged normal', '', '$done'],
    ];
    expect(played(call, story)).toEqual(story);
  });

  test('`bridge_disconnected` before `disconnected` goes one step further and then ends the call', () => {
    const call = connecting(ONE);
    const story: Row[] = [
      ['bridged', '', 'desk.bridged'],
      ['unbridged normal', 'play Completed.', 'completed.speaking'],
      ['disconnected normal', '', '$done'],
    ];
    expect(played(call, story)).toEqual(story);
    expect(call.fails('CALL_ALREADY_ENDED', { callEnded: true }).commands).toEqual([]);
  });
});

test('a refusal of the request that made the bridge does not tear it down', () => {
  const call = connecting(ONE);
  call.bridged();
  expect(call.fails('timeout').commands).toEqual([]);
  expect(call.state).toBe('desk.bridged');
});

describe('parties of a hunt list whose carrier tells whom an event is about', () => {
  const second = () => {
    const call = connecting(THREE);
    const last = () => commandId(call.record.id, call.record.context.nextCommand - 1);
    const first = last();
    call.wait(20_000).wakes();
    return { call, first, next: last() };
  };

  test('the end of one that was given up changes nothing', () => {
    const { call, first, next } = second();
    call.happens({ type: 'unbridged', reason: 'no_answer', command: first });
    expect(call.state).toBe('desk.dialing');
    expect(call.told).toHaveLength(3);
    call.happens({ type: 'bridged', command: next });
    call.happens({ type: 'unbridged', reason: 'no_answer', command: first });
    expect(call.state).toBe('desk.bridged');
    call.happens({ type: 'unbridged', reason: 'normal', command: next });
    expect(call.told.at(-1)).toBe('play Completed.');
  });

  test('one that answers after all talks, and the end of the last one does not end that', () => {
    const { call, first, next } = second();
    call.happens({ type: 'bridged', command: first });
    call.happens({ type: 'unbridged', reason: 'no_answer', command: next });
    expect(call.state).toBe('desk.bridged');
    call.happens({ type: 'unbridged', reason: 'normal', command: first });
    expect(call.told.at(-1)).toBe('play Completed.');
  });

  test('the end of the last one leads on', () => {
    const { call, next } = second();
    call.happens({ type: 'unbridged', reason: 'busy', command: next });
    expect(call.told.filter((told) => told.startsWith('connect'))).toHaveLength(3);
  });
});
