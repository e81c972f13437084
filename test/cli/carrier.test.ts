import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { registerCarrier } from '../../src/cli/operate/carrier.ts';
import { folderWith, runCommand } from './command.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

function newFolder(files: Record<string, string> = {}): string {
  const folder = folderWith(files);
  onTestFinished(folder.remove);
  return folder.path;
}

const init = (folder: string, ...args: string[]) =>
  runCommand(registerCarrier, ['carrier', 'asterisk', 'init', folder, ...args]);
const check = (...args: string[]) => runCommand(registerCarrier, ['carrier', 'asterisk', 'check', ...args]);

/** The secrets of a configuration: of ARI and of the event socket. */
function readSecrets(folder: string): Record<string, string> {
  const text = readFileSync(join(folder, 'ringflow.env'), 'utf8');
  return Object.fromEntries(
    [...text.matchAll(/^(\w+)='(.*)'$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
}

test('init writes files of which only the owner reads the secret ones, and says what to do next', async () => {
  const folder = join(newFolder(), 'asterisk');
  const { out, err, code } = await init(folder);
  expect(code).toBe(0);
  const written = readdirSync(folder).filter((name) => name !== 'prompts');
  expect(out.trim().split('\n').toSorted()).toEqual(written.map((name) => join(folder, name)).toSorted());
  const secret = written.filter((name) => (statSync(join(folder, name)).mode & 0o077) === 0);
  expect(secret).toEqual(['ari.conf', 'pjsip.conf', 'ringflow.env', 'websocket_client.conf']);
  expect(err).toContain(
    'ringflow serve flows --default-flow <flow> --carrier desk=asterisk+http://127.0.0.1:8088\n',
  );
});

test('the settings of the service have the passwords of the configuration', async () => {
  const folder = newFolder();
  await init(folder, '--name', 'office', '--project', 'shop', '--service', 'https://ringflow.example/voice/');
  const secrets = readSecrets(folder);
  expect(readFileSync(join(folder, 'ari.conf'), 'utf8')).toContain(
    `password=${secrets.RINGFLOW_CARRIER_OFFICE_PASSWORD}\n`,
  );
  const token = secrets.RINGFLOW_CARRIER_OFFICE_EVENTS_TOKEN;
  expect(readFileSync(join(folder, 'websocket_client.conf'), 'utf8')).toContain(
    `uri=wss://ringflow.example/voice/carriers/office/shop/${token}/events\n`,
  );
  expect(secrets.RINGFLOW_CARRIER_OFFICE_PROMPTS).toBe(join(folder, 'prompts'));
});

test('a configuration is overwritten only with --force, which replaces its passwords', async () => {
  const folder = newFolder();
  await init(folder);
  const before = readSecrets(folder);
  const again = await init(folder);
  expect(again).toMatchObject({ code: 2, out: '' });
  expect(again.err).toContain('use --force');
  expect(readSecrets(folder)).toEqual(before);
  expect((await init(folder, '--force')).code).toBe(0);
  expect(readSecrets(folder).RINGFLOW_CARRIER_DESK_PASSWORD).not.toBe(before.RINGFLOW_CARRIER_DESK_PASSWORD);
});

test('--json prints the files and the command for the service', async () => {
  const folder = newFolder();
  const { out } = await init(folder, '--json', '--ari-port', '9088');
  expect(JSON.parse(out)).toMatchObject({
    files: expect.arrayContaining([join(folder, 'asterisk.conf')]) as string[],
    serve: 'ringflow serve flows --default-flow <flow> --carrier desk=asterisk+http://127.0.0.1:9088',
  });
});

test.each([
  ['--name', 'Desk; rm'],
  ['--project', 'a/b'],
  ['--service', 'ftp://example'],
  ['--sip-address', '127.0.0.1\nfoo'],
  ['--sip-port', '70000'],
  ['--ari-port', 'x'],
  ['--rtp', '10000-10001'],
  ['--rtp-timeout', '5'],
  ['--public-address', 'a b'],
])('init refuses %s "%s" before it writes anything', async (flag, value) => {
  const folder = join(newFolder(), 'asterisk');
  const { code, err } = await init(folder, flag, value);
  expect({ code, names: err.includes(flag) }).toEqual({ code: 2, names: true });
  expect(() => readdirSync(folder)).toThrow('ENOENT');
});

test('check needs a carrier and its credentials', async () => {
  expect(await check('asterisk')).toMatchObject({ code: 2 });
  const { code, err } = await check('desk=asterisk+http://127.0.0.1:1');
  expect({ code, err }).toEqual({
    code: 2,
    err: 'ringflow: set RINGFLOW_CARRIER_DESK_USER and RINGFLOW_CARRIER_DESK_PASSWORD\n',
  });
});

test('check reports that nothing answers', async () => {
  vi.stubEnv('RINGFLOW_CARRIER_DESK_USER', 'ringflow');
  vi.stubEnv('RINGFLOW_CARRIER_DESK_PASSWORD', 'x');
  const { code, out } = await check('desk=asterisk+http://127.0.0.1:1');
  expect(code).toBe(1);
  expect(out).toMatch(/^FAILED {3}no answer/);
});
