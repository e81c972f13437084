/** R6: the time in a bridge has a limit of its own and does not use up that of the flow. */
import { describe, expect, test } from 'vitest';
import { callOn, played } from './script.ts';
import { started } from './several-flows.ts';
import type { Row } from './script.ts';

const flow = `
  on: { error: sorry, end: done }
  limits: { duration: 60s, bridge: 10m }
  vars: { reason: "" }
  steps:
    desk: { connect: { to: "+493011110" }, on: { busy: sorry, no_answer: sorry } }
    goodbye: { say: { stored: goodbye }, next: hangup }
    sorry: { say: { stored: sorry }, next: hangup }
    done: { set: { reason: "\${call.reason} \${error.code}" }, next: hangup }
`;

describe('R6: limits.bridge', () => {
  test('R6: a conversation may last longer than limits.duration, which goes on afterwards', () => {
    const story: Row[] = [
      ['incoming', 'accept', 'desk.answering'],
      ['connected', 'connect +493011110', 'desk.dialing'],
      ['bridged', '', 'desk.bridged'],
      ['waits 500000', '', 'desk.bridged'],
      ['unbridged normal', 'play [goodbye]', 'goodbye.speaking'],
      ['waits 59999', '', 'goodbye.speaking'],
      ['waits 1', 'play [sorry]', 'sorry.speaking'],
    ];
    expect(played(callOn(flow), story)).toEqual(story);
  });

  test('R6: a conversation that outlives limits.bridge is ended', () => {
    const story: Row[] = [
      ['incoming', 'accept', 'desk.answering'],
      ['connected', 'connect +493011110', 'desk.dialing'],
      ['bridged', '', 'desk.bridged'],
      ['waits 599999', '', 'desk.bridged'],
      ['waits 1', 'hangup', '$hangup'],
      ['disconnected normal', '', '$done'],
    ];
    const call = callOn(flow);
    expect(played(call, story)).toEqual(story);
    expect(call.notes).toContainEqual({
      kind: 'failed',
      step: 'desk',
      code: 'limit_bridge',
      message: 'the conversation lasted longer than limits.bridge',
    });
    expect(call.record.context.vars.reason).toBe('normal limit_bridge');
  });

  test('R6: in a flow that another one runs, the finalizers of both know of it', () => {
    const call = started(
      `
name: outer
on: { end: note }
limits: { bridge: 10m }
vars: { why: "" }
steps:
  inner: { run: { flow: inner }, on: { failed: hangup } }
  note: { set: { why: "\${error.code}" } }
`,
      `
name: inner
on: { end: note }
returns: {}
vars: { why: "" }
steps:
  desk: { connect: { to: "+493011110" }, on: { busy: hangup, no_answer: hangup, failed: hangup } }
  note: { set: { why: "\${error.code}" } }
`,
    );
    call.bridged();
    call.wait(600_000).wakes();
    call.disconnected();
    expect(call.notes.filter((note) => note.kind === 'set')).toEqual([
      { kind: 'set', variable: 'why', value: 'limit_bridge' },
      { kind: 'set', variable: 'why', value: 'limit_bridge' },
    ]);
  });

  test('R5: the word that a call was over in a bridge does not run the finalizer twice', () => {
    const call = callOn(flow);
    call.incoming();
    call.connected();
    call.bridged();
    call.unbridged();
    call.fails('CALL_ALREADY_ENDED', { callEnded: true });
    call.disconnected('normal');
    call.wait(10_000).wakes();
    expect(call.notes.filter((note) => note.kind === 'entered' && note.step === 'done')).toHaveLength(1);
    expect(call.record.context.vars.reason).toBe('normal ');
    expect(call.record.timers).toEqual({});
  });
});
