import { describe, expect, test } from 'vitest';
import { commandId } from '../../src/call/index.ts';
import type { PlatformEvent } from '../../src/call/index.ts';
import { callOn } from './script.ts';
import type { Script } from './script.ts';

const mailbox = `
  on: { error: sorry, end: note }
  vars: { voice: "", kept: "" }
  steps:
    leave:
      voicemail: { prompt: After the tone., save: voice, shortest: 2s, longest: 60s, silence: 3s }
      on: { silent: nothing }
    thanks: { say: Thank you., next: hangup }
    nothing: { say: Nothing heard., next: hangup }
    sorry: { say: "Sorry: \${error.code}.", next: hangup }
    note: { set: { kept: "\${vars.voice}" } }
`;

const URL = 'https://ringflow.example/recordings/1';

function recording(): Script {
  const call = callOn(mailbox);
  call.incoming();
  call.connected();
  call.played();
  return call;
}

/** The recording that a command started has ended. */
function ends(call: Script, event: Partial<Extract<PlatformEvent, { type: 'recording' }>> = {}): void {
  const command = commandId(call.record.id, call.commands.at(-1)?.number ?? 0);
  call.happens({ type: 'recording', state: 'completed', url: URL, command, ...event });
}

describe('voicemail', () => {
  test('records after its prompt, until a key, silence or the maximum length', () => {
    const call = recording();
    expect(call.commands.at(-1)).toMatchObject({
      kind: 'record_message',
      longestMs: 60_000,
      silenceMs: 3_000,
      terminator: '#',
      beep: true,
    });
    expect(call.record.context.line.voicemail).toBe(3);
  });

  test.each([
    ['long enough', 2_000, 'thanks'],
    ['of unknown length', undefined, 'thanks'],
    ['too short', 1_900, 'nothing'],
    ['without speech', 0, 'nothing'],
  ])('a message %s leads to its outcome', (_what, speechMs, step) => {
    const call = recording();
    const command = commandId(call.record.id, call.commands.at(-1)?.number ?? 0);
    call.happens({ type: 'recording', state: 'started', command });
    expect(call.state).toBe('leave.recording');
    ends(call, { ...(speechMs !== undefined && { speechMs }) });
    expect(call.record.context.step).toBe(step);
    expect(call.record.context.vars.voice).toBe(step === 'thanks' ? URL : '');
    expect(call.record.context.line.voicemail).toBeUndefined();
    expect(call.record.context.call.recordingUrl).toBe(speechMs === 0 ? '' : URL);
  });

  test('a message in which nobody spoke needs no file', () => {
    const call = recording();
    const command = commandId(call.record.id, call.commands.at(-1)?.number ?? 0);
    call.happens({ type: 'recording', state: 'completed', speechMs: 0, command });
    expect(call.record.context.step).toBe('nothing');
  });

  test('the end of an earlier recording changes nothing', () => {
    const call = recording();
    ends(call, { command: commandId(call.record.id, 1) });
    expect(call.state).toBe('leave.recording');
    expect(call.record.context.line.voicemail).toBe(3);
  });

  test.each([
    [
      'a message fails',
      'recording_failed',
      (call: Script) => {
        ends(call, { state: 'failed' });
      },
    ],
    [
      'the end of a message is never reported',
      'recording_lost',
      (call: Script) => {
        call.happens({ type: 'command_taken', number: 3, takenAt: call.at });
        call.wait(70_000).wakes();
      },
    ],
  ])('%s: the flow leads to on.error', (_what, code, happens) => {
    const call = recording();
    happens(call);
    expect(call.record.context.error.code).toBe(code);
    expect(call.record.context.step).toBe('sorry');
  });

  test('a refused message fails with the code of the carrier', () => {
    const call = recording();
    call.fails('unsupported');
    expect(call.record.context.error.code).toBe('unsupported');
    expect(call.record.context.line.voicemail).toBeUndefined();
  });

  test('a message that ends with the call is kept', () => {
    const call = recording();
    ends(call, { speechMs: 5_000 });
    call.happens({ type: 'disconnected', reason: 'normal' });
    expect(call.record.context.vars.kept).toBe(URL);
  });
});
