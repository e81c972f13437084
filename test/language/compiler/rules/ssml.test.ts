import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ELEMENTS,
  FORMATS,
  findVoiceProblem,
} from '../../../../src/language/compiler/rules/speech-values.ts';
import { readSsml } from '../../../../src/language/compiler/rules/read-ssml.ts';

const problems = (text: string) =>
  readSsml(text).problems.map(({ message, start, end }) => [text.slice(start, end), message]);

describe('an SSML document', () => {
  test.each([
    '<speak>Hello.</speak>',
    ' <speak\n version="1.0" xml:lang=\'en-US\' > Hello. </speak > ',
    '<speak><p>One<break/></p><break time="1s" /></speak>',
    '<speak><!-- <p> & --><![CDATA[ <p> & ]]><?mark a<b?> a > b &lt; &#60; &#x3C;</speak><!-- end -->',
    '<speak><sub alias="a > b">c</sub></speak>',
  ])('%j is well-formed', (text) => {
    expect(problems(text)).toEqual([]);
  });

  test.each<[string, ...[found: string, message: string][]]>([
    ['<speak>Hello', ['<speak>', '<speak> is not closed']],
    ['<speak>a & b</speak>', ['&', '"&" must be escaped in SSML']],
    ['<speak>&nbsp;</speak>', ['&', '"&" must be escaped in SSML']],
    ['<speak>1 < 2</speak>', ['<', '"<" must be escaped in SSML']],
    ['<speak><p>a<s>b</p></speak>', ['<s>', '<s> is not closed before </p>']],
    ['<speak>a</p></speak>', ['</p>', '</p> closes nothing']],
    ['<speak>a</speak> b <i/>', ['b <i/>', 'nothing can follow </speak>']],
    ['<speak>a</speak', ['</speak', 'the tag is not closed by ">"']],
    ['<speak><p a=1>b</p></speak>', ['a=1', 'an attribute is written name="value"']],
    ['<speak><p a="1" a="2">b</p></speak>', ['a="2"', 'the attribute "a" is given twice']],
    ['<speak><speak>a</speak></speak>', ['<speak>', '<speak> is nested inside another one']],
    ['<speak><p a="1>b</p></speak>', ['a="1', 'an attribute is written name="value"']],
    [
      '<speak>a<!-- b</speak>',
      ['<!--', '"<!--" is not closed by "-->"'],
      ['<speak>', '<speak> is not closed'],
    ],
    ['<speak><p>b</p a="1"></speak>', ['</p a="1">', 'a closing tag contains only its name']],
  ])('%j is none', (text, ...expected) => {
    expect(problems(text)).toEqual(expected);
  });

  test('that holds only space says nothing, one with a pause does', () => {
    const isEmpty = (text: string) => readSsml(text).isEmpty;
    expect(['<speak> </speak>', '<speak><!-- a --></speak>', '<speak/>'].map(isEmpty)).toEqual([
      true,
      true,
      true,
    ]);
    expect(
      ['<speak>a</speak>', '<speak><break/></speak>', '<speak><![CDATA[a]]></speak>'].map(isEmpty),
    ).toEqual([false, false, false]);
  });

  test('is read to its end, whatever stands in it', () => {
    const pieces = [
      '<',
      '>',
      '/',
      '&',
      '"',
      "'",
      '=',
      ' ',
      'a',
      '<speak>',
      '</speak>',
      '<p a="b">',
      '<!--',
      '-->',
      '<![CDATA[',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces)), (parts) => {
        const text = parts.join('');
        for (const { start, end } of readSsml(text).problems) {
          expect(start).toBeLessThan(end);
          expect(end).toBeLessThanOrEqual(text.length);
        }
      }),
    );
  });
});

test.each(['<!--', '</p>', '<p>', '<a>b</c>', '"', '<![CDATA[', '&', ' a="b"', '<p a="'])(
  'a megabyte of %s is read to its end',
  (piece) => {
    const text = `<speak>${piece.repeat(1_000_000 / piece.length)}`;
    expect(readSsml(text).problems.length).toBeGreaterThan(0);
  },
);

describe('a voice', () => {
  test.each([
    ['pitch', 'x-high'],
    ['pitch', '+12st'],
    ['pitch', '220Hz'],
    ['rate', '-20%'],
    ['rate', '1.2'],
    ['volume', '+50%'],
    ['volume', 'Silent'],
    ['contour', '(0%,+20Hz)'],
  ])('may have the %s %s', (property, value) => {
    expect(findVoiceProblem(property, value)).toBeUndefined();
  });

  test.each([
    ['pitch', '+900%', '-50% to +100%'],
    ['rate', '-100%', '-70% to +200%'],
    ['rate', '0%', '10% to 300%, or a change of -70% to +200%'],
    ['volume', '200%', '0% to 100%, or a change of -100% to +100%'],
    ['volume', 'quiet', 'silent, x-soft, soft, medium, loud, x-loud or default, or a change such as +50%'],
  ])('cannot have the %s %s', (property, value, expected) => {
    expect(findVoiceProblem(property, value)).toBe(expected);
  });
});

test('the readings and elements are those that flows and the platform name', () => {
  expect(ELEMENTS.get('say-as')?.['interpret-as']?.('foo')).toContain('"telephone"');
  expect(ELEMENTS.get('say-as')?.['interpret-as']?.('Telephone')).toBeUndefined();
  expect(ELEMENTS.get('express-as')?.style?.('friendly')).toBeUndefined();
  expect(FORMATS).toMatchObject({ time: ['hms12', 'hms24'], duration: ['hms', 'hm', 'ms'] });
});
