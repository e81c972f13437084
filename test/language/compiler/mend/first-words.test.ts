import { describe, expect, test } from 'vitest';
import { compileFlow } from '../../../../src/language/compiler/index.ts';
import { findOtherOutcome } from '../../../../src/language/compiler/mend/other-outcomes.ts';

/** The hints about a step of a flow that has this line. */
function hintsFor(line: string): string[] {
  const text = `ringflow: 1\nname: desk\non: { error: sorry }\nsteps:\n  first:\n${line.replaceAll(/^/gm, '    ')}\n  sorry: { say: Sorry. }\n`;
  return compileFlow({ file: 'flow.yaml', text }).diagnostics.flatMap(({ hint }) => hint ?? []);
}

describe('a word that people try first is answered with what to write instead:', () => {
  test.each([
    ['mailbox:', 'it is called "voicemail" here'],
    ['take_message:', 'it is called "voicemail" here'],
    ['queue: support', 'connect: { to: ["+4930…", "+4930…"], ring: 20s }'],
    ['loop: 3', 'switch: [{ when: vars.tries < 3, goto: … }]'],
    ['while: vars.tries < 3', 'set: { tries: "${vars.tries + 1}" }'],
    ['email: { to: a@example.com }', 'http: { post: https://…, json: { … } }'],
    ['send_email: hello', '"sms"'],
    ['record: { start: a, max: 60s }', 'record: { stop: true }'],
    ['record: { start: a, max_length: 60 }', 'wait: { for: bridge_end, timeout: 30m }'],
    ['record: { start: a, beep: true }', 'use the verb "voicemail"'],
    ['record: { save: m }', 'voicemail: { save: recording, longest: 60s }'],
    ['callback: { to: someone }', 'run: { flow: std/callback }'],
    ['music: waiting.mp3', 'say: { url: https://… }'],
    ['voicemail: { save: m, max: 2m }', 'it is called "longest" here'],
    ['voicemail: { save: m, greeting: Please speak. }', 'it is called "prompt" here'],
    ['voicemail: { save: m, finish_on_key: "#" }', 'it is called "terminator" here'],
    [
      "collect: { prompt: 'Enter your number, then press pound.', digits: { min: 4, max: 9 }, save: n }",
      "write terminator: '#'",
    ],
  ])('%s', (line, sample) => {
    expect(hintsFor(line)).toContainEqual(expect.stringContaining(sample));
  });

  test.each([
    ['menu: { prompt: Press 1., choices: [{ key: 1, goto: sorry }] }\non: { timeout: sorry }', '"no_input"'],
    [
      'collect: { prompt: The year?, digits: 4, save: y }\non: { no_match: sorry }',
      'it is called "exhausted" here',
    ],
    ["connect: { to: '+493012345' }\non: { timeout: sorry }", 'on: { no_answer: <step> }'],
    ["connect: { to: '+493012345' }\non: { answered: sorry }", 'on: { bridged: <step> }'],
    ["http: { get: 'https://example.com/a' }\non: { not_found: sorry }", 'on: { client_error: <step> }'],
  ])('%s', (lines, sample) => {
    expect(hintsFor(lines)).toContainEqual(expect.stringContaining(sample));
  });
});

describe('another word for an outcome', () => {
  test('means the first of our outcomes that the step has', () => {
    const timeout = { verb: 'menu', word: 'time_out' };
    expect(findOtherOutcome({ ...timeout, word: 'timeout', legal: ['silent', 'exhausted'] })).toContain(
      '"silent" here',
    );
    expect(findOtherOutcome({ ...timeout, legal: ['exhausted'] })).toContain('"exhausted" here');
  });

  test('means nothing where the step has no such outcome, or the word is none', () => {
    expect(findOtherOutcome({ verb: 'say', word: 'timeout', legal: ['done'] })).toBeUndefined();
    expect(findOtherOutcome({ verb: 'menu', word: 'constructor', legal: ['exhausted'] })).toBeUndefined();
    expect(findOtherOutcome({ verb: 'menu', word: 'timeout', legal: [] })).toBeUndefined();
  });
});
