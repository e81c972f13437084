/** CDRs by the API, of calls that went through a whole service, and where a service brings them by itself. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { startService } from '../../../../src/service/start.ts';
import { openSqliteStore } from '../../../../src/adapters/store-sqlite/index.ts';
import type { Cdr } from '../../../../src/service/cdrs/index.ts';
import { registerCdrs } from '../../../../src/cli/operate/cdrs.ts';
import { ApiKeys } from '../../../../src/service/management/index.ts';
import { startEmulator } from '../../../../src/platform/emulator/http/index.ts';
import { temporaryFile } from '../../../adapters/sqlite-file.ts';
import { commitOf } from '../../../builders/commit.ts';
import { configOf } from '../../../builders/config.ts';
import { cheapSecrets } from '../../../builders/secrets.ts';
import { runCommand } from '../../../cli/command.ts';
import { RecordingLog } from '../../../engine/recording-log.ts';
import { desk } from '../../../engine/scene.ts';
import { until } from '../../../engine/until.ts';
import { flowSaying } from '../../../authoring/flow-files/folder.ts';
import { closeAfterEach, openApi } from './scene.ts';
import type { ApiScene } from './scene.ts';

closeAfterEach();

const NUMBER = '+4930555777';
const CALLER = '+4915112345678';
const PATH = '/projects/default/cdrs';
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

const closing: (() => unknown)[] = [];

afterEach(async () => {
  vi.unstubAllEnvs();
  for (const close of closing.splice(0).reverse()) await close();
});

/** Somebody calls, hears what there is, and is hung up on. */
function ring({ emulator, service }: Pick<ApiScene, 'emulator' | 'service'>): string {
  emulator.act(({ control }) => control.setNumber(NUMBER, { webhook: service.hookUrl }));
  return emulator.act(({ people }, now) => people.ring({ from: CALLER, to: NUMBER }, now)) ?? '';
}

/** A service with a flow that greets, and so many calls that it has had. */
async function withCalls(count: number, settings: Parameters<typeof openApi>[1] = {}) {
  const scene = await openApi({}, settings, { setupMs: 10, charactersPerSecond: 100 });
  const { admin } = scene;
  const deployed = await admin('POST', '/projects/default/flows', {
    files: { 'flow.yaml': flowSaying('Hello.') },
  });
  const { versions } = deployed.body as { versions: { flow: string; version: string }[] };
  for (const { flow, version } of versions)
    await admin('PUT', `/projects/default/deployments/${flow}`, { version });
  await admin('PUT', '/projects/default/routes/main', { number: NUMBER, flow: 'desk' });
  for (let call = 0; call < count; call += 1) ring(scene);
  await until(async () => ((await read(scene)).length === count ? true : undefined));
  return scene;
}

const read = async (scene: ApiScene): Promise<Cdr[]> => cdrsIn((await fetched(scene, '')).text);

function cdrsIn(text: string): Cdr[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Cdr);
}

/** What the API answers, as it comes. */
async function fetched({ service, adminKey }: ApiScene, query: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${service.url}/api/v1${PATH}${query}`, {
    headers: { authorization: `Bearer ${adminKey}`, ...headers },
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

describe('the API', () => {
  test('tells of a call that is over, and of none under way', async () => {
    const scene = await withCalls(1);
    const [cdr] = cdrsIn((await fetched(scene, '')).text);
    expect(cdr).toMatchObject({
      project: 'default',
      flow: 'desk',
      direction: 'inbound',
      from: CALLER,
      to: NUMBER,
      reason: 'normal',
      transfers: [],
    });
    expect(cdr?.answeredMs).toBeGreaterThan(0);
    expect(cdr?.durationMs).toBeGreaterThanOrEqual(cdr?.answeredMs ?? NaN);
  });

  test('gives pages that together hold every call once, with headings on the first alone', async () => {
    const scene = await withCalls(5);
    const ids: string[] = [];
    let query = '?format=csv&limit=2';
    for (let page = 0; query !== ''; page += 1) {
      const { text, headers } = await fetched(scene, query);
      const lines = text.trim().split('\n');
      expect(lines[0]?.startsWith('id,project')).toBe(page === 0);
      ids.push(...lines.slice(page === 0 ? 1 : 0).map((line) => line.split(',')[0] ?? ''));
      const [, next = ''] =
        /^<\/api\/v1\/projects\/default\/cdrs([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '') ?? [];
      query = next;
    }
    expect(new Set(ids).size).toBe(5);
    expect(ids).toHaveLength(5);
  });

  test.each([
    ['?format=ndjson', {}, 'application/x-ndjson'],
    ['?format=csv', {}, 'text/csv'],
    ['', { accept: 'text/csv' }, 'text/csv'],
    ['', { accept: '*/*' }, 'application/x-ndjson'],
    ['?format=ndjson', { accept: 'text/csv' }, 'application/x-ndjson'],
  ])('writes %s with %j as %s', async (query, headers, type) => {
    const answer = await fetched(await openApi(), query, headers);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain(type);
  });

  test('gives calls of a time, and of one project alone', async () => {
    const { file, remove } = temporaryFile();
    closing.push(remove);
    const store = openSqliteStore({ file });
    for (const [id, startedAt] of [
      ['default.a', 1_000],
      ['other.b', 2_000],
      ['default.c', 3_000],
    ] as const) {
      const ended = commitOf({ id, startedAt, expiresAt: Date.now() + 3_600_000 });
      ended.record.project = id.split('.')[0] as typeof ended.record.project;
      await store.commit({ ...ended, record: { ...ended.record, endedAt: startedAt + 500 } });
    }
    await store.close();
    const scene = await openApi({}, { store: { kind: 'sqlite', file } });
    const adminKey = await keyOf(file);
    const ids = async (query: string) =>
      cdrsIn((await fetched({ ...scene, adminKey }, query)).text).map(({ id }) => id);
    expect(await ids('')).toEqual(['default.c', 'default.a']);
    expect(await ids('?since=1970-01-01T00:00:02Z')).toEqual(['default.c']);
    expect(await ids('?before=1970-01-01T00:00:02Z')).toEqual(['default.a']);
    expect(await ids('?flow=nothing')).toEqual([]);
  });

  test('refuses a place where no page goes on, and a format that it has not', async () => {
    const scene = await openApi();
    expect(await scene.admin('GET', `${PATH}?after=nonsense`)).toMatchObject({
      status: 422,
      body: { code: 'bad_cursor' },
    });
    expect((await scene.admin('GET', `${PATH}?format=xml`)).status).toBe(400);
    expect((await scene.admin('GET', `${PATH}?limit=1001`)).status).toBe(400);
  });

  test('masks the number of the other party where the service is told to', async () => {
    const scene = await withCalls(1, { cdrs: { maskDigits: 5 } });
    expect(cdrsIn((await fetched(scene, '')).text)).toMatchObject([{ from: '+49151123*****', to: NUMBER }]);
  });
});

/** A key for a service whose file the scene did not make. */
async function keyOf(file: string): Promise<string> {
  const store = openSqliteStore({ file });
  const grants = [{ project: '*', role: 'viewer' as const }];
  const keys = new ApiKeys(store.registry, cheapSecrets);
  const { token, change } = await keys.create({ name: 'test', grants }, { id: 'test', at: Date.now() });
  await store.registry.write([change]);
  await store.close();
  return token;
}

describe('the command line', () => {
  test('prints all pages of a service as one file', async () => {
    const { file, remove } = temporaryFile();
    closing.push(remove);
    const store = openSqliteStore({ file });
    const ids = Array.from({ length: 501 }, (_, at) => `default.c${at}`);
    const ended = (id: string, at: number) =>
      commitOf({ id, startedAt: 1_000 + at, expiresAt: Date.now() + 3_600_000 });
    await Promise.all(ids.map((id, at) => store.commit(ended(id, at))));
    await store.close();
    const { service } = await openApi({}, { store: { kind: 'sqlite', file } });
    vi.stubEnv('RINGFLOW_TOKEN', await keyOf(file));
    const { out, code } = await runCommand(registerCdrs, ['cdrs', '--url', service.url, '--format', 'csv']);
    expect(code).toBe(0);
    const [headings, ...rows] = out.trimEnd().split('\n');
    expect(headings).toMatch(/^id,/);
    expect(rows.map((row) => row.split(',')[0]).toSorted()).toEqual(ids.toSorted());
  });

  test('says in one line that a service does not know the key', async () => {
    const { service } = await openApi();
    vi.stubEnv('RINGFLOW_TOKEN', `rf_0123456789ab_${'x'.repeat(43)}`);
    const { out, err, code } = await runCommand(registerCdrs, ['cdrs', '--url', service.url]);
    expect({ out, code }).toEqual({ out: '', code: 1 });
    expect(err).toMatch(/^ringflow: .* rejected the key: .*\n$/);
  });
});

/** A web service that takes CDRs, and is away until it is told otherwise. */
async function receiver() {
  const state = { isAway: false, refused: 0, bodies: [] as string[] };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (state.isAway) state.refused += 1;
      else state.bodies.push(Buffer.concat(chunks).toString());
      response.writeHead(state.isAway ? 503 : 204).end();
    });
  }).listen(0, '127.0.0.1');
  closing.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { url, state, ids: () => state.bodies.flatMap(cdrsIn).map(({ id }) => id) };
}

describe('a service', () => {
  test('adds each call that ends to a file, and tells how many', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ringflow-cdrs-'));
    closing.push(() => {
      rmSync(folder, { recursive: true });
    });
    const file = join(folder, 'cdrs.ndjson');
    const scene = await withCalls(2, { cdrs: { file, maskDigits: 0 } });
    const told = 'ringflow_cdrs_total{sink="file"} 2';
    await until(async () =>
      (await (await fetch(`${scene.service.url}/metrics`)).text()).includes(told) ? true : undefined,
    );
    const written = cdrsIn(readFileSync(file, 'utf8'));
    expect(written.map(({ id }) => id).sort()).toEqual((await read(scene)).map(({ id }) => id).sort());
  });

  test('brings them to a web service that was away, also after it was itself started anew', async () => {
    const { url, state, ids } = await receiver();
    const { file, remove } = temporaryFile();
    closing.push(remove);
    const emulator = await startEmulator({ settings: { setupMs: 10, charactersPerSecond: 500 } });
    closing.push(() => emulator.close());
    const start = async () => {
      const cdrs = { webhook: { url, secret }, maskDigits: 0 };
      const config = configOf(emulator.url, { store: { kind: 'sqlite', file }, cdrs });
      const service = await startService({ config, flows: [desk], log: new RecordingLog() });
      return service;
    };
    state.isAway = true;
    const first = await start();
    const call = ring({ emulator, service: first });
    await until(() =>
      emulator.act(({ control }) => control.call(call)?.listens) === true ? true : undefined,
    );
    emulator.act(({ people }, now) => people.hangUp(call, now));
    await until(() => (state.refused > 0 ? true : undefined));
    await first.stop();
    expect(ids()).toEqual([]);
    state.isAway = false;
    const second = await start();
    closing.push(() => second.stop());
    await until(() => (ids().length > 0 ? true : undefined));
    expect(ids()).toHaveLength(1);
  });
});
