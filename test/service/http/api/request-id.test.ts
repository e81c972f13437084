/** The id of a request: what comes back, what a problem tells, and what the log and the audit log have of it. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openSqliteStore } from '../../../../src/adapters/store-sqlite/index.ts';
import { Collection } from '../../../../src/service/management/index.ts';
import { createRequestIds } from '../../../../src/service/http/request-id.ts';
import { until } from '../../../engine/until.ts';
import { closeAfterEach, openApi } from './scene.ts';
import type { ApiScene } from './scene.ts';

closeAfterEach();

/** That of the server, a UUID, and a number. */
const MADE = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}-\d+$/;
const ROUTE = '/projects/default/routes/main';
const route = { number: '+4930555000', flow: 'desk' };

interface Asked {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Asks for an address as the admin; gives what comes back with its headers. */
async function fetched({ service, adminKey }: ApiScene, path: string, asked: Asked = {}) {
  const { method = 'GET', body, headers = {} } = asked;
  const answer = await fetch(`${service.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  const problem = (answer.status >= 400 ? JSON.parse(text) : {}) as { code?: string; requestId?: string };
  return { status: answer.status, id: answer.headers.get('x-request-id'), problem };
}

const api = (scene: ApiScene, path: string, asked: Asked = {}) => fetched(scene, `/api/v1${path}`, asked);
const brought = (id: string) => ({ headers: { 'x-request-id': id } });

describe('the id of a request', () => {
  test('is made where none is brought along, another one for each', async () => {
    const scene = await openApi();
    const [one, other] = [await api(scene, '/whoami'), await api(scene, '/whoami')];
    expect(one.id).toMatch(MADE);
    expect(other.id).toMatch(MADE);
    expect(one.id).not.toBe(other.id);
  });

  test('is the one that is brought along, where that is well formed', async () => {
    const scene = await openApi();
    for (const id of ['a', '4bf92f3577b34da6a3ce929d0e0e4736', 'ci/build:7+retry=2', 'x'.repeat(128)])
      expect((await api(scene, '/whoami', brought(id))).id).toBe(id);
    for (const id of ['', 'two words', '<script>', '"quoted"', 'a, b', 'ü', 'x'.repeat(129)])
      expect((await api(scene, '/whoami', brought(id))).id).toMatch(MADE);
  });

  test('is never anything but what is well formed, or new', () => {
    const idOf = createRequestIds(() => 'new');
    const arbitrary = fc.oneof(fc.string(), fc.stringMatching(/^[\w.:+=/-]{1,130}$/));
    fc.assert(
      fc.property(arbitrary, (header) => {
        const id = idOf({ headers: { 'x-request-id': header } } as never);
        expect(id === header || /^new-\d+$/.test(id)).toBe(true);
        expect(id).toMatch(/^[\w.:+=/-]{1,128}$/);
      }),
    );
    expect(idOf({ headers: {} } as never)).toMatch(/^new-\d+$/);
  });
});

describe('a problem', () => {
  test.each<[string, string, Asked, number]>([
    ['without a key', '/api/v1/whoami', { headers: { authorization: '' } }, 401],
    ['of what there is not', `/api/v1${ROUTE}`, {}, 404],
    ['of an address that there is not', '/api/v1/nothing', {}, 404],
    ['of an address that cannot be read', '/api/v1/%', {}, 404],
    ['of a body that is no JSON', `/api/v1${ROUTE}`, { method: 'PUT', body: '{' }, 400],
    ['of a body that does not fit', `/api/v1${ROUTE}`, { method: 'PUT', body: {} }, 400],
    ['of a refusal', `/api/v1${ROUTE}`, { method: 'PUT', body: { ...route, number: 'x' } }, 422],
    ['at a hook', '/hooks/default/no-such-token/voice', { method: 'POST', body: {} }, 404],
  ])('%s tells the id, as the header does', async (_what, path, asked, status) => {
    const headers = { ...asked.headers, ...brought('mine').headers };
    const answer = await fetched(await openApi(), path, { ...asked, headers });
    expect(answer).toMatchObject({ status, id: 'mine', problem: { requestId: 'mine' } });
  });
});

describe('the log', () => {
  const lineOf = ({ log }: ApiScene, id: string) => log.lines.filter(({ fields }) => fields.requestId === id);

  test('has what somebody with a right key was refused, and by which route, but nothing that they sent', async () => {
    const scene = await openApi();
    const body = { ...route, number: 'call me at 0815' };
    await api(scene, ROUTE, { method: 'PUT', body, ...brought('mine') });
    const [line, ...others] = lineOf(scene, 'mine');
    expect(others).toEqual([]);
    expect(line).toMatchObject({ level: 'info', message: 'API request refused' });
    expect(line?.fields).toEqual({
      requestId: 'mine',
      by: expect.stringMatching(/^key:/) as string,
      method: 'PUT',
      route: '/api/v1/projects/:project/routes/:id',
      status: 422,
      code: 'invalid_number',
    });
  });

  test('has nothing of strangers, nor of who asks too often', async () => {
    const scene = await openApi({}, { apiRate: 1 });
    await api(scene, '/whoami', { headers: { authorization: 'Bearer wrong', 'x-request-id': 'stranger' } });
    await until(async () => (await api(scene, '/whoami', brought('too-often'))).status === 429);
    expect([...lineOf(scene, 'stranger'), ...lineOf(scene, 'too-often')]).toEqual([]);
  });

  test('has a failure of ours under the id that the answer tells', async () => {
    const scene = await openApi();
    await api(scene, ROUTE, { method: 'PUT', body: route });
    const store = openSqliteStore({ file: scene.file });
    const { kind } = new Collection(store.registry, 'campaigns', 'default');
    await store.registry.write([{ kind, id: 'broken', was: 0, json: '{' }]);
    await store.close();
    const answer = await api(scene, '/projects/default/campaigns/broken', brought('mine'));
    expect(answer).toMatchObject({ status: 500, id: 'mine', problem: { requestId: 'mine' } });
    expect(lineOf(scene, 'mine')).toMatchObject([
      { level: 'error', message: 'request failed: internal error' },
    ]);
  });

  test('has what could not be done for now as a request, and the answer says to try again', async () => {
    const scene = await openApi();
    const store = openSqliteStore({ file: scene.file });
    const { kind } = new Collection(store.registry, 'campaigns', 'default');
    await store.registry.write([{ kind, id: 'later', was: 0, json: '{"format":99}' }]);
    await store.close();
    const answer = await api(scene, '/projects/default/campaigns/later', brought('mine'));
    const detail = 'temporarily unavailable; try again';
    expect(answer).toMatchObject({ status: 503, problem: { code: 'document_newer', detail } });
    expect(lineOf(scene, 'mine')).toMatchObject([
      { level: 'error', message: 'cannot process a request', fields: { code: 'document_newer' } },
    ]);
  });

  test('has a notification that was refused behind a right token', async () => {
    const scene = await openApi();
    const path = new URL(scene.service.hookUrl).pathname;
    const asked = { method: 'POST', body: 'x'.repeat(1_100_000), ...brought('mine') };
    expect(await fetched(scene, path, asked)).toMatchObject({ status: 413, id: 'mine' });
    expect(lineOf(scene, 'mine')).toMatchObject([
      { level: 'warn', fields: { project: 'default', code: 'too_large' } },
    ]);
  });
});

describe('the audit log', () => {
  test('names the request that made each change', async () => {
    const scene = await openApi();
    await api(scene, ROUTE, { method: 'PUT', body: route, ...brought('first') });
    await api(scene, ROUTE, { method: 'DELETE', body: {}, ...brought('second') });
    const { body } = await scene.admin('GET', '/audit?limit=2');
    expect(body).toMatchObject({
      items: [
        { action: 'route.remove', requestId: 'second' },
        { action: 'route.put', requestId: 'first' },
      ],
    });
  });
});
