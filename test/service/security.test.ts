/** The threat model names tests: they have to be there. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const [, threats = ''] = read('docs/security.md').split(/^## Threats$/m);
const [table = ''] = threats.split(/^## /m);
const rows = table.split('\n').filter((line) => line.startsWith('| ') && !/^\| (-|threat )/.test(line));

test('there are threats', () => {
  expect(rows.length).toBeGreaterThan(20);
});

test.each(rows.map((row) => [row.split('|')[1]?.trim() ?? '', row] as const))(
  '%s: is tested',
  (_threat, row) => {
    const cited = [...row.matchAll(/`(test\/[\w/.-]+)`((?: ?"[^"]+",?)+)/g)];
    expect(cited).not.toEqual([]);
    for (const [, path = '', names = ''] of cited) {
      expect(existsSync(new URL(`../../${path}`, import.meta.url)), path).toBe(true);
      for (const [, name = ''] of names.matchAll(/"([^"]+)"/g)) expect(read(path)).toContain(name);
    }
  },
);
