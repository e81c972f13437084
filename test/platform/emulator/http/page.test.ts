/** How the page's files are served; what it does is shown in test/browser. */
import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startEmulator } from '../../../../src/platform/emulator/http/index.ts';
import type { Emulator } from '../../../../src/platform/emulator/http/index.ts';

let emulator: Emulator;

beforeEach(async () => {
  emulator = await startEmulator();
});
afterEach(() => emulator.close());

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${emulator.url}/_emulator${path}`, { headers, redirect: 'manual' });

test('without a slash at the end one is sent to the page', async () => {
  const answer = await get('');
  expect(answer.status).toBe(308);
  expect(answer.headers.get('location')).toBe('/_emulator/');
});

test.each(readdirSync(new URL('../../../../src/platform/emulator/http/page', import.meta.url)))(
  '%s is served as what it is',
  async (file) => {
    const answer = await get(file === 'index.html' ? '/' : `/page/${file}`);
    const type = { html: 'text/html', css: 'text/css', js: 'text/javascript' }[file.split('.')[1] ?? ''];
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe(`${type ?? ''}; charset=utf-8`);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/);
    expect(answer.headers.get('content-security-policy')).not.toContain('unsafe');
  },
);

test('a browser that has a file already is told so', async () => {
  const first = await get('/page/page.css');
  expect(first.headers.get('cache-control')).toBe('no-cache');
  const again = await get('/page/page.css', { 'if-none-match': String(first.headers.get('etag')) });
  expect(again.status).toBe(304);
  expect(await again.text()).toBe('');
});

test.each([
  '/page/nothing.js',
  '/page/index.ts',
  '/page/..%2fpage-routes.ts',
  '/page/%2e%2e%2findex.ts',
  '/page/',
])('%s is no file of the page', async (path) => {
  expect((await get(path)).status).toBe(404);
});
