import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { conformancePage, pagePath } from './page.ts';
import { specifications } from './rules/index.ts';

const root = resolve(import.meta.dirname, '../../..');

test('the page shows the rules as they are', async () => {
  expect(readFileSync(resolve(root, pagePath), 'utf8')).toBe(await conformancePage(root));
});

test('the page leads to what was chosen for each service', async () => {
  const chosen = readFileSync(resolve(root, 'docs/platform.md'), 'utf8');
  const anchors = [...chosen.matchAll(/^### (.+)$/gm)].map(([, title = '']) => title.toLowerCase());
  const links = [...(await conformancePage(root)).matchAll(/platform\.md#(\w+)/g)].map(([, to = '']) => to);
  expect(links.length).toBeGreaterThan(0);
  expect(links.filter((to) => !anchors.includes(to))).toEqual([]);
});

test.each(Object.entries(specifications))(
  '%s.md: what the emulator chose is told in a row of its section',
  (service, rules) => {
    const page = readFileSync(resolve(root, 'docs/platform.md'), 'utf8');
    const [, chapter = ''] = page.split(new RegExp(`^### ${service}$`, 'im'));
    const [table = ''] = chapter.split(/^### /m);
    const sections = new Set(
      [...table.matchAll(/^\| ([\d., ]+?) +\|/gm)].flatMap(([, cell = '']) => cell.split(', ')),
    );
    const chosen = rules.filter((rule) => 'isChosen' in rule).map(({ section }) => section);
    expect(chosen.filter((section) => !sections.has(section))).toEqual([]);
  },
);
