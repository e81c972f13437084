import { describe, expect, test } from 'vitest';
import { callOn, played } from './script.ts';
import type { Row } from './script.ts';

describe('reject', () => {
  const late = `
    on: { error: sorry }
    steps:
      hello: { say: Hello. }
      no: { reject: }
      sorry: { say: "Sorry: \${error.code}.", next: hangup }
  `;

  test('refuses a call that rings', () => {
    const call = callOn('steps: { no: { reject: } }');
    const story: Row[] = [
      ['incoming', 'hangup', '$hangup'],
      ['disconnected rejected', '', '$done'],
    ];
    expect(played(call, story)).toEqual(story);
  });

  test('fails when somebody is on the line', () => {
    const call = callOn(late);
    call.incoming();
    call.connected();
    call.played();
    expect(call.told.at(-1)).toBe('play Sorry: not_ringing.');
  });

  test('fails on a call that is our own', () => {
    const call = callOn(
      'on: { error: sorry }\nsteps: { no: { reject: }, sorry: { set: { n: 1 } } }\nvars: { n: 0 }',
    );
    call.places();
    expect(call.record.context.error.code).toBe('not_ringing');
    expect(call.told).toEqual([]);
  });

  test('R10: refuses it after steps that no caller hears', () => {
    const call = callOn(`
      vars: { blocked: true }
      steps:
        known: { set: { blocked: "\${call.from == '+4930111'}" } }
        screen: { switch: [{ when: vars.blocked, goto: no }] }
        hello: { say: Hello., next: hangup }
        no: { reject: }
    `);
    call.incoming();
    expect(call.told).toEqual(['hangup']);
    expect(call.notes).toContainEqual({ kind: 'outcome', step: 'no', outcome: 'done', to: 'hangup' });
  });

  test('R5: the finalizer runs once, and knows why the call ended', () => {
    const call = callOn(`
      on: { end: note }
      vars: { why: "" }
      steps:
        no: { reject: }
        note: { set: { why: "\${vars.why}\${call.reason}." } }
    `);
    call.incoming();
    call.disconnected('rejected');
    expect(call.record.context.vars).toEqual({ why: 'rejected.' });
  });

  test('leads to where its author says when it comes too late', () => {
    const call = callOn(`
      on: { error: sorry }
      steps:
        take: { accept: }
        no: { reject: , on: { failed: bye } }
        bye: { say: Bye., next: hangup }
        sorry: { say: Sorry., next: hangup }
    `);
    call.incoming();
    call.connected();
    expect(call.told).toEqual(['accept', 'play Bye.']);
  });

  test('R6: a call that is accepted but not yet connected does not ring any more', () => {
    const call = callOn(`
      on: { error: sorry }
      steps:
        take: { accept: }
        no: { reject: }
        sorry: { say: "Sorry: \${error.code}.", next: hangup }
    `);
    call.incoming();
    call.wait(10_000).wakes();
    expect(call.record.context.error.code).toBe('not_ringing');
  });
});
