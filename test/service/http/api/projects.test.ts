/** Projects of one service, each with a platform and credentials of its own; and who may tell them of calls. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { startEmulator } from '../../../../src/platform/emulator/http/index.ts';
import type { Emulator } from '../../../../src/platform/emulator/http/index.ts';
import type { Config } from '../../../../src/service/config/config.ts';
import { until } from '../../../engine/until.ts';
import { flowSaying, useFolders } from '../../../authoring/flow-files/folder.ts';
import { closeAfterEach, openApi } from './scene.ts';
import type { ApiScene, Ask } from './scene.ts';

const opened: Emulator[] = [];
const proxies: Server[] = [];
afterEach(async () => {
  for (const proxy of proxies.splice(0)) proxy.close().closeAllConnections();
  await Promise.all(opened.splice(0).map((emulator) => emulator.close()));
});
closeAfterEach();
const newFolder = useFolders();

const NUMBER = '+4930555000';
const CALLER = '+4915112345678';
/** Takes half a minute to say, so that a call goes on until somebody hangs up. */
const LONG = 'Bla bla. '.repeat(50);

const environment = {
  RINGFLOW_PROJECT_SHOP_ID: 'shop-app',
  RINGFLOW_PROJECT_SHOP_KEY: 'shop-app-key-9f2',
  RINGFLOW_PROJECT_BANK_ID: 'bank-app',
  RINGFLOW_PROJECT_BANK_KEY: 'bank-app-key-7c1',
};

interface Team {
  id: string;
  emulator: Emulator;
  /** What the project is set up with. */
  body: object;
  token: string;
  hookUrl: string;
}

function opening(settings: Partial<Config> = {}): Promise<ApiScene> {
  return openApi({}, { projectSecrets: { environment, directory: newFolder().path }, ...settings });
}

/** A project with an emulator that takes its credentials alone, a flow that takes its calls, and a token. */
async function teamOf(
  { admin }: ApiScene,
  id: 'shop' | 'bank',
  {
    text = 'Hello.',
    encrypted = false,
    ...parts
  }: { text?: string; encrypted?: boolean; [part: string]: unknown } = {},
): Promise<Team> {
  const encryption = encrypted ? { encrypt: { algorithm: 'aes-256-cbc', form: 'base64' as const } } : {};
  const account = {
    appId: `${id}-app`,
    appKey: environment[`RINGFLOW_PROJECT_${name(id)}_KEY`],
    ...encryption,
  };
  const emulator = await startEmulator({ settings: { projects: [account] } });
  opened.push(emulator);
  const platform = {
    url: emulator.url,
    appId: `env:RINGFLOW_PROJECT_${name(id)}_ID`,
    appKey: `env:RINGFLOW_PROJECT_${name(id)}_KEY`,
  };
  const body = { platform, defaultFlow: 'desk', ...parts };
  expect((await admin('PUT', `/projects/${id}`, body)).status).toBe(201);
  await inService(admin, id, text);
  const { token, addresses } = await newToken(admin, id);
  return { id, emulator, body, token, hookUrl: addresses.voice };
}

/** Puts a proxy between the service and a team's platform, which keeps what passes: the journal hides tokens. */
async function wireTo({ admin }: ApiScene, { id, emulator, body }: Team) {
  const passed: { path: string; body: string }[] = [];
  const proxy = createServer((request, response) => {
    void pass(request, emulator.url).then(({ sent, answer, text }) => {
      passed.push({ path: request.url ?? '', body: sent });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
    });
  });
  proxies.push(proxy);
  const { port } = await listen(proxy);
  const platform = { ...(body as { platform: object }).platform, url: `http://127.0.0.1:${port}` };
  expect((await admin('PUT', `/projects/${id}`, { ...body, platform })).status).toBe(200);
  return {
    bodiesOf: (path: string) => passed.filter((one) => one.path === path).map((one) => one.body),
  };
}

async function pass(request: IncomingMessage, base: string) {
  const sent = await textOf(request);
  const { method = 'GET', url = '', headers } = request;
  const answer = await fetch(`${base}${url}`, {
    method,
    headers: {
      authorization: headers.authorization ?? '',
      'content-type': headers['content-type'] ?? 'application/json',
    },
    ...(sent === '' ? {} : { body: sent }),
  });
  return { sent, answer, text: await answer.text() };
}

async function listen(server: Server): Promise<AddressInfo> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server.address() as AddressInfo;
}

const name = (id: 'shop' | 'bank') => id.toUpperCase() as 'SHOP' | 'BANK';

async function inService(ask: Ask, project: string, text: string): Promise<void> {
  const files = { 'desk/flow.yaml': flowSaying(text) };
  const { body } = await ask('POST', `/projects/${project}/flows`, { files });
  const [made] = (body as { versions: { version: string }[] }).versions;
  const put = await ask('PUT', `/projects/${project}/deployments/desk`, { version: made?.version });
  expect(put.status).toBe(200);
}

async function newToken(ask: Ask, project: string, wanted: object = {}) {
  const { status, body } = await ask('POST', `/projects/${project}/hook-tokens`, { name: 'test', ...wanted });
  expect(status).toBe(201);
  return body as { id: string; token: string; addresses: { voice: string } };
}

/** Somebody calls the number; gives the platform's name of the call. */
function ring({ emulator, hookUrl }: Pick<Team, 'emulator' | 'hookUrl'>): string {
  emulator.act((model) => model.control.setNumber(NUMBER, { webhook: hookUrl }));
  return emulator.act((model, now) => model.people.ring({ from: CALLER, to: NUMBER }, now)) ?? '';
}

async function saidAt({ emulator }: Pick<Team, 'emulator'>, text: string): Promise<void> {
  await until(() =>
    emulator
      .act((model) => model.journal.readAfter(0))
      .some((entry) => entry.kind === 'speech' && entry.text.startsWith(text)),
  );
}

interface Listed {
  id: string;
  ended?: string;
  endedAt?: number;
}

async function callsOf(ask: Ask, project: string): Promise<Listed[]> {
  return ((await ask('GET', `/projects/${project}/calls`)).body as { items: Listed[] }).items;
}

/** The codes with which the platform has refused requests. */
function refusalsAt({ emulator }: Team): string[] {
  const entries = emulator.act((model) => model.journal.readAfter(0));
  return entries.flatMap((entry) => (entry.kind === 'request' ? (entry.code ?? []) : []));
}

const incoming = (parts: object = {}) =>
  JSON.stringify({ voice_id: 'v1', state: 'incomingcall', from: CALLER, to: NUMBER, ...parts });

async function told(hookUrl: string, body = '', headers: Record<string, string> = {}): Promise<number> {
  return (await fetch(hookUrl, { method: 'POST', body, headers })).status;
}

describe('two projects of one service', () => {
  test('have their calls, flows, commands and credentials each for itself', async () => {
    const scene = await opening();
    const [shop, bank] = [
      await teamOf(scene, 'shop', { text: 'Shop.' }),
      await teamOf(scene, 'bank', { text: 'Bank.' }),
    ];
    const viewer = await scene.as({ project: 'shop', role: 'viewer' });
    const voice = ring(shop);
    await saidAt(shop, 'Shop.');
    ring(bank);
    await saidAt(bank, 'Bank.');
    for (const team of [shop, bank]) {
      await until(async () => (await callsOf(scene.admin, team.id))[0]?.endedAt);
      // With other credentials the emulator would have refused what is asked of it.
      expect(refusalsAt(team), team.id).toEqual([]);
    }
    expect(await callsOf(viewer, 'shop')).toMatchObject([{ id: `shop.${voice}` }]);
    expect(await callsOf(scene.admin, 'default')).toEqual([]);
    expect((await viewer('GET', '/projects/bank/calls')).status).toBe(403);
    expect((await viewer('GET', `/projects/bank/calls/shop.${voice}`)).status).toBe(403);
    expect((await scene.admin('GET', `/projects/bank/calls/shop.${voice}`)).status).toBe(404);
    expect((await scene.admin('GET', '/projects/default/deployments/desk')).status).toBe(404);
    expect(scene.emulator.act((model) => model.journal.readAfter(0))).toEqual([]);
  });

  test('hear of the calls that they place at addresses that open no other project', async () => {
    const scene = await opening();
    const [shop] = [await teamOf(scene, 'shop', { text: 'Shop.' }), await teamOf(scene, 'bank')];
    const wire = await wireTo(scene, shop);
    const dialled = await scene.admin('POST', '/projects/shop/calls', {
      flow: 'desk',
      from: NUMBER,
      to: CALLER,
    });
    const { id } = dialled.body as { id: string };
    await saidAt(shop, 'Shop.');
    await until(async () => (await callsOf(scene.admin, 'shop'))[0]?.endedAt);
    const [dial] = wire.bodiesOf('/voice/v1/call');
    const { event_url: eventUrl } = JSON.parse(dial ?? '{}') as { event_url: string };
    expect(eventUrl).toContain('/hooks/shop/');
    expect(eventUrl).not.toContain('a-token-for-this-test');
    expect(await told(eventUrl)).toBe(200);
    expect(await told(eventUrl.replace('/shop/', '/bank/'))).toBe(404);
    expect(await told(eventUrl.replace('/shop/', '/default/'))).toBe(404);
    expect(await callsOf(scene.admin, 'shop')).toMatchObject([{ id }]);
  });

  test('never answer, log or store a secret that they name', async () => {
    const scene = await opening();
    await teamOf(scene, 'shop');
    const { token } = await newToken(scene.admin, 'shop');
    const answers = [
      await scene.admin('GET', '/projects'),
      await scene.admin('GET', '/projects/shop'),
      await scene.admin('GET', '/projects/shop/hook-tokens'),
      await scene.admin('GET', '/audit'),
    ];
    const told = JSON.stringify([answers, scene.log.lines]);
    expect(told).toContain('env:RINGFLOW_PROJECT_SHOP_KEY');
    for (const secret of ['shop-app-key-9f2', '"shop-app"', token]) expect(told).not.toContain(secret);
  });

  test('read what is encrypted with the App ID of each', async () => {
    const scene = await opening();
    const shop = await teamOf(scene, 'shop', { text: 'Shop.', encrypted: true });
    const bank = await teamOf(scene, 'bank', { text: 'Bank.' });
    ring(shop);
    await saidAt(shop, 'Shop.');
    expect(
      bank.emulator.act((model) => model.control.setNumber(NUMBER, { webhook: bank.hookUrl })),
    ).not.toBeNull();
    const wrong = ring({ emulator: shop.emulator, hookUrl: bank.hookUrl });
    await until(() =>
      scene.log.of('warn').some((line) => line.includes('cannot be decrypted with the App ID')),
    );
    expect((await callsOf(scene.admin, 'bank')).map(({ id }) => id)).not.toContain(`bank.${wrong}`);
  });
});

describe('a project', () => {
  test('is listed, shown, changed and taken away by who is admin of the service', async () => {
    const scene = await opening();
    const { body } = await teamOf(scene, 'shop');
    const changed = { ...body, limits: { dialsPerSecond: 5 } };
    expect(await scene.admin('PUT', '/projects/shop', changed)).toMatchObject({ status: 200 });
    expect((await scene.admin('GET', '/projects')).body).toEqual({
      items: [
        { id: 'default', isDefault: true },
        { id: 'shop', isDefault: false, ...changed },
      ],
    });
    const ofProject = await scene.as({ project: 'shop', role: 'admin' });
    expect((await ofProject('PUT', '/projects/shop', body)).status).toBe(403);
    expect((await scene.admin('DELETE', '/projects/shop')).status).toBe(204);
    expect(await scene.admin('GET', '/projects/shop')).toMatchObject({
      status: 404,
      body: { code: 'unknown_project' },
    });
    expect((await scene.admin('DELETE', '/projects/shop')).status).toBe(404);
  });

  test('calls only the numbers that it may call', async () => {
    const scene = await opening();
    const { emulator, body } = await teamOf(scene, 'shop', { limits: { dialPrefixes: ['+4930'] } });
    const place = (to: string) =>
      scene.admin('POST', '/projects/shop/calls', { flow: 'desk', from: '+4930555000', to });
    const refused = await place('+49900123456');
    const { id } = refused.body as { id: string };
    await until(async () =>
      (await callsOf(scene.admin, 'shop')).some((one) => one.id === id && 'endedAt' in one),
    );
    expect(emulator.act(({ control }) => control.calls().map(({ to }) => to))).toEqual([]);
    const wrong = { ...body, limits: { dialPrefixes: ['4930'] } };
    expect((await scene.admin('PUT', '/projects/shop', wrong)).status).toBe(400);
  });

  test('stays while numbers are routed in it or calls go on, and its hook is shut when it goes', async () => {
    const scene = await opening();
    const shop = await teamOf(scene, 'shop', { text: LONG });
    const { admin } = scene;
    await admin('PUT', '/projects/shop/routes/main', { number: NUMBER, flow: 'desk' });
    expect(await admin('DELETE', '/projects/shop')).toMatchObject({
      status: 409,
      body: { code: 'project_in_use' },
    });
    await admin('DELETE', '/projects/shop/routes/main');
    const voice = ring(shop);
    await saidAt(shop, 'Bla');
    expect(await admin('DELETE', '/projects/shop')).toMatchObject({
      status: 409,
      body: { code: 'project_in_use' },
    });
    shop.emulator.act((model, now) => model.people.hangUp(voice, now));
    await until(async () => (await callsOf(admin, 'shop'))[0]?.endedAt);
    expect((await admin('DELETE', '/projects/shop')).status).toBe(204);
    expect(await told(shop.hookUrl, incoming())).toBe(404);
  });

  test('stays while a campaign of it runs, and may go once that is paused', async () => {
    const scene = await opening();
    await teamOf(scene, 'shop', { text: LONG });
    const { admin } = scene;
    const spring = '/projects/shop/campaigns/spring';
    // Nobody is called at the moment, and so no call goes on.
    const weekday = new Date(Date.now() + 3 * 24 * 3_600_000).getUTCDay();
    const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'].filter((_day, at) => at === weekday);
    const windows = [{ days, from: '09:00', until: '10:00' }];
    const pace = { perSecond: 1, atOnce: 1 };
    expect((await admin('PUT', spring, { flow: 'desk', from: NUMBER, pace, windows })).status).toBe(201);
    const csv = { 'content-type': 'text/csv' };
    expect((await admin('POST', `${spring}/recipients`, `number\n${CALLER}\n`, csv)).status).toBe(200);
    expect((await admin('POST', `${spring}/start`)).status).toBe(200);
    const refused = await admin('DELETE', '/projects/shop');
    expect(refused).toMatchObject({ status: 409, body: { code: 'project_in_use' } });
    expect(JSON.stringify(refused.body)).toContain('spring');
    expect((await admin('POST', `${spring}/pause`)).status).toBe(200);
    expect((await admin('DELETE', '/projects/shop')).status).toBe(204);
  });

  test('stays while a call of it is planned, and may go once that is taken back', async () => {
    const scene = await opening();
    await teamOf(scene, 'shop', { text: LONG });
    const { admin } = scene;
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const { body } = await admin('POST', '/projects/shop/calls', {
      flow: 'desk',
      from: NUMBER,
      to: CALLER,
      at,
    });
    const { id } = body as { id: string };
    const refused = await admin('DELETE', '/projects/shop');
    expect(refused).toMatchObject({ status: 409, body: { code: 'project_in_use' } });
    expect(JSON.stringify(refused.body)).toContain(id);
    expect((await admin('DELETE', `/projects/shop/planned-calls/${id}`)).status).toBe(200);
    expect((await admin('DELETE', '/projects/shop')).status).toBe(204);
  });

  test('that the service is started with is shown, and changed nowhere but there', async () => {
    const scene = await opening();
    const { body } = await teamOf(scene, 'shop');
    expect((await scene.admin('GET', '/projects/default')).body).toEqual({ id: 'default', isDefault: true });
    const refused = [
      await scene.admin('PUT', '/projects/default', body),
      await scene.admin('DELETE', '/projects/default'),
      await scene.admin('POST', '/projects/default/hook-tokens', { name: 'x' }),
    ];
    for (const answer of refused)
      expect(answer).toMatchObject({ status: 422, body: { code: 'read_only_project' } });
  });

  test.each([
    ['a secret in clear', { appKey: 'hunter2-hunter2' }, 'invalid'],
    ["a secret of the service's own", { appKey: 'env:RINGFLOW_SECRET_KEY' }, 'invalid'],
    ['a variable that flows are given', { appKey: 'env:PATH' }, 'invalid'],
    ['a variable that is not set', { appKey: 'env:RINGFLOW_PROJECT_NOWHERE' }, 'invalid_reference'],
    ['a file outside the directory for secrets', { appKey: 'file:/etc/hostname' }, 'invalid_reference'],
    ['a platform with a user', { url: 'https://user:pass@example.com' }, 'invalid_url'],
  ])('with %s is refused, and nothing changes', async (_what, platform, code) => {
    const scene = await opening();
    const { body } = await teamOf(scene, 'shop');
    const wrong = { ...body, platform: { ...(body as { platform: object }).platform, ...platform } };
    const { status, body: problem } = await scene.admin('PUT', '/projects/shop', wrong);
    expect({ status, problem }).toMatchObject({ status: code === 'invalid' ? 400 : 422, problem: { code } });
    expect((await scene.admin('GET', '/projects/shop')).body).toMatchObject(body);
    if (code !== 'invalid_reference') return;
    expect(problem).toMatchObject({ errors: [{ in: 'body', pointer: '/platform/appKey' }] });
  });

  test('goes on with a rotated key once it is written again', async () => {
    const folder = newFolder().path;
    const file = join(folder, 'shop-key');
    writeFileSync(file, 'old-key\n');
    const scene = await opening({ projectSecrets: { environment, directory: folder } });
    const shop = await teamOf(scene, 'shop', { text: 'Shop.' });
    const { platform } = shop.body as { platform: object };
    const body = { ...shop.body, platform: { ...platform, appKey: `file:${file}` } };
    await scene.admin('PUT', '/projects/shop', body);
    ring(shop);
    await until(() => refusalsAt(shop).length > 0);
    writeFileSync(file, 'shop-app-key-9f2\n');
    await scene.admin('PUT', '/projects/shop', body);
    ring(shop);
    await saidAt(shop, 'Shop.');
  });
});

describe('the limit on calls at once', () => {
  test('turns further ones away with a reason in the trace, until one has ended', async () => {
    const scene = await opening();
    const shop = await teamOf(scene, 'shop', { text: LONG, limits: { concurrentCalls: 2 } });
    const { admin } = scene;
    const first = ring(shop);
    ring(shop);
    await until(async () => (await callsOf(admin, 'shop')).length === 2);
    const third = ring(shop);
    const call = `shop.${third}`;
    await until(async () => (await callsOf(admin, 'shop')).find(({ id }) => id === call)?.endedAt);
    const { body } = await admin('GET', `/projects/shop/calls/${call}/trace`);
    const { call: shown, trace } = body as { call: object; trace: object[] };
    expect(shown).toMatchObject({ ended: 'rejected' });
    expect(trace[0]).toMatchObject({
      notes: [
        {
          kind: 'because',
          code: 'turned_away',
          why: 'too_many_calls',
          text: 'rejected: the project has reached its limit of concurrent calls',
        },
        { kind: 'ended' },
      ],
      commands: [{ kind: 'hangup' }],
    });
    const wanted = { flow: 'desk', from: NUMBER, to: CALLER };
    expect(await admin('POST', '/projects/shop/calls', wanted)).toMatchObject({
      status: 429,
      body: { code: 'too_many_calls' },
    });
    shop.emulator.act((model, now) => model.people.hangUp(first, now));
    await until(async () => (await callsOf(admin, 'shop')).find(({ id }) => id === `shop.${first}`)?.endedAt);
    expect((await admin('POST', '/projects/shop/calls', wanted)).status).toBe(201);
  });
});

describe('the limit on placed calls', () => {
  test('holds the second one back until the platform would take it', async () => {
    const scene = await opening();
    const shop = await teamOf(scene, 'shop', { limits: { dialsPerSecond: 1 } });
    const wanted = { flow: 'desk', from: NUMBER, to: CALLER };
    for (let placed = 0; placed < 2; placed += 1)
      expect((await scene.admin('POST', '/projects/shop/calls', wanted)).status).toBe(201);
    const dials = () =>
      shop.emulator
        .act((model) => model.journal.readAfter(0))
        .filter((entry) => entry.kind === 'request' && entry.path.endsWith('/call'));
    const [first, second] = await until(() => (dials().length === 2 ? dials() : undefined));
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(1_000);
  });
});

describe('tokens of a hook', () => {
  test('overlap, so that a call goes on while the platform is told the new one', async () => {
    const scene = await opening();
    const shop = await teamOf(scene, 'shop', { text: LONG });
    const voice = ring(shop);
    await saidAt(shop, 'Bla');
    const { addresses } = await newToken(scene.admin, 'shop', { overlapSeconds: 3_600 });
    const held = (await scene.admin('GET', '/projects/shop/hook-tokens')).body as {
      items: { expiresAt?: number }[];
    };
    expect(held.items.map(({ expiresAt }) => expiresAt !== undefined).sort()).toEqual([false, true]);
    // The old one tells of the call still, the new one of its end.
    const key = (digit: string) => JSON.stringify({ voice_id: voice, state: 'dtmfcollected', digit });
    expect(await told(shop.hookUrl, key('1'))).toBe(200);
    expect(await told(addresses.voice, key('2'))).toBe(200);
    shop.emulator.act((model, now) => model.people.hangUp(voice, now));
    await until(async () => (await callsOf(scene.admin, 'shop'))[0]?.endedAt);
    const { trace } = (await scene.admin('GET', `/projects/shop/calls/shop.${voice}/trace`)).body as {
      trace: { event: { type: string } }[];
    };
    expect(trace.filter(({ event }) => event.type === 'bridge_digits')).toHaveLength(2);
  });

  test('end when their time has come, and at once when they are revoked', async () => {
    const scene = await opening();
    const shop = await teamOf(scene, 'shop');
    const second = await newToken(scene.admin, 'shop', { overlapSeconds: 0 });
    expect([await told(shop.hookUrl), await told(second.addresses.voice)]).toEqual([404, 200]);
    const past = await newToken(scene.admin, 'shop', { expiresAt: '2020-01-01T00:00:00Z' });
    expect(await told(past.addresses.voice)).toBe(404);
    expect((await scene.admin('DELETE', `/projects/shop/hook-tokens/${second.id}`)).status).toBe(204);
    expect(await told(second.addresses.voice)).toBe(404);
    expect(await scene.admin('DELETE', `/projects/shop/hook-tokens/${second.id}`)).toMatchObject({
      status: 404,
      body: { code: 'unknown_token' },
    });
    expect((await scene.admin('POST', '/projects/nowhere/hook-tokens', { name: 'x' })).status).toBe(404);
  });

  test('are no more than anybody needs', async () => {
    const scene = await opening();
    await teamOf(scene, 'shop');
    for (let made = 1; made < 20; made += 1) await newToken(scene.admin, 'shop');
    expect(await scene.admin('POST', '/projects/shop/hook-tokens', { name: 'x' })).toMatchObject({
      status: 422,
      body: { code: 'too_many_tokens' },
    });
  });

  test('of the service that were replaced are taken as long as they are named', async () => {
    const formerHookTokens = ['former-token-of-the-hook'];
    const { service } = await opening({ formerHookTokens });
    expect(await told(service.hookUrl)).toBe(200);
    expect(await told(service.hookUrl.replace('a-token-for-this-test', 'former-token-of-the-hook'))).toBe(
      200,
    );
    expect(await told(service.hookUrl.replace('a-token-for-this-test', 'another-token-of-a-hook'))).toBe(404);
  });

  test('open their own project alone, and a wrong one is answered like a project that there is not', async () => {
    const scene = await opening();
    const [shop, bank] = [await teamOf(scene, 'shop'), await teamOf(scene, 'bank')];
    const at = (project: string, token: string) => `${scene.service.url}/hooks/${project}/${token}/voice`;
    const answers = await Promise.all(
      [at('bank', shop.token), at('shop', bank.token), at('nowhere', shop.token), at('shop', 'x')].map(
        async (url) => {
          // Under one id, which is the only thing in which such answers differ.
          const headers = { 'x-request-id': 'same' };
          const answer = await fetch(url, { method: 'POST', body: 'no json', headers });
          return { status: answer.status, body: await answer.json() };
        },
      ),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
  });
});

describe('the addresses that may tell of calls', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address });

  test("are those of the project, before the service's own, behind a proxy that is believed", async () => {
    const scene = await opening({ hookAllow: ['192.0.2.0/24'], trustProxy: 'loopback' });
    const shop = await teamOf(scene, 'shop', { hooks: { allow: ['198.51.100.7', '2001:db8::/32'] } });
    const bank = await teamOf(scene, 'bank');
    const statuses = async (url: string) =>
      Promise.all(
        ['198.51.100.7', '2001:db8::5', '192.0.2.9', '203.0.113.1'].map((address) =>
          told(url, '', from(address)),
        ),
      );
    expect(await statuses(shop.hookUrl)).toEqual([200, 200, 403, 403]);
    expect(await statuses(bank.hookUrl)).toEqual([403, 403, 200, 403]);
    expect(await statuses(scene.service.hookUrl)).toEqual([403, 403, 200, 403]);
    expect(await statuses(shop.hookUrl.replace(shop.token, 'wrong'))).toEqual([404, 404, 404, 404]);
    expect(scene.log.of('warn')).toContain(
      'notification refused: notifications from 203.0.113.1 are not accepted',
    );
    const metrics = await (await fetch(`${scene.service.url}/metrics`)).text();
    expect(metrics).toContain('ringflow_hook_refused_total{project="default",code="address"} 3');
    expect(metrics).toContain('ringflow_hook_refused_total{project="shop",code="address"} 2');
    expect(metrics).toContain('ringflow_hook_refused_total{project="bank",code="address"} 3');
    expect(metrics).toContain('ringflow_hook_refused_total{project="shop",code="not_found"} 4');
  });

  test('cannot be claimed where no proxy is believed', async () => {
    const scene = await opening({ hookAllow: ['192.0.2.0/24'], trustProxy: false });
    expect(await told(scene.service.hookUrl, '', from('192.0.2.9'))).toBe(403);
  });
});

describe('the replay window', () => {
  const ago = (minutes: number) => ({ timestamp: new Date(Date.now() - minutes * 60_000).toISOString() });

  test('refuses what is older, of the projects for which there is one', async () => {
    const scene = await opening({ hookMaxAgeMs: 300_000 });
    const shop = await teamOf(scene, 'shop', { hooks: { maxAgeSeconds: 0 } });
    const bank = await teamOf(scene, 'bank');
    expect(await told(bank.hookUrl, incoming(ago(6)))).toBe(422);
    expect(await callsOf(scene.admin, 'bank')).toEqual([]);
    expect(await told(bank.hookUrl, incoming(ago(4)))).toBe(200);
    expect(await told(shop.hookUrl, incoming(ago(6_000)))).toBe(200);
    expect(await told(bank.hookUrl, incoming({ voice_id: 'v2' }))).toBe(200);
    expect(scene.log.of('warn')).toContain(
      'notification refused: the notification is older than the maximum age',
    );
  });

  test('is not needed for what comes a second time to change nothing', async () => {
    const scene = await opening();
    const shop = await teamOf(scene, 'shop', { text: LONG });
    const body = incoming({ voice_id: 'v7', ...ago(0) });
    expect([await told(shop.hookUrl, body), await told(shop.hookUrl, body)]).toEqual([200, 200]);
    expect(await callsOf(scene.admin, 'shop')).toHaveLength(1);
  });
});
