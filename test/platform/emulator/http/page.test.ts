/** How the page's files are served; what the page does is shown in test/browser. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addPageRoutes } from '../../../../src/platform/emulator/http/page-routes.ts';
import { useFolders } from '../../../authoring/flow-files/folder.ts';

const newFolder = useFolders();
let server: FastifyInstance;

beforeEach(() => {
  const folder = newFolder().path;
  mkdirSync(join(folder, 'page/assets'), { recursive: true });
  writeFileSync(join(folder, 'page/index.html'), '<p>the page</p>');
  writeFileSync(join(folder, 'page/assets/main-1a2b.js'), 'start();');
  writeFileSync(join(folder, 'page/assets/main-1a2b.css'), 'p {}');
  writeFileSync(join(folder, 'page/assets/icon-1a2b.svg'), '<svg/>');
  writeFileSync(join(folder, 'secret.txt'), 'of nobody’s business');
  server = serve(join(folder, 'page'));
});
afterEach(() => server.close());

/** A server with the page at /_emulator/, as the emulator adds it. */
function serve(folder: string): FastifyInstance {
  const app = Fastify();
  app.register(
    (scope, _options, done) => {
      addPageRoutes(scope, folder);
      done();
    },
    { prefix: '/_emulator' },
  );
  return app;
}

const get = (path: string, headers: Record<string, string> = {}) =>
  server.inject({ url: `/_emulator${path}`, headers });

test('without a slash at the end one is sent to the page, with the query', async () => {
  const answer = await get('');
  expect([answer.statusCode, answer.headers.location]).toEqual([308, '/_emulator/']);
  expect((await get('?a=1')).headers.location).toBe('/_emulator/?a=1');
});

test.each([
  ['/', 'text/html; charset=utf-8', 'no-store'],
  ['/assets/main-1a2b.js', 'application/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
  ['/assets/main-1a2b.css', 'text/css; charset=utf-8', 'public, max-age=31536000, immutable'],
  ['/assets/icon-1a2b.svg', 'image/svg+xml', 'public, max-age=31536000, immutable'],
])('%s is served as what it is', async (path, type, caching) => {
  const { statusCode, headers } = await get(path);
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe(type);
  expect(headers['cache-control']).toBe(caching);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/);
  expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
  expect(headers['content-security-policy']).not.toMatch(/unsafe|data:|\*/);
});

test('a browser that has a file already is told so', async () => {
  const first = await get('/assets/main-1a2b.css');
  const again = await get('/assets/main-1a2b.css', { 'if-none-match': String(first.headers.etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test.each([
  '/assets/nothing.js',
  '/assets/',
  '/assets/..%2findex.html',
  '/assets/..%2f..%2fsecret.txt',
  '/assets/%2e%2e%2f%2e%2e%2fsecret.txt',
  '/assets/..%5c..%5csecret.txt',
  '/index.html',
  '/secret.txt',
])('%s is no file of the page', async (path) => {
  const answer = await get(path);
  expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  expect(answer.statusCode).toBeLessThan(500);
  expect(answer.headers['cache-control']).toBeUndefined();
  expect(answer.body).not.toContain('nobody’s');
  expect(answer.body).not.toContain('the page');
});

test('a checkout without the built page says how to build it', async () => {
  const bare = Fastify();
  addPageRoutes(bare, '');
  const answer = await bare.inject('/');
  await bare.close();
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toEqual({ error: 'the page is not built: run "npm run build:console"' });
});
