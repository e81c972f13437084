import { describe, expect, test } from 'vitest';
import { callOn, played } from './script.ts';
import type { Row } from './script.ts';

describe('say', () => {
  test('waits for the end of the play and goes on', () => {
    const call = callOn(`
      steps:
        hello: { say: Welcome. }
        bye: { say: Goodbye. }
    `);
    const story: Row[] = [
      ['incoming', 'accept', 'hello.answering'],
      ['connected', 'play Welcome.', 'hello.speaking'],
      ['played', 'play Goodbye.', 'bye.speaking'],
      ['played', 'hangup', '$hangup'],
      ['disconnected normal', '', '$done'],
    ];
    expect(played(call, story)).toEqual(story);
  });

  test('plays a list one after the other', () => {
    const call = callOn(`
      steps:
        hello: { say: [One., { stored: chime }, { url: "https://a.example/b.wav" }, { ssml: <speak>Two</speak> }] }
    `);
    const story: Row[] = [
      ['incoming', 'accept', 'hello.answering'],
      ['connected', 'play One.', 'hello.speaking'],
      ['played', 'play [chime]', 'hello.speaking'],
      ['played', 'play https://a.example/b.wav', 'hello.speaking'],
      ['played', 'play <speak>Two</speak>', 'hello.speaking'],
      ['played', 'hangup', '$hangup'],
    ];
    expect(played(call, story)).toEqual(story);
  });

  test('speaks the values of the call', () => {
    const call = callOn(`
      vars: { name: R&D }
      steps:
        plain: { say: "You are \${call.from}, \${vars.name}." }
        marked: { say: { ssml: "<speak>\${vars.name}</speak>" } }
    `);
    call.incoming();
    call.connected();
    call.played();
    expect(call.told.slice(1)).toEqual(['play You are +4930111, R&D.', 'play <speak>R&amp;D</speak>']);
  });

  test('with nothing to say it goes on at once', () => {
    const call = callOn(`
      vars: { name: "" }
      steps:
        empty: { say: "\${vars.name}" }
        bye: { say: Goodbye. }
    `);
    call.incoming();
    call.connected();
    expect(call.told).toEqual(['accept', 'play Goodbye.']);
  });

  test('a text that has the name of something in every object is spoken', () => {
    const call = callOn(`
      steps:
        hello: { say: toString }
    `);
    call.incoming();
    call.connected();
    expect(call.told).toEqual(['accept', 'play toString']);
  });

  test('a play that is refused is the outcome "failed"', () => {
    const call = callOn(`
      steps:
        hello: { say: Welcome., on: { failed: other } }
        never: { say: Never. }
        other: { say: "It was \${error.code}: \${error.message} in \${error.step}." }
    `);
    const story: Row[] = [
      ['incoming', 'accept', 'hello.answering'],
      ['connected', 'play Welcome.', 'hello.speaking'],
      ['fails 6120', 'play It was 6120: refused in hello.', 'other.speaking'],
    ];
    expect(played(call, story)).toEqual(story);
  });

  test('a text whose value cannot be computed is the outcome "failed", and nothing is played', () => {
    const call = callOn(`
      vars: { zero: 0 }
      steps:
        sum: { say: "\${1 / vars.zero}", on: { failed: other } }
        never: { say: Never. }
        other: { say: "Code \${error.code} in \${error.step}." }
    `);
    call.incoming();
    call.connected();
    expect(call.told).toEqual(['accept', 'play Code expression in sum.']);
  });

  test('a step that leads to itself when it fails is entered anew, until the limit', () => {
    const call = callOn(`
      limits: { steps: 3 }
      steps:
        hello: { say: Welcome., on: { failed: hello } }
    `);
    const story: Row[] = [
      ['incoming', 'accept', 'hello.answering'],
      ['connected', 'play Welcome.', 'hello.speaking'],
      ['fails 6120', 'play Welcome.', 'hello.speaking'],
      ['fails 6120', 'play Welcome.', 'hello.speaking'],
      ['fails 6120', 'hangup', '$hangup'],
    ];
    expect(played(call, story)).toEqual(story);
  });

  test('what the caller is made to hear is noted', () => {
    const call = callOn(`
      steps:
        hello: { say: [One., { stored: chime }, { url: "https://a.example/b.wav" }, { ssml: "<speak>Two &amp; <s>three</s></speak>" }] }
    `);
    call.incoming();
    call.connected();
    for (let part = 0; part < 4; part += 1) call.played();
    expect(call.notes.filter(({ kind }) => kind === 'says')).toEqual([
      { kind: 'says', text: 'One.' },
      { kind: 'says', text: 'stored prompt chime' },
      { kind: 'says', text: 'https://a.example/b.wav' },
      { kind: 'says', text: 'Two & three' },
    ]);
  });
});
