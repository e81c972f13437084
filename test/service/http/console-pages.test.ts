/** The console's pages: which files are served, how, and to whom the local key is given. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { useFolders } from '../../authoring/flow-files/folder.ts';
import { useServer } from './scene.ts';
import type { ServerScene } from './scene.ts';

const scene = useServer();
const newFolder = useFolders();

const LOCAL_PAGE = { host: '127.0.0.1:8080', 'sec-fetch-site': 'same-origin' };

async function openPages(options: Partial<NonNullable<ServerScene['consolePages']>> = {}) {
  const folder = newFolder().path;
  mkdirSync(join(folder, 'dist/assets'), { recursive: true });
  writeFileSync(join(folder, 'dist/index.html'), '<!doctype html><title>Ringflow</title>');
  writeFileSync(join(folder, 'dist/assets/index-1a2b.js'), 'export {};');
  writeFileSync(join(folder, 'dist/assets/index-1a2b.js.gz'), gzipSync('export {};'));
  writeFileSync(join(folder, 'secret.txt'), 'canary');
  scene().consolePages = { folder: join(folder, 'dist'), ...options };
  return scene().open();
}

describe('the pages', () => {
  test.each([
    '/console/',
    '/console/default',
    '/console/default/flows/desk?step=main',
    '/console/default/calls/default.8e64f3e8-0001-4000-8000-000000000001?at=3',
    '/console/default/calls/default.desk-1764382712.12',
  ])('%s shows the console, and no cache keeps it', async (url) => {
    const server = await openPages();
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
    const { statusCode, headers, body } = await server.inject({ url, headers: { accept } });
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(headers['content-type']).toMatch(/^text\/html/);
    expect(body).toContain('<title>Ringflow</title>');
  });

  test('the address of the service leads to them', async () => {
    const server = await openPages();
    const { statusCode, headers } = await server.inject({ url: '/' });
    expect([statusCode, headers.location]).toEqual([302, './console/']);
  });

  test('files with a hash in their name are kept for ever', async () => {
    const server = await openPages();
    const { statusCode, headers } = await server.inject({ url: '/console/assets/index-1a2b.js' });
    expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  test('files are sent compressed to browsers that accept it, and are kept for ever as well', async () => {
    const server = await openPages();
    const url = '/console/assets/index-1a2b.js';
    const { headers, rawPayload } = await server.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
    expect([headers['content-encoding'], headers['cache-control']]).toEqual([
      'gzip',
      'public, max-age=31536000, immutable',
    ]);
    expect(headers['content-type']).toMatch(/javascript/);
    expect(headers.vary).toMatch(/accept-encoding/i);
    expect(gunzipSync(rawPayload).toString()).toBe('export {};');
    const plain = await server.inject({ url });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.body).toBe('export {};');
  });

  test.each([
    '/console/assets/other.js',
    '/console/../secret.txt',
    '/console/..%2fsecret.txt',
    '/console/%2e%2e/secret.txt',
    '/console/assets/..%5c..%5csecret.txt',
    '/consoles/',
  ])('%s leads nowhere', async (url) => {
    const server = await openPages();
    const { statusCode, body } = await server.inject({ url });
    expect(statusCode).toBeGreaterThanOrEqual(400);
    expect(body).not.toContain('canary');
  });

  test('other methods than GET find no view', async () => {
    const server = await openPages();
    const { statusCode, headers } = await server.inject({ method: 'POST', url: '/console/default' });
    expect(statusCode).toBe(404);
    expect(headers['content-type']).toContain('application/problem+json');
  });

  test('run no inline script or style, cannot be framed, and connect only here', async () => {
    const server = await openPages();
    const { headers } = await server.inject({ url: '/console/' });
    const policy = String(headers['content-security-policy']).split(';');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "require-trusted-types-for 'script'",
      ]),
    );
    expect(String(policy)).not.toMatch(/unsafe/);
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    });
  });

  test('may also connect to the identity provider', async () => {
    const server = await openPages({
      oidc: { issuer: 'https://id.example.com/realm', clientId: 'console', scope: 'openid' },
    });
    const { headers } = await server.inject({ url: '/console/' });
    expect(headers['content-security-policy']).toContain("connect-src 'self' https://id.example.com;");
    expect((await server.inject({ url: '/console/sign-in.json' })).json()).toEqual({
      oidc: { issuer: 'https://id.example.com/realm', clientId: 'console', scope: 'openid' },
    });
  });
});

describe('the address of the emulator', () => {
  const emulatorUrl = 'http://127.0.0.1:4010';

  test.each(['127.0.0.1:8080', 'localhost:8080', '[::1]:8080'])(
    'is told to a page at %s, which may connect to it',
    async (host) => {
      const server = await openPages({ emulatorUrl });
      const options = await server.inject({ url: '/console/sign-in.json', headers: { host } });
      expect(options.json()).toEqual({ emulator: 'http://127.0.0.1:4010/_emulator/' });
      const { headers } = await server.inject({ url: '/console/', headers: { host } });
      expect(headers['content-security-policy']).toContain(`connect-src 'self' ${emulatorUrl};`);
    },
  );

  test.each(['192.168.1.5:8080', 'evil.example', '127.0.0.1.evil.example', 'localhost.evil.example:8080'])(
    'is not told to a page at %s',
    async (host) => {
      const server = await openPages({ emulatorUrl });
      const options = await server.inject({ url: '/console/sign-in.json', headers: { host } });
      expect(options.json()).toEqual({});
    },
  );

  test('is not told by a service that runs without the emulator', async () => {
    const server = await openPages();
    const options = await server.inject({
      url: '/console/sign-in.json',
      headers: { host: '127.0.0.1:8080' },
    });
    expect(options.json()).toEqual({});
  });
});

describe('the local key', () => {
  const ask = async (headers: Record<string, string>, localKey?: string) => {
    const server = await openPages(localKey === undefined ? {} : { localKey });
    return server.inject({ method: 'POST', url: '/console/local-key', headers });
  };

  test.each(['127.0.0.1:8080', 'localhost', '[::1]:8080'])('is given to a page at %s', async (host) => {
    const answer = await ask({ ...LOCAL_PAGE, host }, 'the-local-key');
    expect(answer.json()).toEqual({ key: 'the-local-key' });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test.each([
    ['of another origin', { ...LOCAL_PAGE, 'sec-fetch-site': 'cross-site' }],
    ['of another port of this machine', { ...LOCAL_PAGE, 'sec-fetch-site': 'same-site' }],
    ['that was opened under a foreign name', { ...LOCAL_PAGE, host: 'evil.example:8080' }],
    ['under a name that only begins like this machine', { ...LOCAL_PAGE, host: '127.0.0.1.evil.example' }],
  ])('is not given to a page %s', async (_which, headers) => {
    const answer = await ask(headers, 'the-local-key');
    expect(answer.statusCode).toBe(403);
    expect(answer.body).not.toContain('the-local-key');
  });

  test('is not given without one', async () => {
    expect((await ask(LOCAL_PAGE)).statusCode).toBe(404);
  });

  test('is told as a way to sign in', async () => {
    const server = await openPages({ localKey: 'the-local-key' });
    const { body } = await server.inject({ url: '/console/sign-in.json' });
    expect(JSON.parse(body)).toEqual({ isLocal: true });
  });
});
