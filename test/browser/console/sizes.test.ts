/** The size of what a browser loads for a view, compressed as the service sends it. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useConsole } from './scene.ts';

const openScene = useConsole();

const KB = 1_024;

/** Returns what tells the names and the size of the files that a page has loaded since the last call, without its workers. */
function weighFiles(page: Page): () => Promise<{ names: string[]; size: number }> {
  let loaded: { url: string; size: Promise<number> }[] = [];
  page.on('requestfinished', (request) => {
    const size = request.sizes().then(({ responseBodySize }) => responseBodySize);
    if (request.url().includes('/console/assets/')) loaded.push({ url: request.url(), size });
  });
  return async () => {
    const workers = new Set(page.workers().map((worker) => worker.url()));
    const files = loaded.filter(({ url }) => !workers.has(url));
    loaded = [];
    const sizes = await Promise.all(files.map(({ size }) => size));
    return {
      names: files.map(({ url }) => url.slice(url.lastIndexOf('/') + 1)),
      size: sizes.reduce((sum, size) => sum + size, 0),
    };
  };
}

test('the first load, the overview with the live view, and the editor stay within their budgets', async () => {
  const scene = await openScene();
  const page = await scene.open('nowhere');
  const weigh = weighFiles(page);
  await page.goto(`${scene.service.url}/console/default`);
  await page.getByRole('region', { name: 'Calls now' }).waitFor();
  const overview = await weigh();
  // The page, what views share, and their styles: each further file is a request that the first view waits for.
  expect(overview.names.map((name) => name.replace(/-[^.]*/, '')).toSorted()).toEqual([
    'index.css',
    'index.js',
    'shared.js',
  ]);
  await page.getByRole('link', { name: 'Live' }).click();
  await page.getByText('No call is live.').first().waitFor();
  const live = await weigh();
  expect(live.names).toContainEqual(expect.stringMatching(/^live-.*\.js$/));
  expect(overview.size + live.size).toBeLessThanOrEqual(60 * KB);
  await page.getByRole('link', { name: 'Flows' }).click();
  await page.getByRole('link', { name: 'front-desk' }).click();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('button', { name: 'No mistakes' }).waitFor();
  const editor = await weigh();
  expect(editor.names).toContainEqual(expect.stringMatching(/^editor-.*\.js$/));
  expect(editor.size).toBeLessThanOrEqual(250 * KB);
  expect(overview.size + live.size + editor.size).toBeGreaterThan(100 * KB);
});
