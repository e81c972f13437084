import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as text from '../../../src/language/text/index.ts';

const anyText = fc.string({ unit: 'binary', maxLength: 60 });

describe('shorten', () => {
  it('returns a short text as it is, a long one with an ellipsis', () => {
    expect(text.shorten('abcdef', 6)).toBe('abcdef');
    expect(text.shorten('abcdefg', 6)).toBe('abcde…');
    expect(text.shorten('abcd efgh', 6)).toBe('abcd…');
  });

  it('is never longer than asked for, begins as the text does, and is well-formed where the text is', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 60 }), (whole, max) => {
        const short = text.shorten(whole, max);
        expect(short.length).toBeLessThanOrEqual(max);
        expect(short.isWellFormed()).toBe(true);
        if (short !== whole) expect(whole.startsWith(short.slice(0, -1))).toBe(true);
        else expect(whole.length <= max || whole.endsWith('…')).toBe(true);
      }),
    );
  });

  it('cuts neither a surrogate pair nor a letter and its accent', () => {
    expect(text.shorten('abc😀def', 5)).toBe('abc…');
    expect(text.shorten('abce\u0301def', 5)).toBe('abc…');
  });

  it('folds white space for one line', () => {
    expect(text.shortenLine('  a\n\n b\tc  ', 10)).toBe('a b c');
    fc.assert(
      fc.property(anyText, (whole) => {
        expect(text.shortenLine(whole, 20)).not.toMatch(/[\n\r\t]| {2}/);
      }),
    );
  });
});

describe('lists', () => {
  it.each([
    [[], ''],
    [['a'], 'a'],
    [['a', 'b'], 'a or b'],
    [['a', 'b', 'c'], 'a, b or c'],
  ])('%j is %j', (items, expected) => {
    expect(text.joinList(items, 'or')).toBe(expected);
  });

  it('without a conjunction there are commas only, and names stand in quotes', () => {
    expect(text.joinList(['a', 'b', 'c'])).toBe('a, b, c');
    expect(text.joinQuoted(['a', 'b', 'c'], 'and')).toBe('"a", "b" and "c"');
  });

  it('a long list says how many more there are', () => {
    expect(text.joinFirst(['a', 'b'], 2)).toBe('a, b');
    expect(text.joinFirst(['a', 'b', 'c', 'd'], 2)).toBe('a, b, and 2 more');
  });
});

describe('figures', () => {
  it.each([
    [text.formatCount(1, 'call'), '1 call'],
    [text.formatCount(0, 'call'), '0 calls'],
    [text.formatCount(2, 'party', 'parties'), '2 parties'],
    [text.formatTimes(1), 'once'],
    [text.formatTimes(3), '3 times'],
    [text.formatPercent(0.1254), '12.5 %'],
    [text.formatSeconds(1_234), '1.2 s'],
    [text.formatDuration(0), '0 ms'],
    [text.formatDuration(1_500), '1500 ms'],
    [text.formatDuration(90_000), '90 s'],
    [text.formatDuration(120_000), '2 min'],
    [text.formatDuration(7_200_000), '2 h'],
  ])('%s', (rendered, expected) => {
    expect(rendered).toBe(expected);
  });

  it('a duration says exactly the milliseconds that it was given', () => {
    const lengths: Record<string, number> = { ms: 1, s: 1_000, min: 60_000, h: 3_600_000 };
    fc.assert(
      fc.property(fc.nat(), (ms) => {
        const [amount, unit = ''] = text.formatDuration(ms).split(' ');
        expect(Number(amount) * (lengths[unit] ?? 0)).toBe(ms);
      }),
    );
  });
});

describe('tables', () => {
  it('aligns columns by the width that a terminal shows', () => {
    expect(
      text.renderTable([
        ['a', 'b'],
        ['漢字', '😀'],
        ['e\u0301', 'c'],
      ]),
    ).toBe('a     b\n漢字  😀\ne\u0301     c\n');
    expect(
      text.alignColumns(
        [
          ['1', 'a'],
          ['100', 'b'],
        ],
        { right: [0] },
      ),
    ).toEqual(['  1  a', '100  b']);
  });

  it('removes what a terminal would take as a command', () => {
    expect(text.renderTable([['a\u001B[2Jb\nc', 'x\u202Ey']])).toBe('a[2Jbc  xy\n');
  });

  it('lets the second column begin at the same place in each row', () => {
    const cell = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
      .map((one) => one.replace(/[\s|\p{C}]/gu, 'x'));
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 8 }), (names) => {
        const lines = text.alignColumns(names.map((name) => [name, '|']));
        const places = lines.map((line) => text.measureWidth(line.slice(0, line.lastIndexOf('|'))));
        expect(new Set(places).size).toBe(1);
      }),
    );
  });

  it('knows how wide a text is', () => {
    expect(['', 'abc', 'é', 'e\u0301', '漢', '😀', 'ﾊ'].map(text.measureWidth)).toEqual([
      0, 3, 1, 1, 2, 2, 1,
    ]);
  });
});

it('a quoted text is as it is, but for characters that mislead its readers', () => {
  expect(text.quote('Grüße "an" שלום')).toBe('"Grüße "an" שלום"');
  expect(text.quote('a\u202Eb\u0007\n')).toBe('"a\\u202Eb\\u0007\\u000A"');
});

it('references of XML are read once; others stay', () => {
  expect(text.decodeXml('a &amp; b &lt;c&gt; &quot;d&quot; &apos;')).toBe('a & b <c> "d" \'');
  expect(text.decodeXml('&#233;&#xE9; &amp;lt; &nbsp; &#0; &#x110000; &constructor;')).toBe(
    'éé &lt; &nbsp; &#0; &#x110000; &constructor;',
  );
});
