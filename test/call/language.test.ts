import { describe, expect, test } from 'vitest';
import { callOn } from './script.ts';

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
