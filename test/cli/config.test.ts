import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { registerConfig } from '../../src/cli/operate/config.ts';
import { registerServe } from '../../src/cli/operate/serve.ts';
import { folderWith, runCommand } from './command.ts';

const complete = `# who serves
platform_url: https://api.example.com
app_id: my-app
app_key: file:app-key
hook_token: \${HOOK_TOKEN}
public_url: https://ivr.example.com
store: redis://ringflow:pa55word@redis:6379/0
`;
const home = process.cwd();
let folder: ReturnType<typeof folderWith>;

beforeEach(() => {
  folder = folderWith({
    'ringflow.config.yaml': complete,
    'other.yaml': 'porf: 1\ndrain: 1 hour\nhook_token: sh0rt\n',
    'app-key': 'the-secret-key\n',
  });
  process.chdir(folder.path);
  process.env.HOOK_TOKEN = 'a-token-of-16-chars-or-more';
});
afterEach(() => {
  process.chdir(home);
  folder.remove();
  delete process.env.HOOK_TOKEN;
  delete process.env.RINGFLOW_PORT;
});

interface Told {
  file: string | null;
  settings: { setting: string; value: string | null; from: string | null }[];
  diagnostics: { code: string; start: { line: number } }[];
  problems: string[];
}

async function checked(...args: string[]): Promise<Told & { code: number }> {
  const { out, code } = await runCommand(registerConfig, ['config', 'check', '--json', ...args]);
  return { ...(JSON.parse(out) as Told), code };
}

describe('config check', () => {
  test('tells what holds and who says so', async () => {
    process.env.RINGFLOW_PORT = '1234';
    const { settings, file, code } = await checked('--drain', '30s');
    const found = Object.fromEntries(settings.map(({ setting, value, from }) => [setting, [value, from]]));
    expect([code, file]).toEqual([0, 'ringflow.config.yaml']);
    expect(found).toMatchObject({
      port: ['1234', 'environment'],
      drain: ['30s', 'flag'],
      public_url: ['https://ivr.example.com', 'ringflow.config.yaml'],
      host: ['127.0.0.1', 'default'],
      default_flow: [null, null],
    });
  });

  test('hides what is secret, and who reads calls with a password', async () => {
    const { out, err, code } = await runCommand(registerConfig, ['config', 'check']);
    expect([err, code]).toEqual(['', 0]);
    expect(out).toMatch(/^app_key +\*\*\* +ringflow\.config\.yaml$/m);
    expect(out).toMatch(/^store +redis:\/\/\*\*\*@redis:6379\/0 +ringflow\.config\.yaml$/m);
    for (const secret of ['the-secret-key', 'a-token-of', 'pa55word', 'my-app'])
      expect(out).not.toContain(secret);
  });

  test('tells all that is wrong, in the file at its place, and shows no secret', async () => {
    const { err, code } = await runCommand(registerConfig, ['config', 'check', 'other.yaml', '--port', 'x']);
    expect(code).toBe(1);
    expect(err).toContain('other.yaml:1:1: error: unexpected key "porf"');
    expect(err).toContain('other.yaml:2:8: error: drain is "1 hour": expected seconds from 0s to 3600s');
    expect(err).toContain('other.yaml:3:13: error: hook_token is invalid');
    expect(err).toContain('ringflow: RINGFLOW_PORT (or --port) is "x": expected a port number');
    expect(err).toContain('ringflow: RINGFLOW_APP_ID (or --app-id) is not set');
    expect(err).not.toContain('sh0rt');
  });

  test('does not call missing what is only not to be had', async () => {
    delete process.env.HOOK_TOKEN;
    const { diagnostics, problems, code } = await checked();
    expect([code, problems]).toEqual([1, []]);
    expect(diagnostics).toMatchObject([{ code: 'bad-value', start: { line: 5 } }]);
  });

  test('needs no file, but the one that is named', async () => {
    process.chdir(home);
    const { file, code, problems } = await checked();
    expect([file, code, problems.length]).toEqual([null, 1, 5]);
    const { err, code: ended } = await runCommand(registerConfig, ['config', 'check', 'none.yaml']);
    expect([err, ended]).toEqual([expect.stringMatching(/^ringflow: none\.yaml cannot be read: ENOENT/), 2]);
  });
});

describe('serve', () => {
  test('takes the file in its folder, and starts nothing with mistakes', async () => {
    delete process.env.HOOK_TOKEN;
    const { err, code } = await runCommand(registerServe, ['serve']);
    expect(code).toBe(2);
    expect(err).toContain('ringflow.config.yaml:5:13: error: the environment has no HOOK_TOKEN');
    expect(err).toMatch(/ringflow: invalid settings: nothing was started\n$/);
  });

  test('takes another one that is named', async () => {
    const { err } = await runCommand(registerServe, ['serve', '--config', 'other.yaml']);
    expect(err).toContain('other.yaml:1:1');
  });
});
