/** Prose about files rots: every path that the documents name exists, every link leads somewhere, every ADR is in the index. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file)),
];

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

describe.each(documents)('%s', (document) => {
  const text = read(document);

  test('its links lead to files', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map((match) => match[1] ?? '');
    expect(links.filter((link) => !existsSync(resolve(root, dirname(document), link)))).toEqual([]);
  });

  test('the paths it names exist', () => {
    const paths = [...text.matchAll(/`((?:src|test|schemas|docs|bench|flows|bin|scripts)\/[\w./-]*)`/g)].map(
      (match) => match[1] ?? '',
    );
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

test('the index lists every decision', () => {
  const index = read('docs/adr/README.md');
  const decisions = readdirSync(join(root, 'docs/adr')).filter((file) => /^\d{4}-/.test(file));
  expect(decisions.length).toBeGreaterThan(0);
  expect(decisions.filter((file) => !index.includes(`(${file})`))).toEqual([]);
});

test('the scripts that the documents name exist', () => {
  const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts);
  const named = documents.flatMap((document) =>
    [...read(document).matchAll(/`npm run ([\w:]+)/g)].map((match) => match[1] ?? ''),
  );
  expect(named.filter((script) => !scripts.includes(script))).toEqual([]);
});
