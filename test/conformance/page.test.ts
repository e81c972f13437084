import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { conformancePage, pagePath } from './page.ts';

const root = resolve(import.meta.dirname, '../..');

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
