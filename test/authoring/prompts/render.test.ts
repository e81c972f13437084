import { parse } from 'csv-parse/sync';
import { describe, expect, it, test } from 'vitest';
import {
  renderInventoriesCsv,
  renderInventoriesJson,
  renderInventoriesText,
  createInventory,
} from '../../../src/authoring/prompts/index.ts';
import { desk, flowOf, saying } from './scene.ts';

const inventories = [createInventory(flowOf(desk)), createInventory(saying('"Line one,\\nline \\"two\\"."'))];

describe('CSV', () => {
  const csv = renderInventoriesCsv(inventories);

  it('reads back as it was, whatever stands in a text', () => {
    const records: string[][] = parse(csv);
    const [header, ...rows] = records;
    expect(header).toEqual(['flow', 'name or step', 'language', 'heard by', 'text', 'characters', 'note']);
    expect(rows).toHaveLength(14);
    expect(rows[0]).toEqual(['desk', 'welcome', 'en-US', 'en-US', 'Welcome, "friend".', '18', '']);
    expect(rows.at(-1)).toEqual(['one', 'a', 'en-US', 'en-US', 'Line one,\nline "two".', '21', '']);
  });

  it('ends each record as RFC 4180 says', () => {
    expect(csv.endsWith('\r\n')).toBe(true);
    expect(csv.split('\r\n')).toHaveLength(16);
  });
});

describe('text', () => {
  const text = renderInventoriesText(inventories);

  it('begins each flow with its sums', () => {
    expect(text.split('\n').slice(0, 4)).toEqual([
      'desk',
      '  en-US: 7 texts, 123 characters',
      '  de-DE: 6 texts, 109 characters, 1 missing',
      '  used by no step: idle',
    ]);
  });

  it('has a line for each text, with what there is to know of it', () => {
    expect(text).toContain(
      '  main               en-US     16  Your number is ${call.from}. (part 2 of 2; without the values of its expressions)\n',
    );
    expect(text).toContain('  jingle             *          0 (stored prompt jingle)\n');
  });

  it('shortens long texts and keeps them on one line', () => {
    const long = renderInventoriesText([createInventory(saying(`'${'word '.repeat(40)}'`))]);
    expect(long.split('\n').filter((line) => line.length > 90)).toEqual([]);
    expect(long).toMatch(/(word )+.{0,4}…$/m);
  });
});

test('JSON has everything', () => {
  expect(JSON.parse(renderInventoriesJson(inventories))).toEqual({ flows: inventories });
});
