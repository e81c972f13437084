/** docs/coming-from.md is made from data, which an importer can read too. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { comingFromPath, GRADES, readSystems, renderComingFrom } from '../../scripts/generate-coming-from.ts';
import { verbs } from '../../src/language/compiler/verbs/index.ts';
import { STANDARD_NAMES } from '../../src/language/compiler/index.ts';

const root = join(import.meta.dirname, '../..');
const systems = readSystems();

test('the page is up to date (npm run generate)', async () => {
  expect(readFileSync(join(root, comingFromPath), 'utf8')).toBe(await renderComingFrom());
});

describe.each(systems)('$system', ({ constructs }) => {
  test('names each construct once', () => {
    const names = constructs.flatMap(({ theirs, detail = '' }) => theirs.map((one) => `${one} ${detail}`));
    expect(names.length).toBeGreaterThan(10);
    expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
  });

  test('has a grade for each, and a reason for all that are not the same', () => {
    for (const { theirs, ours, grade, note } of constructs) {
      expect(Object.keys(GRADES)).toContain(grade);
      if (grade !== 'left out') expect([theirs, ours === undefined]).toEqual([theirs, grade === 'missing']);
      if (grade !== 'same') expect([theirs, note]).toEqual([theirs, expect.stringMatching(/\w/)]);
    }
  });

  test('names only standard flows that there are', () => {
    const named = constructs.flatMap(
      ({ ours = '', note = '' }) => `${ours} ${note}`.match(/std\/[\w-]+/g) ?? [],
    );
    expect(named.filter((name) => !STANDARD_NAMES.includes(name))).toEqual([]);
  });
});

test('every verb is the counterpart of something', () => {
  const said = systems.flatMap(({ constructs }) => constructs.map(({ ours = '' }) => ours)).join('\n');
  expect([...verbs.keys()].filter((verb) => !new RegExp(`\`[^\`]*\\b${verb}\\b`).test(said))).toEqual([]);
});
