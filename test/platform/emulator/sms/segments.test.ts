import { describe, expect, test } from 'vitest';
import { encodeText, encodeBinary } from '../../../../src/platform/emulator/model/sms/message-text.ts';

describe('sms.md 8: segments', () => {
  test.each([
    ['nothing', '', 1],
    ['160 characters', 'a'.repeat(160), 1],
    ['161 characters', 'a'.repeat(161), 2],
    ['two full parts', 'a'.repeat(306), 2],
    ['one more', 'a'.repeat(307), 3],
    ['seven full parts', 'a'.repeat(1_071), 7],
    ['one more than seven parts', 'a'.repeat(1_072), 8],
    ['umlauts of the alphabet', 'ä'.repeat(160), 1],
    ['80 euro signs', '€'.repeat(80), 1],
    ['81 euro signs', '€'.repeat(81), 2],
    ['every character of the extension twice', '\f^{}\\[~]|€'.repeat(8), 1],
    ['the same and one letter', `${'\f^{}\\[~]|€'.repeat(8)}a`, 2],
    ['a euro sign that would be cut in two', `${'a'.repeat(152)}€${'a'.repeat(152)}`, 3],
  ])('GSM-7: %s', (_what, text, segments) => {
    expect(encodeText(text, 'auto')).toEqual({ text, coding: 'gsm7', segments });
  });

  test.each([
    ['70 characters', '語'.repeat(70), 1],
    ['71 characters', '語'.repeat(71), 2],
    ['seven full parts', '語'.repeat(469), 7],
    ['one more than seven parts', '語'.repeat(470), 8],
    ['35 pairs', '😀'.repeat(35), 1],
    ['a pair that would be cut in two', `${'語'.repeat(66)}😀${'語'.repeat(66)}`, 3],
    ['one foreign letter among many', `語${'a'.repeat(70)}`, 2],
  ])('Unicode: %s', (_what, text, segments) => {
    expect(encodeText(text, 'auto')).toEqual({ text, coding: 'ucs2', segments });
  });

  test('unicode is used for a text that would not need it', () => {
    expect(encodeText('a'.repeat(71), 'unicode')).toMatchObject({ coding: 'ucs2', segments: 2 });
  });

  test('plain replaces what GSM-7 does not have', () => {
    expect(encodeText('a語😀€', 'plain')).toEqual({ text: 'a??€', coding: 'gsm7', segments: 1 });
  });

  test.each([
    ['140 octets', 'a'.repeat(140), 1],
    ['141 octets', 'a'.repeat(141), 2],
    ['70 umlauts', 'ä'.repeat(70), 1],
    ['71 umlauts', 'ä'.repeat(71), 2],
  ])('binary: %s', (_what, text, segments) => {
    expect(encodeBinary(text)).toEqual({ text, coding: 'octets', segments });
  });
});
