import { describe, expect, test } from 'vitest';
import { callOn, played } from './script.ts';
import type { Row, Script } from './script.ts';

const waiting = `
  on: { error: sorry }
  steps:
    link:
      sms: { template: link, campaign: desk, to: ["+4930333", "+4930444"], wait: delivered, timeout: 30s }
      on: { undelivered: not_there, timeout: nobody_knows }
    there: { say: There., next: hangup }
    not_there: { say: Not there., next: hangup }
    nobody_knows: { say: Nobody knows., next: hangup }
    sorry: { say: "Sorry: \${error.code}.", next: hangup }
`;

type Status = 'sent' | 'delivered' | 'failed' | 'unknown';

function report(call: Script, to: string, status: Status, number = 1) {
  return call.happens({ type: 'delivery', number, reports: [{ to, status }] });
}

function sent(): Script {
  const call = callOn(waiting);
  call.incoming();
  call.done({ job_id: 'j1' });
  return call;
}

describe('sms', () => {
  test('sends to the other end of the call, with what goes into its text', () => {
    const call = callOn(`
      on: { error: sorry }
      vars: { code: "0815" }
      steps:
        link: { sms: { template: link, campaign: 42, from: Acme, data: { code: "\${vars.code}", times: 2 } } }
        bye: { say: Bye. }
        sorry: { say: Sorry. }
    `);
    call.incoming();
    expect(call.commands).toEqual([
      {
        kind: 'sms',
        template: 'link',
        campaign: '42',
        from: 'Acme',
        recipients: [{ to: '+4930111', data: { code: '0815', times: '2' } }],
        reports: false,
        number: 1,
        id: 'default.call-1.1',
      },
    ]);
    expect(call.state).toBe('link');
    call.done({ job_id: 'j1' });
    expect(call.told.at(-1)).toBe('accept');
  });

  test('fails with what the platform says', () => {
    const call = callOn(waiting);
    call.incoming();
    call.fails('OPT_OUT');
    call.connected();
    expect(call.told.at(-1)).toBe('play Sorry: OPT_OUT.');
  });

  test.each([
    ['2h', '1970-01-01T02:00:00'],
    ['2026-12-24T09:00:00', '2026-12-24T09:00:00'],
    ['2026-12-24T09:00:00+01:00', '2026-12-24T08:00:00'],
    ['${vars.day}T09:00:00Z', '2026-12-25T09:00:00'],
  ])('scheduled for %s is sent at %s', (schedule, notBefore) => {
    const call = callOn(`
      vars: { day: "2026-12-25" }
      steps:
        later: { sms: { template: t, campaign: c, schedule: "${schedule}" } }
    `);
    call.incoming();
    expect(call.commands[0]).toMatchObject({ notBefore });
  });

  test('is sent after the end of the call too', () => {
    const call = callOn(`
      on: { end: after }
      steps:
        hello: { say: Hello., next: hangup }
        after: { sms: { template: "\${call.reason}", campaign: c }, on: { failed: hangup } }
        done: { set: { told: true } }
      vars: { told: false }
    `);
    const story: Row[] = [
      ['incoming', 'accept', 'hello.answering'],
      ['disconnected busy', 'sms busy to +4930111', 'after'],
      ['done', '', '$done'],
    ];
    expect(played(call, story)).toEqual(story);
    expect(call.record.context.vars).toEqual({ told: true });
    expect(call.record.endedAt).toBe(0);
  });
});

describe('sms that waits for its delivery', () => {
  test('goes on when all messages have arrived, however the numbers are written', () => {
    const call = sent();
    expect(call.commands[0]).toMatchObject({ reports: true });
    report(call, '+4930333', 'sent');
    report(call, '+4930333', 'delivered');
    report(call, '+4930333', 'delivered');
    expect(call.state).toBe('link.waiting');
    report(call, '4930444', 'delivered');
    expect(call.record.context.step).toBe('there');
  });

  test('does so too when a report overtakes the answer of the platform', () => {
    const call = callOn(waiting);
    call.incoming();
    report(call, '+4930333', 'delivered');
    report(call, '+4930444', 'delivered');
    expect(call.state).toBe('link.sending');
    call.done();
    expect(call.record.context.step).toBe('there');
  });

  test('ends at the first one that cannot be delivered', () => {
    const call = sent();
    report(call, '+4930444', 'failed');
    expect(call.record.context.step).toBe('not_there');
  });

  test('ends when nobody can say in time', () => {
    const call = sent();
    report(call, '+4930333', 'unknown');
    call.wait(30_000).wakes();
    expect(call.record.context.step).toBe('nobody_knows');
  });

  test('does not take a report on another message for its own (R2)', () => {
    const call = sent();
    report(call, '+4930333', 'failed', 7);
    expect(call.state).toBe('link.waiting');
  });

  test('ignores a report on a message of an earlier step (R2)', () => {
    const call = sent();
    report(call, '+4930444', 'failed');
    const { trace } = report(call, '+4930333', 'delivered');
    expect(trace.notes).toMatchObject([{ kind: 'ignored' }]);
  });
});
