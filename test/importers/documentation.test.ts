/** docs/importing.md lists what `ringflow import` says about files; every system has a mapping that gives reasons. */
import { readFileSync } from 'node:fs';
import { imported } from '../../src/language/diagnostics/import-catalogue.ts';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { systems } from '../../src/importers/index.ts';
import { reasons } from '../../src/importers/project/index.ts';
import { catalogue } from '../../src/language/diagnostics/index.ts';

/** Codes that only `ringflow import` reports. */
const importedCodes = Object.keys(imported) as (keyof typeof imported)[];
const page = readFileSync(join(import.meta.dirname, '../../docs/importing.md'), 'utf8').replaceAll(
  / +/g,
  ' ',
);

test.each(importedCodes)('%s is described in the words of the catalogue', (code) => {
  const { meaning, mend } = catalogue[code];
  expect(page).toContain(`| \`${code}\` | ${meaning} | ${mend} |`);
});

describe.each([...systems])('$name', ({ id, mapping }) => {
  test('is on the page', () => {
    expect(page).toContain(`\`${id}\``);
  });

  test('has a reason for every construct that is not the same', () => {
    for (const { theirs, grade, reason, ours } of mapping) {
      expect([theirs, reason === undefined]).toEqual([theirs, grade === 'exact']);
      if (reason !== undefined) expect(Object.hasOwn(reasons, reason)).toBe(true);
      if (grade === 'exact') expect([theirs, ours]).toEqual([theirs, expect.any(String)]);
    }
  });
});

test('every reason is a sentence or two', () => {
  for (const { text } of Object.values(reasons)) expect(text).toMatch(/^[A-Z][^]*\.$/);
});
