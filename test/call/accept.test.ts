import { describe, expect, test } from 'vitest';
import { callOn, played } from './script.ts';
import type { Row } from './script.ts';

describe('accept', () => {
  const flow = `
    on: { error: sorry }
    steps:
      ring: { wait: 3s }
      take: { accept: }
      pause: { wait: 1s }
      again: { accept: }
      hello: { say: Hello. }
      sorry: { say: Sorry. }
  `;

  test('answers a call that rings; one that is answered goes on at once', () => {
    const call = callOn(flow);
    const story: Row[] = [
      ['incoming', '', 'ring'],
      ['waits 3000', 'accept', 'take.answering'],
      ['connected', '', 'pause'],
      ['waits 1000', 'play Hello.', 'hello.speaking'],
    ];
    expect(played(call, story)).toEqual(story);
  });

  test('places the call that is our own', () => {
    const call = callOn('steps: { take: { accept: }, hello: { say: Hello. } }');
    call.places();
    expect(call.told).toEqual(['dial +4930222']);
    call.connected();
    expect(call.told.at(-1)).toBe('play Hello.');
  });

  test('fails when the platform refuses it', () => {
    const call = callOn(flow);
    call.incoming();
    call.wait(3_000).wakes();
    call.fails('6132');
    expect(call.record.context.error.code).toBe('6132');
  });
});
