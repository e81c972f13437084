/** Flows deployed to a running service by the command line, as an operator does it. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { temporaryFile } from '../adapters/sqlite-file.ts';
import { brokenFlow, flowSaying, useFolders } from '../authoring/flow-files/folder.ts';
import { Command, ready, run } from './command.ts';
import { freePort } from '../setup/free-port.ts';

const newFolder = useFolders();
const running: { close(): PromiseLike<unknown> }[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.close()));
});

/** A service without flows, and the command line of somebody who has its first key. */
async function scene() {
  const { file, remove } = temporaryFile();
  const store = `sqlite:${file}`;
  const url = `http://127.0.0.1:${await freePort()}`;
  const service = new Command(['serve', '--port', new URL(url).port, '--store', store], {
    env: {
      RINGFLOW_PLATFORM_URL: 'http://127.0.0.1:9',
      RINGFLOW_APP_ID: 'app',
      RINGFLOW_APP_KEY: 'app-key',
      RINGFLOW_HOOK_TOKEN: 'operate-test-hook-token',
      RINGFLOW_PUBLIC_URL: url,
      RINGFLOW_PROJECT_SHOP_ID: 'shop-app',
      RINGFLOW_PROJECT_SHOP_KEY: 'shop-app-key',
    },
  });
  running.push({
    async close() {
      await service.kill();
      remove();
    },
  });
  await ready(url, service);
  const key = (await run(['keys', 'create', 'operations', '--store', store])).stdout.trim();
  const config = newFolder().path;
  const env = { XDG_CONFIG_HOME: config, HOME: config };
  const use = (...args: string[]) => run(args, { env });
  const login = () => run(['login', '--url', url], { env: { ...env, RINGFLOW_TOKEN: key } });
  return { url, key, config, folder: newFolder(), use, login };
}

/** Where a project has its credentials. */
const references = ['--app-id', 'env:RINGFLOW_PROJECT_SHOP_ID', '--app-key', 'env:RINGFLOW_PROJECT_SHOP_KEY'];

describe('an operator', () => {
  test('deploys a flow, tries a version on some calls, and takes it back', async () => {
    const { use, login, folder } = await scene();
    expect(await login()).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('"operations"') as string,
    });
    folder.write('desk/flow.yaml', flowSaying('One.'));
    const first = await use('deploy', folder.path);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toMatch(/^desk: [0-9a-f]{16} takes all calls \(new\)\n$/);
    expect((await use('deploy', folder.path)).stdout).toContain('takes all calls as before');
    expect((await use('route', '+4930555000', 'desk')).stdout).toBe(
      '+4930555000: calls are routed to desk\n',
    );
    expect(await use('route', '+4930555000')).toMatchObject({
      stdout: '+4930555000: calls are routed to desk\n',
      stderr: '',
    });
    expect(await use('route', '+4930555001', 'dekc')).toMatchObject({
      code: 0,
      stdout: '+4930555001: calls are routed to dekc\n',
      stderr: 'warning: no version of "dekc" takes calls: deploy one\n',
    });

    folder.write('desk/flow.yaml', flowSaying('Two.'));
    const tried = await use('deploy', folder.path, '--canary', '20');
    expect(tried.stdout).toMatch(/^desk: [0-9a-f]{16} takes 20 of 100 calls \(the others: [0-9a-f]{16}\)\n/);
    expect(tried.stdout).toContain('\n  at hello: the wording changed: “One.” → “Two.”\n');
    const listed = JSON.parse((await use('versions', 'desk', '--json')).stdout) as { percent: number }[];
    expect(listed.map(({ percent }) => percent)).toEqual([20, 80]);
    const [, version = ''] = first.stdout.split(' ');
    expect((await use('rollback', 'desk')).stdout).toBe(`desk: ${version} takes all calls\n`);
    expect(await use('rollback', 'desk')).toMatchObject({
      code: 1,
      stderr: 'ringflow: "desk" has no previous version\n',
    });
    expect((await use('dial', 'desk', '+4915112345678', '--from', '+4930555000')).stdout).toMatch(
      /^default\./,
    );
  });

  test('sees what calls come to, version by version', async () => {
    const { use, login, folder, url, key } = await scene();
    await login();
    folder.write('desk/flow.yaml', flowSaying('One.'));
    await use('deploy', folder.path);
    expect(await use('stats', 'desk')).toMatchObject({
      code: 1,
      stderr: 'ringflow: no calls of the flow "desk" in this period\n',
    });
    await use('dial', 'desk', '+4915112345678', '--from', '+4930555000');
    let told = await use('stats', 'desk');
    while (told.code === 1) told = await use('stats', 'desk');
    const [span, heading = '', calls] = told.stdout.split('\n');
    expect(span).toMatch(/^\S+Z to \S+Z$/);
    expect(heading).toMatch(/^desk +[0-9a-f]{16} live$/);
    expect(calls).toMatch(/^calls +1$/);
    expect(told.stdout).toMatch(/^step hello +\d/m);
    const [, version = ''] = /([0-9a-f]{16})/.exec(heading) ?? [];
    const json = await use('stats', 'desk', '--of', version, '--bucket', 'minute', '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({
      bucket: 'minute',
      versions: [{ version, takes: 'live' }],
    });
    expect(await use('stats', 'desk', '--from', 'yesterday')).toMatchObject({ code: 1, stdout: '' });

    folder.write('desk/flow.yaml', flowSaying('Two.'));
    await use('deploy', folder.path, '--canary', '20', '--max-errors', '5', '--min-calls', '10');
    const response = await fetch(`${url}/api/v1/projects/default/deployments/desk`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(await response.json()).toMatchObject({
      canary: { percent: 20 },
      guard: { maxErrorPercent: 5, minCalls: 10 },
    });
  });

  test('sets a project up, and changes the token of its hook while both hold', async () => {
    const { use, login, url } = await scene();
    await login();
    const shown =
      'shop: App ID env:RINGFLOW_PROJECT_SHOP_ID, default flow desk, at most 5 concurrent calls, at most 2 outbound calls per second\n';
    const limits = ['--max-calls', '5', '--dials-per-second', '2', '--default-flow', 'desk'];
    const hooks = ['--hook-allow', '127.0.0.1, ::1', '--hook-max-age', '5m'];
    const put = await use('project', 'put', 'shop', ...references, ...limits, ...hooks);
    expect(put).toMatchObject({ code: 0, stdout: shown, stderr: '' });
    expect((await use('project', 'list')).stdout).toBe(
      `default: the default project, configured by the settings of the service\n${shown}`,
    );
    expect(JSON.parse((await use('project', 'show', 'shop', '--json')).stdout)).toMatchObject({
      hooks: { allow: ['127.0.0.1', '::1'], maxAgeSeconds: 300 },
    });
    const made = await use('project', 'token', 'create', 'shop');
    expect(made.stderr).toBe('Configure these addresses at the platform: they are not shown again.\n');
    const [, old = ''] = /^calls +(\S+)$/m.exec(made.stdout) ?? [];
    expect(old).toMatch(new RegExp(`^${url}/hooks/shop/[\\w-]{43}/voice$`));
    const rotated = JSON.parse(
      (await use('project', 'token', 'create', 'shop', '--name', 'new', '--overlap', '24h', '--json')).stdout,
    ) as { id: string; addresses: { voice: string } };
    const statusAt = async (address: string) => (await fetch(address, { method: 'POST' })).status;
    expect([await statusAt(old), await statusAt(rotated.addresses.voice)]).toEqual([200, 200]);
    const listed = (await use('project', 'token', 'list', 'shop')).stdout.trim().split('\n').sort();
    expect(listed.filter((line) => / {2}hook, created .*, valid until /.test(line))).toHaveLength(1);
    expect(listed.filter((line) => line.startsWith(`${rotated.id}  new, created `))).toHaveLength(1);
    expect((await use('project', 'token', 'revoke', 'shop', rotated.id)).stdout).toBe(
      `${rotated.id}: revoked\n`,
    );
    expect([await statusAt(old), await statusAt(rotated.addresses.voice)]).toEqual([200, 404]);
    expect((await use('project', 'remove', 'shop')).stdout).toBe('shop: deleted\n');
    expect(await use('project', 'show', 'shop')).toMatchObject({
      code: 1,
      stderr: 'ringflow: there is no project "shop"\n',
    });
    expect((await use('project', 'show', 'default')).stdout).toBe(
      'default: the default project, configured by the settings of the service\n',
    );
  });

  test.each([
    [
      ['--app-key', 'env:RINGFLOW_PROJECT_NOWHERE'],
      1,
      'env:RINGFLOW_PROJECT_NOWHERE: this variable is not set',
    ],
    [['--max-calls', 'many'], 2, '--max-calls is "many": expected a whole number'],
    [['--hook-max-age', 'soon'], 2, '--hook-max-age is "soon": expected off, or a duration'],
    [
      ['--sms-app-id', 'env:RINGFLOW_PROJECT_SHOP_ID'],
      2,
      '--sms-app-id and --sms-app-key must be used together',
    ],
    [['--hook-allow', 'example.com'], 1, '"example.com" is invalid: expected addresses or CIDR ranges'],
  ])('is told in one line what is wrong with a project: %j', async (flags, code, says) => {
    const { use, login } = await scene();
    await login();
    const refused = await use('project', 'put', 'shop', ...references, ...flags);
    expect(refused).toMatchObject({ code, stdout: '' });
    expect(refused.stderr).toContain(says);
    expect(refused.stderr.trim().split('\n')).toHaveLength(1);
  });

  test('deploys nothing that has errors, or of which a scenario fails', async () => {
    const { use, login, folder } = await scene();
    await login();
    folder.write('desk/flow.yaml', brokenFlow);
    const broken = await use('deploy', folder.path);
    expect(broken).toMatchObject({ code: 1, stdout: '' });
    expect(broken.stderr).toContain('the flows have errors; nothing was deployed');

    folder.write('desk/flow.yaml', flowSaying('Hello.'));
    folder.write('desk/flow.scenario.yaml', 'scenarios: [{ name: greets, script: [hears: Goodbye] }]\n');
    const failing = await use('deploy', folder.path);
    expect(failing).toMatchObject({ code: 1, stdout: '' });
    expect(failing.stderr).toContain('did not hear "Goodbye"');
    expect(failing.stderr).toContain('nothing was deployed');
    expect(await use('versions', 'desk')).toMatchObject({ code: 1, stdout: '' });
  });

  test('keeps the key where nobody else can read it, until it is forgotten', async () => {
    const { use, login, config, key, url } = await scene();
    await login();
    const file = join(config, 'ringflow/credentials.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ url, key });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await use('logout')).code).toBe(0);
    expect(await use('versions', 'desk')).toMatchObject({
      code: 2,
      stderr: 'ringflow: not logged in: run "ringflow login --url URL", or set RINGFLOW_URL\n',
    });
  });

  test('with a wrong key is told so in one line, and nothing is kept', async () => {
    const { url, config, use } = await scene();
    const env = { XDG_CONFIG_HOME: config, RINGFLOW_TOKEN: `rf_0123456789ab_${'x'.repeat(43)}` };
    const refused = await run(['login', '--url', url], { env });
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toBe(`ringflow: ${url} rejected the key: run "ringflow login" with a valid key\n`);
    expect((await use('versions', 'desk')).code).toBe(2);
  });

  test('is told where nothing answers', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const env = { RINGFLOW_URL: url, RINGFLOW_TOKEN: 'any' };
    const { code, stderr } = await run(['versions', 'desk'], { env });
    expect(code).toBe(2);
    expect(stderr).toContain(`ringflow: ${url} does not respond`);
  });
});
