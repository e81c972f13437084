/** Flows that a node runs from a folder, as the API shows them. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadFlowsWithSources } from '../../../../src/authoring/flow-files/index.ts';
import { DevFlows } from '../../../../src/cli/author/dev-flows.ts';
import { callId, DEFAULT_PROJECT } from '../../../../src/call/index.ts';
import { flowSaying, useFolders } from '../../../authoring/flow-files/folder.ts';
import type { Folder } from '../../../authoring/flow-files/folder.ts';
import { until } from '../../../engine/until.ts';
import { asker, closeAfterEach, openApi } from './scene.ts';
import type { ApiScene } from './scene.ts';

closeAfterEach();
const newFolder = useFolders();

const P = '/projects/default';
const HELLO = flowSaying('Hello.');
const SCENARIO = 'scenarios:\n  - name: hears it\n    script:\n      - hears: Hello.\n';

interface Served extends ApiScene {
  folder: Folder;
  /** What `dev` does when a file was saved. */
  reload: () => Promise<void>;
}

/** A service on a folder with the flows `desk` and `shop`; `isFollowed` as in `dev`, else as with `serve`. */
async function serve({ isFollowed = true } = {}): Promise<Served> {
  const folder = newFolder();
  folder.write('desk/flow.yaml', HELLO);
  folder.write('desk/hello.scenario.yaml', SCENARIO);
  folder.write('shop/flow.yaml', flowSaying('Shop.', 'shop'));
  const { loaded, sources } = loadFlowsWithSources(folder.path);
  const scene = await openApi(
    {},
    {},
    {},
    { flows: loaded.flows, folder: { path: folder.path, sources, isFollowed } },
  );
  const flows = new DevFlows(scene.service, scene.emulator);
  await flows.put(loaded.flows, sources);
  const reload = async () => {
    const now = loadFlowsWithSources(folder.path);
    await flows.put(now.loaded.flows, now.sources);
    await flows.keepOnly(now.loaded.flows);
  };
  return { ...scene, folder, reload };
}

async function live({ admin }: ApiScene, flow = 'desk'): Promise<string> {
  return ((await admin('GET', `${P}/deployments/${flow}`)).body as { live: string }).live;
}

describe('flows of a folder', () => {
  test('take the calls of a number whose route leads to them', async () => {
    const { admin, emulator, service } = await serve();
    const number = '+4930555444';
    await admin('PUT', `${P}/routes/shop`, { number, takes: 'calls', flow: 'shop' });
    emulator.act(({ control }) => control.setNumber(number, { webhook: service.hookUrl }));
    emulator.act(({ people }, now) => people.ring({ from: '+4915112345678', to: number }, now));
    const readFlows = async () =>
      ((await admin('GET', `${P}/calls`)).body as { items: { flow: string }[] }).items.map(
        ({ flow }) => flow,
      );
    await until(async () => (await readFlows()).length > 0);
    expect(await readFlows()).toEqual(['shop']);
  });

  test('are listed as versions in service that come from files, with their files, diagram and tests', async () => {
    const scene = await serve();
    const { admin } = scene;
    const version = await live(scene);
    expect((await admin('GET', `${P}/flows`)).body).toMatchObject({
      items: [
        { flow: 'desk', version, file: 'desk/flow.yaml', steps: 2, source: 'files', createdBy: 'system' },
        { flow: 'shop', source: 'files' },
      ],
    });
    expect((await admin('GET', `${P}/deployments`)).body).toMatchObject({
      items: [
        { flow: 'desk', live: version, history: [], source: 'files' },
        { flow: 'shop', source: 'files' },
      ],
    });
    expect((await admin('GET', `${P}/deployments?flow=shop`)).body).toMatchObject({
      items: [{ flow: 'shop' }],
    });
    expect((await admin('GET', `${P}/deployments?flow=nothing`)).body).toEqual({ items: [] });
    const at = `${P}/flows/desk/versions/${version}`;
    expect((await admin('GET', at)).body).toMatchObject({ version, files: { 'desk/flow.yaml': HELLO } });
    expect((await admin('GET', `${at}/diagram`)).body).toContain('hello');
    expect((await admin('GET', `${at}/tests`)).body).toMatchObject({
      results: { passed: 1, failed: 0 },
      files: { 'desk/hello.scenario.yaml': SCENARIO },
    });
    const shop = `${P}/flows/shop/versions/${await live(scene, 'shop')}`;
    expect((await admin('GET', `${shop}/tests`)).body).toMatchObject({ results: { passed: 0 }, files: {} });
  });

  test('tell what they say of themselves', async () => {
    const scene = await serve();
    const { admin, folder, reload } = scene;
    folder.write('desk/flow.yaml', HELLO.replace('name: desk', 'name: desk\ndescription: The main number.'));
    await reload();
    expect((await admin('GET', `${P}/flows/desk/versions/${await live(scene)}`)).body).toMatchObject({
      description: 'The main number.',
    });
  });

  test('are paged and filtered together with uploaded ones', async () => {
    const scene = await serve();
    const { admin } = scene;
    const files = { 'm/flow.yaml': flowSaying('M.', 'middle') };
    expect((await admin('POST', `${P}/flows`, { files })).status).toBe(200);
    const names: string[] = [];
    for (let next: string | undefined = ''; next !== undefined;) {
      const page = await admin('GET', `${P}/flows?limit=1${next === '' ? '' : `&after=${next}`}`);
      const body = page.body as { items: { flow: string }[]; next?: string };
      names.push(...body.items.map(({ flow }) => flow));
      next = body.next;
    }
    expect(names).toEqual(['desk', 'middle', 'shop']);
    const only = (await admin('GET', `${P}/flows?flow=shop`)).body as { items: { flow: string }[] };
    expect(only.items.map(({ flow }) => flow)).toEqual(['shop']);
    const first = (await admin('GET', `${P}/deployments?limit=1`)).body as { next?: string };
    expect(first).toMatchObject({ items: [{ flow: 'desk' }], next: 'desk' });
    expect((await admin('GET', `${P}/deployments?limit=1&after=desk`)).body).toMatchObject({
      items: [{ flow: 'shop' }],
    });
  });

  test('belong to the default project only', async () => {
    const scene = await serve();
    const { admin, as } = scene;
    const platform = { appId: 'env:RINGFLOW_PROJECT_ID', appKey: 'env:RINGFLOW_PROJECT_KEY' };
    const refused = await admin('PUT', '/projects/other', { platform });
    expect(refused.body).toMatchObject({ code: 'invalid_reference' });
    const stranger = await as({ project: 'other', role: 'admin' });
    expect((await stranger('GET', `${P}/flows`)).status).toBe(403);
    const reader = await as({ project: 'default', role: 'viewer' });
    const version = await live(scene);
    expect((await reader('GET', `${P}/flows/desk/versions/${version}`)).status).toBe(200);
    expect((await reader('GET', `${P}/flows/desk/versions/0123456789abcdef`)).body).toMatchObject({
      code: 'unknown_version',
    });
  });

  test('show what was saved; the replaced version can be compared', async () => {
    const scene = await serve();
    const { admin, folder, reload } = scene;
    const before = await live(scene);
    folder.write('desk/flow.yaml', flowSaying('Good morning.'));
    await reload();
    const after = await live(scene);
    expect(after).not.toBe(before);
    expect((await admin('GET', `${P}/deployments/desk`)).body).toMatchObject({ history: [before] });
    const diff = await admin('GET', `${P}/flows/desk/diff?from=${before}&to=${after}`);
    expect(diff.body).toMatchObject({ same: false, changes: [{ kind: expect.any(String) as string }] });
    const tests = await admin('GET', `${P}/flows/desk/versions/${after}/tests`);
    expect(tests.body).toMatchObject({ results: { passed: 0, failed: 1 } });
  });

  test('show a comment that was added, although the version is the same', async () => {
    const scene = await serve();
    const { admin, folder, reload } = scene;
    const version = await live(scene);
    folder.write('desk/flow.yaml', `${HELLO}# Opens at nine.\n`);
    await reload();
    expect(await live(scene)).toBe(version);
    const { body } = await admin('GET', `${P}/flows/desk/versions/${version}`);
    expect((body as { files: Record<string, string> }).files['desk/flow.yaml']).toContain('Opens at nine');
  });

  test('run changed scenarios again', async () => {
    const scene = await serve();
    const { admin, folder } = scene;
    const at = `${P}/flows/desk/versions/${await live(scene)}/tests`;
    expect((await admin('GET', at)).body).toMatchObject({ results: { passed: 1 } });
    folder.write('desk/hello.scenario.yaml', SCENARIO.replace('hears: Hello.', 'hears: Bye.'));
    expect((await admin('GET', at)).body).toMatchObject({ results: { passed: 0, failed: 1 } });
  });

  test('that are removed from the folder are no longer listed; their versions stay for recorded calls', async () => {
    const scene = await serve();
    const { admin, folder, reload } = scene;
    const version = await live(scene, 'shop');
    rmSync(join(folder.path, 'shop'), { recursive: true });
    await reload();
    expect((await admin('GET', `${P}/flows?flow=shop`)).body).toEqual({ items: [] });
    expect((await admin('GET', `${P}/deployments/shop`)).body).toMatchObject({ code: 'unknown_deployment' });
    expect((await admin('GET', `${P}/flows/shop/versions/${version}/diagram`)).status).toBe(200);
  });

  test('include tables, and flows that they run, so that their version can be drawn again', async () => {
    const scene = await serve();
    const { admin, folder, reload } = scene;
    folder.write('shop/people.csv', 'name,number\nada,+4930111\n');
    const shop = flowSaying('Shop.', 'shop')
      .replace('steps:', 'tables: { people: { file: people.csv } }\nsteps:')
      .replace('next: hangup }', 'next: after }\n  after: { run: { flow: desk }, next: hangup }');
    folder.write('shop/flow.yaml', shop);
    await reload();
    const version = await live(scene, 'shop');
    const at = `${P}/flows/shop/versions/${version}`;
    const { body } = await admin('GET', at);
    expect(Object.keys((body as { files: object }).files)).toEqual([
      'desk/flow.yaml',
      'shop/flow.yaml',
      'shop/people.csv',
    ]);
    expect((await admin('GET', `${at}/diagram?format=dot`)).status).toBe(200);
  });

  test('have statistics and calls', async () => {
    const scene = await serve();
    const { admin, emulator } = scene;
    const version = await live(scene);
    const number = '+12025550100';
    emulator.act((model, now) => model.people.ring({ from: '+4915112345678', to: number }, now));
    await until(async () => {
      const { body } = await admin('GET', `${P}/calls`);
      return (body as { items: unknown[] }).items.length > 0 ? body : undefined;
    });
    const stats = await until(async () => {
      const { body } = await admin('GET', `${P}/flows/desk/stats`);
      return (body as { versions: { takes?: string }[] }).versions[0];
    });
    expect(stats).toMatchObject({ version, takes: 'live' });
  });
});

interface Shown {
  live?: string;
  history?: string[];
  source?: string;
  files?: string;
}

const readDeployment = async ({ admin }: ApiScene, flow = 'desk') =>
  (await admin('GET', `${P}/deployments/${flow}`)).body as Shown;

/** Uploads a version of `desk` that says a text; it takes no calls. */
async function upload({ admin }: ApiScene, text: string): Promise<string> {
  const { body } = await admin('POST', `${P}/flows`, { files: { 'desk/flow.yaml': flowSaying(text) } });
  return (body as { versions: { version: string }[] }).versions[0]?.version ?? '';
}

/** Calls the flow `desk`; returns the version that takes the call. */
async function callDesk({ service }: ApiScene, call = 'any'): Promise<string | undefined> {
  const start = await service.engine.flows.startForFlow({
    project: DEFAULT_PROJECT,
    flow: 'desk',
    call: callId(call),
  });
  return start?.flow.flow.version;
}

describe.each([
  ['dev', true],
  ['serve', false],
])('under `%s`, a deployment takes precedence over the files', (_command, isFollowed) => {
  test('the version of the files is stored when it is deployed, with its results', async () => {
    const scene = await serve({ isFollowed });
    const { admin } = scene;
    const version = await live(scene);
    const { status, body } = await admin('PUT', `${P}/deployments/desk`, { version });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { live: version, history: [], files: version },
    });
    expect(body).not.toHaveProperty('source');
    const at = `${P}/flows/desk/versions/${version}`;
    const stored = await admin('GET', at);
    expect(stored.body).toMatchObject({ version, files: { 'desk/flow.yaml': HELLO } });
    expect(stored.body).not.toHaveProperty('source');
    expect((await admin('GET', `${at}/tests`)).body).toMatchObject({ results: { passed: 1 } });
  });

  test('a canary beside the version of the files is deployed in one step, and rolled back', async () => {
    const scene = await serve({ isFollowed });
    const { admin } = scene;
    const [held, next] = [await live(scene), await upload(scene, 'New.')];
    const canary = await admin('PUT', `${P}/deployments/desk`, { version: next, percent: 20 });
    expect(canary).toMatchObject({
      status: 200,
      body: { live: held, canary: { version: next, percent: 20 }, history: [], files: held },
    });
    const taken = await Promise.all(Array.from({ length: 200 }, (_, at) => callDesk(scene, `call ${at}`)));
    expect(new Set(taken)).toEqual(new Set([held, next]));
    expect((await admin('POST', `${P}/deployments/desk/rollback`)).body).toMatchObject({ live: held });
    expect(await readDeployment(scene)).not.toHaveProperty('canary');
  });

  test('a version is scheduled while that of the files is live', async () => {
    const scene = await serve({ isFollowed });
    const [held, next] = [await live(scene), await upload(scene, 'New.')];
    const at = new Date(Date.now() + 3_600_000).toISOString();
    expect(await scene.admin('PUT', `${P}/deployments/desk`, { version: next, at })).toMatchObject({
      status: 200,
      body: { live: held, scheduled: { version: next, at: Date.parse(at) } },
    });
    expect(await callDesk(scene)).toBe(held);
  });

  test('a step for all calls has the version of the files before it', async () => {
    const scene = await serve({ isFollowed });
    const { admin } = scene;
    const [held, next] = [await live(scene), await upload(scene, 'New.')];
    const { body } = await admin('PUT', `${P}/deployments`, { flows: { desk: { version: next } } });
    expect(body).toMatchObject({ items: [{ flow: 'desk', live: next, history: [held], files: held }] });
    expect((await admin('GET', `${P}/deployments`)).body).toMatchObject({
      items: [
        { flow: 'desk', live: next, files: held },
        { flow: 'shop', source: 'files' },
      ],
    });
    expect(await callDesk(scene)).toBe(next);
    expect((await admin('POST', `${P}/deployments/desk/rollback`)).body).toMatchObject({ live: held });
  });

  test('a withdrawal returns the flow to its files', async () => {
    const scene = await serve({ isFollowed });
    const { admin } = scene;
    const held = await live(scene);
    await admin('PUT', `${P}/deployments/desk`, { version: await upload(scene, 'New.') });
    expect((await admin('DELETE', `${P}/deployments/desk`)).status).toBe(204);
    expect(await readDeployment(scene)).toMatchObject({ live: held, source: 'files' });
    expect(await callDesk(scene)).toBe(held);
  });

  test('without a deployment there is nothing to roll back or to withdraw', async () => {
    const { admin } = await serve({ isFollowed });
    const refused = { status: 409, body: { code: 'flow_from_files' } };
    expect(await admin('DELETE', `${P}/deployments/desk`)).toMatchObject(refused);
    expect(await admin('POST', `${P}/deployments/desk/rollback`)).toMatchObject(refused);
  });

  test('a version of the files whose scenarios fail is not deployed without a reason', async () => {
    const scene = await serve({ isFollowed });
    const { admin, folder } = scene;
    const version = await live(scene);
    folder.write('desk/hello.scenario.yaml', SCENARIO.replace('hears: Hello.', 'hears: Bye.'));
    const refused = await admin('PUT', `${P}/deployments/desk`, { version });
    expect(refused).toMatchObject({ status: 422, body: { code: 'tests_failed' } });
    expect(await readDeployment(scene)).toMatchObject({ source: 'files' });
    const forced = await admin('PUT', `${P}/deployments/desk`, { version, force: { reason: 'known' } });
    expect(forced.status).toBe(200);
  });
});

test('a save is a draft while a deployment decides, and takes calls once it is withdrawn', async () => {
  const scene = await serve();
  const { admin, folder, reload } = scene;
  const deployed = await live(scene);
  await admin('PUT', `${P}/deployments/desk`, { version: deployed });
  folder.write('desk/flow.yaml', flowSaying('Good morning.'));
  await reload();
  expect(await callDesk(scene)).toBe(deployed);
  const { live: stillLive, files: saved = '' } = await readDeployment(scene);
  expect(stillLive).toBe(deployed);
  expect(saved).not.toBe(deployed);
  expect(
    await admin('PUT', `${P}/deployments/desk`, {
      version: saved,
      percent: 20,
      force: { reason: 'other words' },
    }),
  ).toMatchObject({ status: 200, body: { live: deployed, canary: { version: saved } } });
  await admin('DELETE', `${P}/deployments/desk`);
  expect(await callDesk(scene)).toBe(saved);
});

test('versions of files survive a restart with other files: listed, with diagram and tests, in the history', async () => {
  const before = await serve();
  const { folder, adminKey, file } = before;
  const earlier = await live(before);
  await before.service.stop();
  folder.write('desk/flow.yaml', flowSaying('Good morning.'));
  const { loaded, sources } = loadFlowsWithSources(folder.path);
  const again = await openApi(
    {},
    { store: { kind: 'sqlite', file } },
    {},
    { flows: loaded.flows, folder: { path: folder.path, sources, isFollowed: false } },
  );
  const ask = asker(`${again.service.url}/api/v1`, adminKey);
  expect((await ask('GET', `${P}/deployments/desk`)).body).toMatchObject({
    source: 'files',
    history: [earlier],
  });
  const { items } = (await ask('GET', `${P}/flows?flow=desk`)).body as { items: object[] };
  expect(items).toContainEqual(expect.objectContaining({ version: earlier, source: 'files' }));
  const at = `${P}/flows/desk/versions/${earlier}`;
  expect((await ask('GET', at)).body).toMatchObject({ files: { 'desk/flow.yaml': HELLO } });
  expect((await ask('GET', `${at}/diagram`)).status).toBe(200);
  expect((await ask('GET', `${at}/tests`)).body).toMatchObject({ results: { passed: 1 } });
  expect((await ask('PUT', `${P}/deployments/desk`, { version: earlier, percent: 20 })).status).toBe(200);
});

test('the deployment of the only flow of a folder also takes calls of numbers without a route', async () => {
  const folder = newFolder();
  folder.write('desk/flow.yaml', HELLO);
  const { loaded, sources } = loadFlowsWithSources(folder.path);
  const served = { flows: loaded.flows, folder: { path: folder.path, sources, isFollowed: false } };
  const scene = await openApi({}, {}, {}, served);
  const version = await upload(scene, 'New.');
  await scene.admin('PUT', `${P}/deployments/desk`, { version });
  const start = await scene.service.engine.flows.startForNumber({
    project: DEFAULT_PROJECT,
    takes: 'calls',
    number: '+4930555000',
    carrier: 'platform',
    call: callId('any'),
  });
  expect(start?.flow.flow.version).toBe(version);
});

test('under `dev`, other flows are deployed as anywhere', async () => {
  const { admin } = await serve();
  const files = { 'm/flow.yaml': flowSaying('M.', 'middle') };
  const { body } = await admin('POST', `${P}/flows`, { files });
  const version = (body as { versions: { version: string }[] }).versions[0]?.version;
  const deployed = await admin('PUT', `${P}/deployments/middle`, { version });
  expect(deployed.status).toBe(200);
  expect(deployed.body).not.toHaveProperty('source');
  expect(deployed.body).not.toHaveProperty('files');
});

test.each([
  ['the default flow', { defaultFlow: 'desk' }],
  ['the flow of a number in the settings', { routes: new Map([['+4930555444', 'desk']]) }],
])('%s is its deployment, where there is one', async (_which, settings) => {
  const scene = await openApi({}, settings);
  const { admin, emulator, service } = scene;
  const { body } = await admin('POST', `${P}/flows`, { files: { 'desk/flow.yaml': HELLO } });
  const version = (body as { versions: { version: string }[] }).versions[0]?.version;
  await admin('PUT', `${P}/deployments/desk`, { version });
  const number = '+4930555444';
  emulator.act(({ control }) => control.setNumber(number, { webhook: service.hookUrl }));
  emulator.act(({ people }, now) => people.ring({ from: '+4915112345678', to: number }, now));
  const readCalls = async () => ((await admin('GET', `${P}/calls`)).body as { items: object[] }).items;
  await until(async () => (await readCalls()).length > 0);
  expect(await readCalls()).toMatchObject([{ flow: 'desk', version }]);
});
