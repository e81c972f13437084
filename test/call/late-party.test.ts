/** R2: a party that answers after its ring time, while another flow has taken over. */
import { describe, expect, test } from 'vitest';
import { started } from './several-flows.ts';
import type { Script } from './script.ts';

const desk = (voicemail: string) => `
name: desk
on: { error: sorry, end: note }
vars: { noted: 0 }
steps:
  agent: { connect: { to: "+4930333", ring: 20s }, on: { busy: voicemail, no_answer: voicemail, failed: voicemail } }
  bye: { say: Bye., next: hangup }
  voicemail: ${voicemail}
  sorry: { say: Sorry., next: hangup }
  note: { set: { noted: "\${vars.noted + 1}" } }
`;

const voicemail = `
name: voicemail
on: { end: note }
vars: { noted: 0 }
steps:
  leave: { menu: { prompt: Leave a message., timeout: 9s, choices: [{ key: 1, goto: return }] }, on: { exhausted: return } }
  note: { set: { noted: "\${vars.noted + 1}" } }
`;

/** The ring time has passed, and the other flow speaks. */
function unanswered(...flows: string[]): Script {
  const call = started(...flows);
  call.wait(20_000).wakes();
  expect(call.told.at(-1)).toBe('ask Leave a message.');
  return call;
}

describe('R2: a party that answers late', () => {
  test.each([
    ['is run', [desk('{ run: { flow: voicemail }, next: hangup }'), voicemail]],
    [
      'is run by one that is run',
      [
        desk('{ run: { flow: between }, next: hangup }'),
        `
name: between
steps:
  go: { run: { flow: voicemail }, next: return }
`,
        voicemail,
      ],
    ],
  ])('R2: is noticed while a flow %s, which is left', (_fact, flows) => {
    const call = unanswered(...flows);
    const { commands } = call.bridged();
    expect(commands).toEqual([]);
    expect(call.state).toBe('agent.bridged');
    expect(call.record.context).toMatchObject({ flow: 'desk', frames: [] });
    expect(Object.keys(call.record.timers)).toEqual(['bridge_limit']);
    call.unbridged();
    expect(call.told.at(-1)).toBe('play Bye.');
  });

  test('R2: has the call hung up where the flow that tried it is gone for good', () => {
    const call = unanswered(desk('{ goto: { flow: voicemail } }'), voicemail);
    call.bridged();
    expect(call.told.at(-1)).toBe('hangup');
    call.disconnected();
    expect(call.record.context.vars).toEqual({ noted: 1 });
  });

  test('R2: is not made up where nobody was tried: the flow that is run goes on', () => {
    const call = started(
      `
name: main
steps:
  go: { run: { flow: voicemail }, next: hangup }
`,
      voicemail,
    );
    const { commands, trace } = call.bridged();
    expect(commands).toEqual([]);
    expect(trace.notes).toEqual([{ kind: 'unawaited', event: 'bridged' }]);
    expect(call.record.context.flow).toBe('voicemail');
  });
});
