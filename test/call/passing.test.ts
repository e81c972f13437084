/** The steps that take no time: switch, set, language, hangup. */
import { describe, expect, test } from 'vitest';
import { callOn, played } from './script.ts';
import type { Row } from './script.ts';

describe('switch', () => {
  const flow = (tier: string) => `
    vars: { tier: ${tier}, zero: 0 }
    steps:
      desk:
        switch:
          - { when: vars.tier == "gold", goto: gold }
          - { when: 'vars.tier.startsWith("g")', goto: green }
      standard: { say: Standard., next: hangup }
      gold: { say: Gold., next: hangup }
      green: { say: Green., next: hangup }
  `;

  test.each([
    ['the first case that is true', 'gold', 'play Gold.'],
    ['a later case where the first is false', 'grey', 'play Green.'],
    ['the step below where none is true', 'iron', 'play Standard.'],
  ])('leads to %s', (_fact, tier, told) => {
    const call = callOn(flow(tier));
    call.incoming();
    call.connected();
    expect(call.told).toEqual(['accept', told]);
  });

  test('says what it found, up to the case that was true', () => {
    const call = callOn(flow('gold'));
    call.incoming();
    expect(call.notes.slice(0, 3)).toEqual([
      { kind: 'entered', step: 'desk', verb: 'switch' },
      { kind: 'because', text: 'vars.tier == "gold" is true' },
      { kind: 'outcome', step: 'desk', outcome: 'case_1', to: 'gold' },
    ]);
  });

  test('a condition without a value is the outcome "failed"', () => {
    const call = callOn(`
      vars: { zero: 0 }
      steps:
        desk:
          switch: [{ when: 1 / vars.zero == 1, goto: never }]
          on: { failed: other }
        never: { say: Never. }
        other: { say: "\${error.code} in \${error.step}" }
    `);
    call.incoming();
    call.connected();
    expect(call.told).toEqual(['accept', 'play expression in desk']);
  });
});

describe('set', () => {
  test('gives variables of every type new values', () => {
    const call = callOn(`
      vars: { text: a, whole: 1, half: 0.5, open: false }
      steps:
        first: { set: { text: "\${vars.text}b\${vars.whole}", whole: "\${vars.whole + 1}", half: 2, open: true } }
        second: { set: { half: "\${vars.half * 1.5}", open: "\${vars.whole > 5}", text: "plain $\${x}" } }
    `);
    call.incoming();
    expect(call.record.context.vars).toEqual({ text: 'plain ${x}', whole: 2, half: 3, open: false });
    expect(call.notes).toContainEqual({ kind: 'set', variable: 'text', value: 'ab1' });
  });

  test('later assignments of one step see the earlier ones', () => {
    const call = callOn(`
      vars: { a: 1, b: 0 }
      steps:
        both: { set: { a: 2, b: "\${vars.a + 1}" } }
    `);
    call.incoming();
    expect(call.record.context.vars).toEqual({ a: 2, b: 3 });
  });

  test('a value that cannot be computed is the outcome "failed"', () => {
    const call = callOn(`
      vars: { a: 1, zero: 0 }
      steps:
        sum: { set: { a: "\${1 / vars.zero}" }, on: { failed: other } }
        never: { say: Never. }
        other: { say: "\${error.code} in \${error.step}" }
    `);
    call.incoming();
    call.connected();
    expect(call.told).toEqual(['accept', 'play expression in sum']);
    expect(call.record.context.vars.a).toBe(1);
  });
});

describe('language', () => {
  test('changes what the caller hears from there on; what lacks a translation falls back', () => {
    const call = callOn(`
      languages: [en-US, de-DE, fr-FR]
      prompts:
        hello: { en-US: Hello., de-DE: Hallo., fr-FR: Bonjour. }
        first_two: { en-US: Bye., de-DE: Tschüss. }
      steps:
        before: { say: hello }
        to_french: { language: fr-FR }
        after: { say: hello }
        fallback: { say: first_two }
        text: { say: "In \${call.language}." }
    `);
    call.incoming();
    call.connected();
    for (let step = 0; step < 3; step += 1) call.played();
    expect(call.commands.slice(1)).toMatchObject([
      { media: { text: 'Hello.', language: 'en-US' } },
      { media: { text: 'Bonjour.', language: 'fr-FR' } },
      { media: { text: 'Bye.', language: 'en-US' } },
      { media: { text: 'In fr-FR.', language: 'fr-FR' } },
    ]);
  });

  test('a call begins in the first language of its flow', () => {
    const call = callOn(`
      languages: [de-DE, en-US]
      steps:
        bye: { hangup: }
    `);
    call.incoming();
    expect(call.record.context.language).toBe('de-DE');
  });
});

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
