/** `ringflow keys` and `ringflow route list` at a real service, in this process. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { registerKeys } from '../../src/cli/operate/keys.ts';
import { registerProject } from '../../src/cli/operate/project.ts';
import { registerRoute } from '../../src/cli/operate/route.ts';
import { aProject, secretsOfProject } from '../builders/project.ts';
import { asker, closeAfterEach, openApi } from '../service/http/api/scene.ts';
import { runCommand } from './command.ts';

closeAfterEach();
afterEach(() => {
  vi.unstubAllEnvs();
});

async function operated() {
  const scene = await openApi({}, secretsOfProject);
  const { url } = scene.service;
  vi.stubEnv('RINGFLOW_URL', url);
  vi.stubEnv('RINGFLOW_TOKEN', scene.adminKey);
  const keys = (...args: string[]) => runCommand(registerKeys, ['keys', ...args]);
  const route = (...args: string[]) => runCommand(registerRoute, ['route', ...args]);
  return { ...scene, url, keys, route };
}

describe('ringflow keys', () => {
  test('create --url makes one that opens what it is for; list shows it, and revoke ends it', async () => {
    const { keys, url, admin } = await operated();
    expect((await admin('PUT', '/projects/shop', aProject)).status).toBe(201);
    const args = ['create', 'ci', '--role', 'viewer', '--project', 'shop', '--expires', '2100-01-01'];
    const made = await keys(...args, '--url', url, '--json');
    const { id, key } = JSON.parse(made.out) as { id: string; key: string };
    const ask = asker(`${url}/api/v1`, key);
    expect((await ask('GET', '/whoami')).body).toMatchObject({
      name: 'ci',
      grants: [{ project: 'shop', role: 'viewer' }],
    });
    const { out } = await keys('list');
    const line = out.split('\n').find((one) => one.startsWith(id));
    expect(line).toMatch(/ci {2,}viewer of shop {2,}\S+T\S+ {2,}valid until 2100-01-01$/);
    expect(out).not.toContain(key.slice(-20));
    expect(await keys('revoke', id)).toMatchObject({ out: `${id}: revoked\n`, code: 0 });
    expect((await ask('GET', '/whoami')).status).toBe(401);
    const all = JSON.parse((await keys('list', '--json')).out) as { id: string; revokedAt?: number }[];
    expect(all.find((one) => one.id === id)?.revokedAt).toBeGreaterThan(0);
    expect(all).toHaveLength(2);
  });

  test.each([
    [['create', 'x', '--role', 'root'], '--role is "root": expected one of viewer, author, operator, admin'],
    [['create', 'x', '--expires', 'soon'], '--expires is "soon"'],
    [
      ['create', 'x', '--store', 'sqlite:x', '--url', 'http://127.0.0.1:9'],
      '--store cannot be combined with --url',
    ],
    [['create', 'x', '--expires', '2020-01-01', '--url', 'RUNNING'], 'the expiry 2020-01-01'],
    [['create', 'x', '--project', 'bank', '--url', 'RUNNING'], 'there is no project "bank"'],
    [['revoke', '0123456789ab'], 'there is no active key "0123456789ab"'],
  ])('%j is refused in one line', async (args, told) => {
    const { keys, url } = await operated();
    const { err, out, code } = await keys(...args.map((arg) => (arg === 'RUNNING' ? url : arg)));
    expect(err).toContain(told);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect({ out, isRefused: code !== 0 }).toEqual({ out: '', isRefused: true });
  });

  test('list and revoke are for admins of the service', async () => {
    const { keys, key } = await operated();
    const viewer = await key({ project: '*', role: 'operator' });
    vi.stubEnv('RINGFLOW_TOKEN', viewer.replace('Bearer ', ''));
    expect(await keys('list')).toMatchObject({ out: '', code: 1 });
    expect(await keys('revoke', '0123456789ab')).toMatchObject({ out: '', code: 1 });
  });
});

describe('ringflow route list', () => {
  test('has a line for each route of the project', async () => {
    const { admin, route } = await operated();
    await admin('PUT', '/projects/shop', aProject);
    expect(await route('list', '--project', 'shop')).toMatchObject({
      out: 'number  takes  carrier  flow  parameters  holds  route\n',
      code: 0,
    });
    expect((await route('+4930555000', 'desk', '--project', 'shop', '--param', 'day=Monday')).code).toBe(0);
    const until = '2100-01-01T00:00:00.000Z';
    await admin('PUT', '/projects/shop/routes/night', {
      number: '+4930*',
      flow: 'night',
      takes: 'messages',
      until,
    });
    const { out } = await route('list', '--project', 'shop');
    const cells = out
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ {2,}/));
    expect(cells).toEqual([
      ['number', 'takes', 'carrier', 'flow', 'parameters', 'holds', 'route'],
      ['+4930555000', 'calls', 'any', 'desk', 'day=Monday', 'always', 'calls-4930555000'],
      ['+4930*', 'messages', 'any', 'night', '-', `until ${until}`, 'night'],
    ]);
    expect(JSON.parse((await route('list', '--project', 'shop', '--json')).out)).toMatchObject([
      { id: 'calls-4930555000', params: { day: 'Monday' } },
      { id: 'night', until },
    ]);
    expect((await route('list')).out).not.toContain('desk');
  });

  test('names the carrier of a route for one, which has an id of its own', async () => {
    const { route } = await operated();
    const { err, out } = await route('+4930555000', 'desk', '--carrier', 'platform');
    expect(out).toBe('+4930555000: calls of platform are routed to desk\n');
    expect(err).not.toContain('no call comes from');
    expect((await route('+4930555000', 'desk', '--carrier', 'pbx')).err).toContain(
      'no call comes from "pbx": the carriers of this project are platform',
    );
    const listed = JSON.parse((await route('list', '--json')).out) as unknown[];
    expect(listed).toMatchObject([
      { id: 'calls-4930555000-pbx', carrier: 'pbx' },
      { id: 'calls-4930555000-platform', carrier: 'platform' },
    ]);
    expect((await route('+4930555000', '--remove', '--carrier', 'pbx')).out).toBe(
      '+4930555000: no route for calls of pbx\n',
    );
  });

  test('of a project that there is not is refused', async () => {
    const { route } = await operated();
    const { err, code } = await route('list', '--project', 'nowhere');
    expect({ err, code }).toEqual({ err: 'ringflow: there is no project "nowhere"\n', code: 1 });
  });
});

test('ringflow project list shows whoever has a role for one project just that one', async () => {
  const { keys, url, admin } = await operated();
  for (const id of ['bank', 'shop'])
    expect((await admin('PUT', `/projects/${id}`, aProject)).status).toBe(201);
  const made = await keys('create', 'ci', '--role', 'viewer', '--project', 'shop', '--url', url, '--json');
  const list = () => runCommand(registerProject, ['project', 'list']);
  expect((await list()).out).toBe(
    'bank: App ID env:RINGFLOW_PROJECT_ID\ndefault: the default project, configured by the settings of the service\nshop: App ID env:RINGFLOW_PROJECT_ID\n',
  );
  vi.stubEnv('RINGFLOW_TOKEN', (JSON.parse(made.out) as { key: string }).key);
  expect(await list()).toMatchObject({ code: 0, err: '', out: 'shop: App ID env:RINGFLOW_PROJECT_ID\n' });
});
