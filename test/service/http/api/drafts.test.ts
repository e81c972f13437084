/** Drafts of flows: saved under a precondition, in the store and in the folder that `dev` follows. */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { loadFlowsWithSources } from '../../../../src/authoring/flow-files/index.ts';
import { flowSaying, useFolders } from '../../../authoring/flow-files/folder.ts';
import { closeAfterEach, openApi } from './scene.ts';
import type { ApiScene } from './scene.ts';

closeAfterEach();
const newFolder = useFolders();

const P = '/projects/default';
const AT = `${P}/drafts/desk`;
const HELLO = flowSaying('Hello.');
const FILES = { 'desk/flow.yaml': HELLO };
const NEW = { 'if-none-match': '*' };

/** Sends a request with the key of an administrator; gives the status, the tag and the body. */
async function send(
  { service, adminKey }: ApiScene,
  method: string,
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
) {
  const response = await fetch(`${service.url}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${adminKey}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const etag = response.headers.get('etag') ?? '';
  return {
    status: response.status,
    etag,
    body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>,
  };
}

describe('a draft', () => {
  test('is saved, read, listed and deleted, and need not be valid', async () => {
    const scene = await openApi();
    const body = { files: { 'desk/flow.yaml': 'steps: [', 'desk/a.csv': '' }, basedOn: '0123456789abcdef' };
    const saved = await send(scene, 'PUT', AT, { body, headers: NEW });
    expect(saved).toMatchObject({ status: 201, etag: expect.stringMatching(/^"[\w-]{43}"$/) as string });
    const { body: whoami } = await send(scene, 'GET', '/whoami');
    const read = await send(scene, 'GET', AT);
    expect(read).toMatchObject({
      status: 200,
      etag: saved.etag,
      body: { ...body, flow: 'desk', savedBy: whoami.id },
    });
    expect((await send(scene, 'GET', `${P}/drafts`)).body).toEqual({ items: [saved.body] });
    expect((await send(scene, 'GET', `${P}/drafts?flow=desk`)).body).toEqual({ items: [saved.body] });
    expect((await send(scene, 'GET', `${P}/drafts?flow=other`)).body).toEqual({ items: [] });
    const headers = { 'if-match': saved.etag };
    expect((await send(scene, 'DELETE', AT, { headers })).status).toBe(204);
    expect((await send(scene, 'GET', AT)).body).toMatchObject({ code: 'unknown_draft' });
    expect((await send(scene, 'DELETE', AT, { headers })).body).toMatchObject({ code: 'unknown_draft' });
    expect((await send(scene, 'GET', '/audit')).body).toMatchObject({
      items: [{ action: 'draft.remove', subject: 'desk', project: 'default' }],
    });
  });

  test('keeps the version with which editing began', async () => {
    const scene = await openApi();
    const basedOn = '0123456789abcdef';
    const { etag } = await send(scene, 'PUT', AT, { body: { files: FILES, basedOn }, headers: NEW });
    await send(scene, 'PUT', AT, { body: { files: {} }, headers: { 'if-match': etag } });
    expect((await send(scene, 'GET', AT)).body).toMatchObject({ basedOn, files: {} });
  });

  test('is not changed without a precondition', async () => {
    const scene = await openApi();
    const refused = { status: 428, body: { code: 'precondition_required' } };
    expect(await send(scene, 'PUT', AT, { body: { files: FILES } })).toMatchObject(refused);
    expect(await send(scene, 'DELETE', AT)).toMatchObject(refused);
  });

  test('is not changed if somebody else was first, and the refusal names the current tag', async () => {
    const scene = await openApi();
    const body = { files: FILES };
    const { etag } = await send(scene, 'PUT', AT, { body, headers: NEW });
    const refused = { status: 412, etag, body: { code: 'precondition_failed', etag } };
    for (const headers of [NEW, { 'if-match': '"other"' }, { 'if-match': `W/${etag}` }])
      expect(await send(scene, 'PUT', AT, { body, headers })).toMatchObject(refused);
    expect(await send(scene, 'DELETE', AT, { headers: { 'if-match': '"other"' } })).toMatchObject(refused);
    const missing = await send(scene, 'PUT', `${P}/drafts/other`, { body, headers: { 'if-match': '*' } });
    expect(missing).toMatchObject({ status: 412, body: { code: 'precondition_failed' } });
    expect(missing.body).not.toHaveProperty('etag');
    const listed = await send(scene, 'PUT', AT, { body, headers: { 'if-match': `"other", ${etag}` } });
    expect(listed).toMatchObject({ status: 200, etag });
  });

  test('takes one of several concurrent changes of the same state', async () => {
    const scene = await openApi();
    const { etag } = await send(scene, 'PUT', AT, { body: { files: FILES }, headers: NEW });
    const texts = Array.from({ length: 8 }, (_, at) => `# ${at}\n`);
    const answers = await Promise.all(
      texts.map((text) =>
        send(scene, 'PUT', AT, { body: { files: { 'flow.yaml': text } }, headers: { 'if-match': etag } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(412)]);
    const winner = texts[answers.findIndex(({ status }) => status === 200)];
    expect((await send(scene, 'GET', AT)).body).toMatchObject({ files: { 'flow.yaml': winner } });
  });

  test.each([
    '../flow.yaml',
    'a/../../flow.yaml',
    '/etc/flow.yaml',
    'a\\flow.yaml',
    'C:flow.yaml',
    '.git/flow.yaml',
    './flow.yaml',
    'a//flow.yaml',
    'flow.yaml\n',
    'a\0.yaml',
    'run.sh',
    'package',
    'constructor',
  ])('refuses the path %j', async (path) => {
    const scene = await openApi();
    const refused = await send(scene, 'PUT', AT, { body: { files: { [path]: '' } }, headers: NEW });
    expect(refused).toMatchObject({ status: 422, body: { code: 'invalid_path' } });
  });

  test('refuses names and keys that reach the prototype of an object', async () => {
    const scene = await openApi();
    const body = '{"files":{"__proto__":"x"}}';
    expect((await send(scene, 'PUT', AT, { body, headers: NEW })).status).toBe(400);
    const named = await send(scene, 'PUT', `${P}/drafts/__proto__`, { body: { files: {} }, headers: NEW });
    expect(named).toMatchObject({ status: 400, body: { code: 'invalid' } });
    expect((await send(scene, 'GET', `${P}/drafts/constructor`)).body).toMatchObject({
      code: 'unknown_draft',
    });
  });

  test('has limits of size and number', async () => {
    const scene = await openApi();
    const big = { files: { 'flow.yaml': 'ä'.repeat(600_000) } };
    const refused = { status: 422, body: { code: 'draft_too_large' } };
    expect(await send(scene, 'PUT', AT, { body: big, headers: NEW })).toMatchObject(refused);
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`${at}.yaml`, '']));
    expect(await send(scene, 'PUT', AT, { body: { files: many }, headers: NEW })).toMatchObject(refused);
    const huge = { files: { 'flow.yaml': 'x'.repeat(5 * 1024 * 1024) } };
    expect((await send(scene, 'PUT', AT, { body: huge, headers: NEW })).status).toBe(413);
    const fits = { files: { 'flow.yaml': '"'.repeat(1024 * 1024 - 9) } };
    expect((await send(scene, 'PUT', AT, { body: fits, headers: NEW })).status).toBe(201);
    expect((await send(scene, 'GET', AT)).body).toMatchObject(fits);
  });

  test('is for authors of its project', async () => {
    const { as } = await openApi();
    const viewer = await as({ project: 'default', role: 'viewer' });
    const author = await as({ project: 'default', role: 'author' });
    const stranger = await as({ project: 'other', role: 'admin' });
    const put = ['PUT', AT, { files: FILES }, NEW] as const;
    for (const one of [viewer, stranger]) {
      expect((await one(...put)).status).toBe(403);
      expect((await one('GET', AT)).status).toBe(403);
      expect((await one('GET', `${P}/drafts`)).status).toBe(403);
      expect((await one('DELETE', AT, undefined, { 'if-match': '*' })).status).toBe(403);
    }
    expect((await author(...put)).status).toBe(201);
    expect((await author('DELETE', AT, undefined, { 'if-match': '*' })).status).toBe(204);
  });

  test('belongs to one project', async () => {
    vi.stubEnv('RINGFLOW_PROJECT_A', 'a');
    const scene = await openApi(
      {},
      { projectSecrets: { environment: { RINGFLOW_PROJECT_A: 'a' }, directory: '/' } },
    );
    vi.unstubAllEnvs();
    const platform = { appId: 'env:RINGFLOW_PROJECT_A', appKey: 'env:RINGFLOW_PROJECT_A' };
    expect((await scene.admin('PUT', '/projects/shop', { platform })).status).toBe(201);
    await send(scene, 'PUT', AT, { body: { files: FILES }, headers: NEW });
    expect((await scene.admin('GET', '/projects/shop/drafts')).body).toEqual({ items: [] });
    expect((await scene.admin('GET', '/projects/none/drafts')).body).toMatchObject({
      code: 'unknown_project',
    });
    const off = await scene.admin('PUT', '/projects/shop', { platform, editing: 'off' });
    expect(off.body).toMatchObject({ editing: 'off' });
    const refused = await scene.admin('PUT', '/projects/shop/drafts/desk', { files: FILES }, NEW);
    expect(refused).toMatchObject({ status: 409, body: { code: 'editing_off' } });
  });

  test('is not saved in the default project where editing is off', async () => {
    const { admin } = await openApi({}, { editing: 'off' });
    expect(await admin('PUT', AT, { files: FILES }, NEW)).toMatchObject({ body: { code: 'editing_off' } });
    expect((await admin('GET', P)).body).toEqual({ id: 'default', isDefault: true, editing: 'off' });
    expect((await admin('GET', '/projects')).body).toMatchObject({ items: [{ editing: 'off' }] });
  });
});

describe('a draft in a folder that is followed', () => {
  async function follow() {
    const folder = newFolder();
    folder.write('desk/flow.yaml', HELLO);
    folder.write('desk/a.scenario.yaml', 'scenarios: []\n');
    folder.write('shop/flow.yaml', flowSaying('Shop.', 'shop'));
    const { loaded, sources } = loadFlowsWithSources(folder.path);
    const followed = { path: folder.path, sources, isFollowed: true };
    const scene = await openApi({}, {}, {}, { flows: loaded.flows, folder: followed });
    const readFile = (name: string) => readFileSync(join(folder.path, name), 'utf8');
    return { ...scene, folder, readFile };
  }

  test('is its files: what either side writes, the other reads', async () => {
    const scene = await follow();
    const { folder, readFile } = scene;
    const first = await send(scene, 'GET', AT);
    expect(first.body).toMatchObject({ source: 'files', basedOn: expect.any(String) as string });
    expect(first.body.files).toEqual({ 'desk/flow.yaml': HELLO, 'desk/a.scenario.yaml': 'scenarios: []\n' });
    const broken = 'name: desk\nsteps: [';
    const files = { 'desk/flow.yaml': broken, 'desk/more/b.yaml': 'ringflow: 1\n' };
    const saved = await send(scene, 'PUT', AT, { body: { files }, headers: { 'if-match': first.etag } });
    expect(saved).toMatchObject({ status: 200, body: { source: 'files' } });
    expect(readFile('desk/flow.yaml')).toBe(broken);
    expect(readFile('desk/more/b.yaml')).toBe('ringflow: 1\n');
    expect(readFile('desk/a.scenario.yaml')).toBe('scenarios: []\n');
    expect(readdirSync(join(folder.path, 'desk')).sort()).toEqual(['a.scenario.yaml', 'flow.yaml', 'more']);
    expect((await send(scene, 'GET', AT)).etag).toBe(saved.etag);
    folder.write('desk/flow.yaml', 'nothing that could be read: [');
    const again = await send(scene, 'GET', AT);
    expect(again.body).toMatchObject({ files: { 'desk/flow.yaml': 'nothing that could be read: [' } });
    const late = await send(scene, 'PUT', AT, {
      body: { files: FILES },
      headers: { 'if-match': saved.etag },
    });
    expect(late).toMatchObject({ status: 412, body: { etag: again.etag } });
  });

  test('lists each flow of the folder, and cannot be deleted', async () => {
    const scene = await follow();
    expect((await send(scene, 'GET', `${P}/drafts?limit=1`)).body).toMatchObject({
      items: [{ flow: 'desk', source: 'files' }],
      next: 'desk',
    });
    const refused = await send(scene, 'DELETE', AT, { headers: { 'if-match': '*' } });
    expect(refused).toMatchObject({ status: 409, body: { code: 'flow_from_files' } });
  });

  test('of a new flow becomes new files', async () => {
    const scene = await follow();
    const at = `${P}/drafts/fresh`;
    const files = { 'fresh/flow.yaml': flowSaying('Fresh.', 'fresh') };
    const nameless = await send(scene, 'PUT', at, { body: { files: FILES }, headers: NEW });
    expect(nameless).toMatchObject({ status: 422, body: { code: 'invalid_path' } });
    const saved = await send(scene, 'PUT', at, { body: { files }, headers: NEW });
    expect(saved.status).toBe(201);
    expect(await send(scene, 'GET', at)).toMatchObject({ etag: saved.etag, body: { files } });
  });

  test('writes no file of another flow, outside of the folder, or through a link', async () => {
    const scene = await follow();
    const { folder, readFile } = scene;
    const outside = newFolder();
    outside.write('secret.yaml', 'secret: 1\n');
    symlinkSync(outside.path, join(folder.path, 'out'));
    symlinkSync(join(outside.path, 'secret.yaml'), join(folder.path, 'desk/link.yaml'));
    symlinkSync(join(outside.path, 'missing.yaml'), join(folder.path, 'desk/dangling.yaml'));
    writeFileSync(join(folder.path, 'other.yaml'), 'x: 1\n');
    mkdirSync(join(folder.path, 'desk/sub.yaml'));
    const { etag } = await send(scene, 'GET', AT);
    for (const path of [
      'shop/flow.yaml',
      'other.yaml',
      'out/new.yaml',
      'out/secret.yaml',
      'desk/link.yaml',
      'desk/dangling.yaml',
      'desk/sub.yaml',
      'desk/flow.yaml/below.yaml',
      '../new.yaml',
    ]) {
      const files = { 'desk/flow.yaml': '# changed\n', [path]: 'y: 2\n' };
      const refused = await send(scene, 'PUT', AT, { body: { files }, headers: { 'if-match': etag } });
      expect([path, refused.body.code]).toEqual([path, 'invalid_path']);
    }
    expect(readFile('desk/flow.yaml')).toBe(HELLO);
    expect(readdirSync(outside.path)).toEqual(['secret.yaml']);
    expect(readFileSync(join(outside.path, 'secret.yaml'), 'utf8')).toBe('secret: 1\n');
    expect(existsSync(join(folder.path, '..', 'new.yaml'))).toBe(false);
  });
});
