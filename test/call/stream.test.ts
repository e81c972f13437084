import { describe, expect, test } from 'vitest';
import { callOn, played } from './script.ts';
import type { Row, Script } from './script.ts';

const agent = `
  on: { error: sorry }
  steps:
    agent:
      stream: { to: "wss://agent.example.com/\${call.id}", timeout: 1m }
      on: { timeout: desk }
    bye: { say: Bye., next: hangup }
    desk: { say: A person., next: hangup }
    sorry: { say: "Sorry: \${error.code}.", next: hangup }
`;

function streaming(): Script {
  const call = callOn(agent);
  call.incoming();
  call.connected();
  return call;
}

describe('stream', () => {
  test('goes on when the other side has ended it', () => {
    const call = streaming();
    expect(call.told.at(-1)).toBe('stream to wss://agent.example.com/default.call-1');
    call.done();
    expect(call.state).toBe('agent.streaming');
    expect(call.record.context.line.stream).toBe(2);
    call.happens({ type: 'stream_ended', failed: false });
    expect(call.told.at(-1)).toBe('play Bye.');
    expect(call.record.context.line.stream).toBeUndefined();
  });

  test('fails when it breaks', () => {
    const call = streaming();
    call.happens({ type: 'stream_ended', failed: true, detail: 'cut' });
    expect(call.told.at(-1)).toBe('play Sorry: stream_failed.');
    expect(call.record.context.error.message).toBe('the stream broke: cut');
  });

  test('fails when the platform refuses it', () => {
    const call = streaming();
    call.fails('6101');
    expect(call.record.context.line.stream).toBeUndefined();
    expect(call.told.at(-1)).toBe('play Sorry: 6101.');
  });

  test('is stopped when its time is over, and its end is waited for (R2)', () => {
    const call = streaming();
    call.wait(60_000).wakes();
    expect(call.told.at(-1)).toBe('stop_stream');
    call.happens({ type: 'stream_ended', failed: false });
    expect(call.told.at(-1)).toBe('play A person.');
  });

  test.each<[string, (call: Script) => unknown]>([
    ['of whose end nothing is told', (call) => call.wait(5_000).wakes()],
    ['that has ended already', (call) => call.fails('404')],
  ])('which is to be stopped, %s, is over all the same', (_fact, happens) => {
    const call = streaming();
    call.wait(60_000).wakes();
    happens(call);
    expect(call.told.at(-1)).toBe('play A person.');
  });

  test('R2: is not ended by the late end of one that was stopped', () => {
    const call = callOn(`
      on: { error: bye }
      steps:
        first: { stream: { to: "wss://first.example.com", timeout: 1m }, on: { timeout: second } }
        second: { stream: { to: "wss://second.example.com", timeout: 5m }, next: bye, on: { timeout: bye } }
        bye: { say: Bye., next: hangup }
    `);
    call.incoming();
    call.connected();
    call.wait(60_000).wakes();
    call.done();
    call.wait(5_000).wakes();
    expect(call.state).toBe('second.streaming');
    const late = call.happens({ type: 'stream_ended', failed: false });
    expect(late.trace.notes).toEqual([{ kind: 'ignored', why: 'stream_stopped', command: 3 }]);
    expect(call.state).toBe('second.streaming');
    expect(call.record.context.line.stream).toBe(4);
    call.happens({ type: 'stream_ended', failed: false });
    expect(call.told.at(-1)).toBe('play Bye.');
  });

  const stopped = `
    on: { error: agent }
    steps:
      begin: { stream: { start: "wss://ear.example.com" } }
      stop: { stream: { stop: true }, next: agent }
      agent: { stream: { to: "wss://agent.example.com" } }
      bye: { say: Bye., next: hangup }
  `;

  test('R2: is not ended by the late end of one that went on beside other steps', () => {
    const call = callOn(stopped);
    call.incoming();
    call.connected();
    call.done();
    call.done();
    call.happens({ type: 'stream_ended', failed: false });
    expect(call.state).toBe('agent.streaming');
  });

  test.each<[string, (call: Script) => unknown]>([
    ['could not be stopped', (call) => call.fails('404')],
    [
      'had ended before',
      (call) => [call.happens({ type: 'stream_ended', failed: false }), call.fails('404')],
    ],
  ])('ends by itself where one beside it %s', (_fact, happens) => {
    const call = callOn(stopped);
    call.incoming();
    call.connected();
    call.done();
    happens(call);
    expect(call.state).toBe('agent.streaming');
    call.happens({ type: 'stream_ended', failed: false });
    expect(call.told.at(-1)).toBe('play Bye.');
  });

  test('R11: goes out with the call that we place', () => {
    const call = callOn(agent);
    const story: Row[] = [
      ['places', 'dial +4930222 and stream wss://agent.example.com/default.call-1', 'agent.answering'],
      ['dialed', '', 'agent.answering'],
      ['connected', '', 'agent.streaming'],
      ['waits 60000', 'stop_stream', 'agent.stopping'],
    ];
    expect(played(call, story)).toEqual(story);
    expect(call.record.context.line.stream).toBe(1);
  });

  test('may go on beside other steps', () => {
    const call = callOn(`
      on: { error: sorry }
      steps:
        begin: { stream: { start: "wss://ear.example.com" } }
        hello: { say: Hello. }
        stop: { stream: { stop: true } }
        sorry: { say: Sorry. }
    `);
    const story: Row[] = [
      ['incoming', 'accept', 'begin.answering'],
      ['connected', 'stream to wss://ear.example.com', 'begin.asking'],
      ['done', 'play Hello.', 'hello.speaking'],
      ['played', 'stop_stream', 'stop.asking'],
      ['fails 500', 'play Sorry.', 'sorry.speaking'],
    ];
    expect(played(call, story)).toEqual(story);
  });
});
