/** Rows of files of recipients: which can be called, and why the others cannot. */
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { checkRecipients, readRows, RecipientCheck } from '../../../src/service/campaigns/index.ts';
import type { CampaignSettings, Recipient, RecipientsFormat } from '../../../src/service/campaigns/index.ts';
import { compileBundle } from '../../../src/service/management/index.ts';
import { reminderFlow, settings } from './scene.ts';

const [bundled] = compileBundle({ 'flow.yaml': reminderFlow }).flows;
if (bundled === undefined) throw new Error('the flow has errors');
const { flow } = bundled;
const now = Date.parse('2026-08-03T12:00:00Z');
const GOOD = '+4915112000001';
const atNoon: CampaignSettings['windows'] = [{ days: ['mon', 'tue'], from: '12:00', until: '13:00' }];

async function checked(
  text: string | string[],
  { format = 'csv', ...more }: Partial<CampaignSettings> & { format?: RecipientsFormat } = {},
) {
  const taken: Recipient[] = [];
  const check = new RecipientCheck({ settings: { ...settings, ...more }, flow, now });
  // Byte by byte, as it may come over a slow line.
  const source = Readable.from(
    Array.isArray(text) ? text : [...Buffer.from(text)].map((byte) => Buffer.of(byte)),
  );
  const report = await checkRecipients(readRows(source, format), check, (recipient) => {
    taken.push(recipient);
  });
  return { ...report, taken };
}

describe('a good row', () => {
  test.each<[string, string, Partial<CampaignSettings>, Recipient]>([
    [
      'is taken with its number in E.164 form and the values that are its own',
      'number,day,hour\n0151 12000001,"Monday, the 3rd",17\n',
      { country: 'DE' },
      { number: GOOD, country: 'DE', params: { day: 'Monday, the 3rd', hour: '17' } },
    ],
    [
      'is read from the columns that are named',
      `Telefon,Termin,Zone,Kunde\n${GOOD},Monday,Europe/Berlin,7\n`,
      { columns: { number: 'Telefon', day: 'Termin', time_zone: 'Zone' } },
      { number: GOOD, zone: 'Europe/Berlin', params: { day: 'Monday' } },
    ],
    [
      'may leave to the campaign what is the same for all',
      `\uFEFFnumber\r\n${GOOD}\r\n\r\n`,
      { params: { day: 'Monday' } },
      { number: GOOD, country: 'DE' },
    ],
  ])('%s', async (_fact, text, more, recipient) => {
    expect(await checked(text, more)).toMatchObject({ accepted: 1, refused: 0, taken: [recipient] });
  });

  test('can be a JSON object a line', async () => {
    const text = `{"number":"${GOOD}","day":"Monday","hour":9}\n\n{"number":"+33612345678","day":"Tuesday"}`;
    expect(await checked(text, { format: 'ndjson' })).toMatchObject({
      refused: 0,
      taken: [
        { number: GOOD, params: { day: 'Monday', hour: 9 } },
        { number: '+33612345678', country: 'FR', params: { day: 'Tuesday' } },
      ],
    });
  });
});

describe('the line of a row', () => {
  const bad = (line: number) => ({ problems: [{ line, reason: 'parameter "day" is missing' }] });

  test.each<[string, string]>([
    ['with line feeds', '\n'],
    ['with carriage returns and line feeds', '\r\n'],
  ])('is right behind values of several lines, in a file %s', async (_how, end) => {
    const text = ['number,day', `${GOOD},"Mon`, '', `day"`, '+4915112000002,', ''].join(end);
    const report = await checked(text);
    expect(report).toMatchObject({ accepted: 1, refused: 1, ...bad(5) });
    expect(report.taken).toMatchObject([{ params: { day: 'Mon\n\nday' } }]);
    expect(await checked([text]), 'in one piece').toEqual(report);
  });

  test.each(['\r\n', '\n'])('is right where not all lines end as the first one', async (end) => {
    const other = end === '\n' ? '\r\n' : '\n';
    const text = `number,day${end}${GOOD},"Monday"${other}+4915112000002,${end}`;
    expect(await checked(text)).toMatchObject({ accepted: 1, refused: 1, ...bad(3) });
  });

  test('is right where lines end with carriage returns alone', async () => {
    const text = `number,day\r${GOOD},Monday\r+4915112000002,\r`;
    expect(await checked(text)).toMatchObject({ accepted: 1, refused: 1, ...bad(3) });
    expect((await checked(`number,day\r${GOOD},Zürich\r`)).taken).toMatchObject([
      { params: { day: 'Zürich' } },
    ]);
  });

  test('tells the order of what is reported, also of rows that cannot be read', async () => {
    const { problems } = await checked([`number,day\n${GOOD},\n12\n13,Monday\n14\n`]);
    expect(problems.map(({ line }) => line)).toEqual([2, 3, 4, 5]);
  });
});

describe('a bad row', () => {
  test.each<[string, string, string, Partial<CampaignSettings>?]>([
    ['no number at all', ',Monday,9', 'column "number" is empty or missing'],
    [
      'a number of no country',
      '0151 12000001,Monday,9',
      '"0151 12000001" does not begin with +, and the campaign has no country',
    ],
    ['a number that nobody has', '+49123,Monday,9', '"+49123" is not a number in use'],
    ['letters for a number', 'call me,Monday,9', '"call me" is not a phone number', { country: 'DE' }],
    [
      'a sign that turns the direction of writing',
      '\u202E+4930,Monday,9',
      '"\\u202E+4930" is not a phone number',
      { country: 'DE' },
    ],
    ['an extension', `${GOOD} ext. 7,Monday,9`, `"${GOOD} ext. 7" has an extension, which cannot be called`],
    ['no value that the flow needs', `${GOOD},,9`, 'parameter "day" is missing'],
    ['a value of another type', `${GOOD},Monday,soon`, 'parameter "hour" must be of type int'],
    ['too few columns', GOOD, 'the number of columns differs from the number of headings'],
    ['a quote in the middle', `${GOOD},Mon"day,9`, 'a value contains an unescaped quote'],
    [
      'no place where its window is open',
      '+12025550123,Monday,9',
      'no window is open in all time zones of the country at once: set a time zone for this recipient',
      { windows: atNoon },
    ],
    [
      'no country of which the time is known',
      '+883510012345678,Monday,9',
      'the time zone cannot be derived from the number: set one for this recipient',
      { windows: atNoon },
    ],
  ])(
    'with %s is told by its line, and the good ones around it are taken',
    async (_what, row, reason, more) => {
      const good = (last: number) => `+491511200000${last},Monday,9`;
      const text = ['number,day,hour', good(2), row, good(3), ''].join('\n');
      expect(await checked(text, more)).toMatchObject({
        accepted: 2,
        refused: 1,
        problems: [{ line: 3, reason }],
      });
    },
  );

  test('with a time zone that there is not is told', async () => {
    const text = `number,day,time_zone\n${GOOD},Monday,Berlin\n`;
    expect(await checked(text)).toMatchObject({
      problems: [{ line: 2, reason: '"Berlin" is not a time zone' }],
    });
  });

  test('with a number that stands there already is told with its first line, however both are written', async () => {
    const text = 'number,day\n+49 151 12000001,Monday\n0151/12000001,Tuesday\n';
    expect(await checked(text, { country: 'DE' })).toMatchObject({
      accepted: 1,
      refused: 1,
      duplicates: 1,
      problems: [{ line: 3, reason: `${GOOD} is already in line 2` }],
    });
  });

  test.each([
    ['is no object', '[1]'],
    ['is no JSON', '{"number":'],
  ])('of JSON that %s is told', async (_what, row) => {
    const text = `{"number":"${GOOD}","day":"Monday"}\n${row}\n`;
    expect(await checked(text, { format: 'ndjson' })).toMatchObject({
      accepted: 1,
      problems: [{ line: 2, reason: 'the row is not a JSON object' }],
    });
  });

  test.each([
    ['at once', `"Mon"day`],
    ['and a space', `"Mon" day`],
    ['in its next line', `"Mon\nday"day`],
  ])('with something behind a quote, %s, is the last that is read', async (_how, day) => {
    const rows = (from: number) => Array.from({ length: 200 }, (_, n) => `+49151120${from + n},Monday`);
    const text = ['number,day', ...rows(10_000), `${GOOD},${day}`, ...rows(20_000), ''].join('\n');
    for (const source of [text, [text]])
      expect(await checked(source)).toMatchObject({
        accepted: 200,
        refused: 1,
        problems: [
          {
            line: day.includes('\n') ? 203 : 202,
            reason: 'text follows a closing quote. This row and the following ones were not read',
          },
        ],
      });
  });

  test.each(['csv', 'ndjson'] as const)('of %s that never ends is given up', async (format) => {
    const endless = Array.from({ length: 20 }, () => 'x'.repeat(10_000));
    const report = await checked(['number,day\n"', ...endless], { format });
    expect(report).toMatchObject({ accepted: 0, refused: 1 });
    expect(report.problems.at(-1)?.reason).toContain('longer than 64 kB');
  });

  test('is counted, but told only among the first thousand', async () => {
    const { refused, problems } = await checked([`number,day\n${'12,Monday\n'.repeat(1_500)}`]);
    expect([refused, problems.length, problems.at(-1)?.line]).toEqual([1_500, 1_000, 1_001]);
  });
});

test('a mark of the byte order before JSON is passed over, at the beginning alone', async () => {
  const row = (number: string) => `\uFEFF{"number":"${number}","day":"Monday"}\r\n`;
  expect(await checked(row(GOOD) + row('+4915112000002'), { format: 'ndjson' })).toMatchObject({
    accepted: 1,
    problems: [{ line: 2, reason: 'the row is not a JSON object' }],
  });
});

test('a time zone is the same however its name is written', async () => {
  const rows = ['Europe/Berlin', 'EUROPE/BERLIN', 'europe/berlin'].map(
    (zone, n) => `${GOOD.slice(0, -1)}${n},Monday,${zone}`,
  );
  const { taken } = await checked(['number,day,time_zone', ...rows].join('\n'), { windows: atNoon });
  expect(taken.map(({ zone }) => zone)).toEqual(Array.from({ length: 3 }, () => 'Europe/Berlin'));
});

test('a file of nothing has no recipients', async () => {
  expect(await checked('')).toMatchObject({ accepted: 0, refused: 0 });
});

test('a stream that breaks is no report', async () => {
  const check = new RecipientCheck({ settings, flow, now });
  const broken = Readable.from(
    (function* () {
      yield `number,day\n${GOOD},Monday\n`;
      throw new Error('the line is cut');
    })(),
  );
  await expect(checkRecipients(readRows(broken, 'csv'), check, () => undefined)).rejects.toThrow(
    'the line is cut',
  );
});
