/** R6 limits.duration and the hang-up that nobody confirms, R7 what belongs to a call. */
import { describe, expect, test } from 'vitest';
import { advance, callId } from '../../src/call/index.ts';
import { runnableOf } from '../builders/flow.ts';
import { callOn, played, Script } from './script.ts';
import type { Row } from './script.ts';

describe('R6: limits.duration', () => {
  const flow = (error: string) => `
    ${error}
    limits: { duration: 20s }
    steps:
      hello: { say: { stored: long } }
      bye: { hangup: }
      sorry: { say: { stored: sorry }, next: hangup }
  `;

  test('R6: takes the error path, which has a minute', () => {
    const story: Row[] = [
      ['incoming', 'accept', 'hello.answering'],
      ['connected', 'play [long]', 'hello.speaking'],
      ['waits 19999', '', 'hello.speaking'],
      ['waits 1', 'play [sorry]', 'sorry.speaking'],
      ['waits 59999', '', 'sorry.speaking'],
      ['waits 1', 'hangup', '$hangup'],
      ['disconnected normal', '', '$done'],
    ];
    const call = callOn(flow('on: { error: sorry }'));
    expect(played(call, story)).toEqual(story);
    expect(call.record.context.error).toMatchObject({ code: 'limit_duration', step: 'hello' });
  });

  test('R6: hangs up where there is no error path', () => {
    const call = callOn(flow(''));
    call.incoming();
    call.connected();
    expect(call.wait(20_000).wakes().commands).toMatchObject([{ kind: 'hangup' }]);
  });

  test('R6: hangs up a call that is on its error path already', () => {
    const call = callOn(flow('on: { error: sorry }'));
    call.incoming();
    call.connected();
    call.fails('6120');
    expect(call.state).toBe('sorry.speaking');
    expect(call.wait(20_000).wakes().commands).toMatchObject([{ kind: 'hangup' }]);
  });

  test('R6: does not disturb a call that is being hung up', () => {
    const story: Row[] = [
      ['incoming', 'accept', 'hello.answering'],
      ['connected', 'play [long]', 'hello.speaking'],
      ['waits 15000', '', 'hello.speaking'],
      ['played', 'hangup', '$hangup'],
      ['waits 5000', '', '$hangup'],
      ['waits 25000', 'hangup', '$hangup'],
    ];
    expect(played(callOn(flow('on: { error: sorry }')), story)).toEqual(story);
  });

  test('R6: nor does the limit of a bridge that is told of late', () => {
    const call = callOn(`
      limits: { bridge: 10s }
      steps: { bye: { hangup: } }
    `);
    const story: Row[] = [
      ['incoming', 'hangup', '$hangup'],
      ['bridged', '', '$hangup'],
      ['waits 10000', '', '$hangup'],
      ['waits 20000', 'hangup', '$hangup'],
    ];
    expect(played(call, story)).toEqual(story);
  });

  test('R6: a call that rings for ever on the platform ends too', () => {
    const call = callOn(flow(''));
    call.places();
    while (call.record.endedAt === undefined) call.timer();
    expect(call.told).toEqual(['dial +4930222 and play [long]', ...Array<string>(10).fill('hangup')]);
    expect(call.at).toBe(20_000 + 10 * 30_000);
  });
});

describe('R6: a hang-up that the platform never confirms', () => {
  test('R6: is tried again every 30 s, counts as done after ten times, and the finalizer runs', () => {
    const call = callOn(`
      vars: { why: "" }
      on: { end: note }
      steps:
        bye: { hangup: }
        note: { set: { why: "\${call.reason}" } }
    `);
    const story: Row[] = [
      ['incoming', 'hangup', '$hangup'],
      ['waits 29999', '', '$hangup'],
      ...Array<Row>(9).fill(['waits 30000', 'hangup', '$hangup']),
      ['waits 30000', '', '$done'],
    ];
    expect(played(call, story)).toEqual(story);
    expect(call.record.context).toMatchObject({ vars: { why: 'unknown' }, leg: 'ended' });
  });
});

describe('R5: a refusal that says the call is over', () => {
  const flow = `
    vars: { why: "" }
    on: { end: note, error: sorry }
    steps:
      hello: { say: Hello. }
      sorry: { say: Sorry., next: hangup }
      note: { set: { why: "\${call.reason}" } }
  `;
  function over(): Script {
    const call = callOn(flow);
    call.incoming();
    call.connected();
    call.fails('CALL_ALREADY_ENDED', { callEnded: true });
    return call;
  }

  test('R5: waits a moment for `disconnected`, which knows why', () => {
    const call = over();
    expect(call.told).toEqual(['accept', 'play Hello.']);
    call.wait(1_000).disconnected('normal');
    expect(call.state).toBe('$done');
    expect(call.record.context.vars.why).toBe('normal');
  });

  test('R5: and ends the call where that never comes, whatever else is refused meanwhile', () => {
    const call = over();
    call.wait(4_000).fails('CALL_ALREADY_ENDED', { callEnded: true });
    expect(call.record.endedAt).toBeUndefined();
    call.wait(1_000).wakes();
    expect(call.record).toMatchObject({ endedAt: 5_000, context: { vars: { why: 'unknown' } } });
    expect(call.told).toEqual(['accept', 'play Hello.']);
  });
});

describe('R7: variables, counters, language and version belong to the call', () => {
  const yaml = `
    languages: [en-US, de-DE]
    vars: { n: 0 }
    steps:
      count: { set: { n: "\${vars.n + 1}" } }
      german: { language: de-DE }
      ask:
        menu: { prompt: Press 1., choices: [{ key: 1, goto: count }] }
        on: { exhausted: hangup }
  `;

  test('R7: two calls on one flow do not know of each other', () => {
    const flow = runnableOf(yaml);
    const [one, other] = [new Script(flow), new Script(flow)];
    for (const call of [one, other]) {
      call.incoming();
      call.connected();
    }
    one.presses('1');
    one.silence();
    expect(one.record.context).toMatchObject({ vars: { n: 2 }, language: 'de-DE', input: { noInput: 1 } });
    expect(other.record.context).toMatchObject({ vars: { n: 1 }, input: { noInput: 0 } });
  });

  test('R7: a call begins with the initial values, and keeps its name, numbers and version', () => {
    const call = callOn(yaml);
    call.wait(5).incoming();
    const { flow } = call.flow;
    expect(call.record).toMatchObject({
      format: 3,
      id: callId('default.call-1'),
      flow: { name: 'case', version: flow.version },
      startedAt: 5,
      context: { call: { from: '+4930111', to: '+4930222', direction: 'inbound', reason: '' } },
    });
    const later = advance(call.flow, call.record, { type: 'connected', at: 6 });
    expect(later.record.flow).toEqual(call.record.flow);
  });
});
