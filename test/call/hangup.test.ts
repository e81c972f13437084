import { describe, expect, test } from 'vitest';
import { callOn, played } from './script.ts';
import type { Row } from './script.ts';

describe('hangup', () => {
  test('ends the call, once the platform has said so', () => {
    const call = callOn(`
      steps:
        hello: { say: Hello. }
        bye: { hangup: }
        never: { say: Never. }
    `);
    const story: Row[] = [
      ['incoming', 'accept', 'hello.answering'],
      ['connected', 'play Hello.', 'hello.speaking'],
      ['played', 'hangup', '$hangup'],
      ['disconnected normal', '', '$done'],
    ];
    expect(played(call, story)).toEqual(story);
    expect(call.notes).toContainEqual({ kind: 'outcome', step: 'bye', outcome: 'done', to: 'hangup' });
  });

  test('with a prompt says it and ends the call', () => {
    const call = callOn(`
      steps:
        bye: { hangup: [Thank you., Goodbye.], on: { failed: hangup } }
        never: { say: Never. }
    `);
    const story: Row[] = [
      ['incoming', 'accept', 'bye.answering'],
      ['connected', 'play Thank you. Goodbye.', 'bye.speaking'],
      ['played', 'hangup', '$hangup'],
      ['disconnected normal', '', '$done'],
    ];
    expect(played(call, story)).toEqual(story);
  });

  test('of a call that was never placed ends it without a command', () => {
    const call = callOn(`
      steps:
        bye: { hangup: }
    `);
    call.places();
    expect(call.commands).toEqual([]);
    expect(call.record).toMatchObject({ endedAt: 0, context: { leg: 'ended' } });
  });
});
