import { describe, expect, test } from 'vitest';
import { callOn, played } from './script.ts';
import type { Row, Script } from './script.ts';

const recorded = `
  on: { error: sorry, end: note }
  vars: { where: "" }
  steps:
    desk:
      connect: { to: "+4930333" }
      on: { bridged: begin, busy: sorry, no_answer: sorry }
    begin:
      record: { start: "desk-\${call.id}" }
      on: { already_recording: talk, name_taken: bye }
    talk:
      wait: { for: bridge_end, timeout: 10m }
      on: { timeout: stop }
      next: bye
    stop: { record: { stop: true } }
    bye: { say: Bye., next: hangup }
    sorry: { say: "Sorry: \${error.code}.", next: hangup }
    note: { set: { where: "\${call.recording_url}" } }
`;

function bridged(): Script {
  const call = callOn(recorded);
  call.incoming();
  call.connected();
  call.bridged();
  return call;
}

describe('record', () => {
  test('begins under its name, and ends when it is told to', () => {
    const call = callOn(recorded);
    const story: Row[] = [
      ['incoming', 'accept', 'desk.answering'],
      ['connected', 'connect +4930333', 'desk.dialing'],
      ['bridged', 'record as desk-default.call-1', 'begin.asking'],
      ['done', '', 'talk.waiting'],
      ['waits 600000', 'stop_recording', 'stop.asking'],
      ['done', '', 'bye.answering'],
      ['unbridged normal', 'play Bye.', 'bye.speaking'],
    ];
    expect(played(call, story)).toEqual(story);
  });

  test.each([
    ['6119', 'sorry.answering', 'play Sorry: 6119.'],
    ['6137', 'bye.answering', 'play Bye.'],
  ])('refused with %s leads where the author says, else to on.error', (code, state, next) => {
    const call = bridged();
    call.fails(code);
    expect(call.state).toBe(state);
    call.unbridged();
    expect(call.told.at(-1)).toBe(next);
  });

  test('refused with 409, as if there were no bridge: the flow speaks once it is told of the end', () => {
    const call = bridged();
    call.fails('409');
    expect(call.state).toBe('sorry.answering');
    call.unbridged();
    expect(call.told.at(-1)).toBe('play Sorry: 409.');
  });

  test('goes on where the call is recorded already', () => {
    const call = bridged();
    call.fails('408');
    expect(call.state).toBe('talk.waiting');
    expect(call.record.context.line.isRecording).toBe(true);
  });

  test('does not begin when the name cannot be made', () => {
    const call = callOn(`
      on: { error: sorry }
      steps:
        begin: { record: { start: "\${string(int('x'))}" } }
        sorry: { say: "Sorry: \${error.code}." }
    `);
    call.incoming();
    call.connected();
    expect(call.told).toEqual(['accept', 'play Sorry: expression.']);
  });
});

describe('where a recording is fetched', () => {
  const url = 'https://platform.example/r1.wav';

  test('can be read once the platform tells it', () => {
    const call = bridged();
    call.done();
    expect(call.record.context.line.recording).toEqual(expect.any(Number));
    call.happens({ type: 'recording', state: 'completed', url });
    expect(call.record.context.line).toMatchObject({ isRecording: false });
    expect(call.record.context.line).not.toHaveProperty('recording');
    call.disconnected();
    expect(call.record.context.vars).toEqual({ where: url });
  });

  test('is told at the end of the call at the latest, in time for the finalizer', () => {
    const call = bridged();
    call.done();
    call.happens({ type: 'disconnected', reason: 'normal', recordingUrl: url });
    expect(call.record.context.vars).toEqual({ where: url });
  });

  test('is kept when it comes after the end', () => {
    const call = bridged();
    call.disconnected();
    call.happens({ type: 'recording', state: 'completed', url });
    expect(call.record.context.call.recordingUrl).toBe(url);
  });
});
