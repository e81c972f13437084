/** Settings that flows declare: who needs them, and who does without. */
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, test } from 'vitest';
import { registerCall } from '../../src/cli/phone/call.ts';
import { registerDev } from '../../src/cli/author/dev.ts';
import { registerServe } from '../../src/cli/operate/serve.ts';
import { registerValidate } from '../../src/cli/author/validate.ts';
import { folderWith, runCommand } from './command.ts';

const source = 'test/fixtures/flows/service-line';
const folder = folderWith(
  Object.fromEntries(
    ['flow.yaml', 'people.csv', 'service-line.scenario.yaml'].map((name) => [
      name,
      readFileSync(`${source}/${name}`, 'utf8'),
    ]),
  ),
);
const missing = 'the flow "service-line" needs the environment variable CRM_URL';

afterEach(() => {
  delete process.env.CRM_URL;
});

function call(lines: string[], ...args: string[]) {
  const input = Readable.from(lines.map((line) => `${line}\n`));
  return runCommand(
    (program, io) => {
      registerCall(program, io, input);
    },
    ['call', folder.path, '--offline', '--fast', ...args],
  );
}

test('validate does without', async () => {
  expect(await runCommand(registerValidate, ['validate', folder.path])).toMatchObject({ code: 0 });
});

test('serve does not start without', async () => {
  const flags = [
    '--store',
    'memory:',
    '--platform-url',
    'https://api.example.com',
    '--app-id',
    'a',
    '--app-key',
    'k',
  ];
  const more = ['--hook-token', 'abcdefghijklmnop', '--public-url', 'https://x.example.com', '--port', '0'];
  await expect(runCommand(registerServe, ['serve', folder.path, ...flags, ...more])).rejects.toMatchObject({
    code: 'env_missing',
    message: missing,
  });
});

test('dev does not start without', async () => {
  const ports = ['--port', '0', '--emulator-port', '0', '--store', 'memory:'];
  await expect(runCommand(registerDev, ['dev', folder.path, ...ports])).rejects.toMatchObject({
    code: 'env_missing',
    message: missing,
  });
});

describe('call --offline', () => {
  test('does not begin without', async () => {
    expect(await call([])).toEqual({ out: '', err: `ringflow: ${missing}\n`, code: 2 });
  });

  test('takes them from the environment, and tells what no service answers', async () => {
    process.env.CRM_URL = 'https://me:pw@crm.test';
    const { out, err, code } = await call(['1234', 'hangup']);
    expect(code).toBe(0);
    expect(out).toContain('Sorry. unreachable');
    expect(err).toContain('-- the flow sends POST https://crm.test/pin, without a response');
  });

  test('takes them and the answers from a scenario file', async () => {
    const answers = folderWith({
      'a.scenario.yaml': `env: { CRM_URL: "https://crm.test" }
http: [{ match: POST /pin, answer: { json: { tier: gold, visits: 1 } } }, { match: PUT *, answer: {} }]
scenarios: [{ name: any, script: [hangs_up] }]
`,
    });
    const { out, err } = await call(['1234', 'hangup'], '--answers', `${answers.path}/a.scenario.yaml`);
    expect(out).toContain('You are a gold customer.');
    expect(err).toContain('-- the flow sends POST https://crm.test/pin\n');
    answers.remove();
  });

  test('tells what is wrong with that file', async () => {
    expect(await call([], '--answers', 'none.yaml')).toMatchObject({
      err: "ringflow: none.yaml cannot be read: ENOENT: no such file or directory, open 'none.yaml'\n",
      code: 2,
    });
    const { err, code } = await call([], '--answers', `${folder.path}/flow.yaml`);
    expect([code, err]).toEqual([
      1,
      expect.stringContaining('is not a scenario file of the flow "service-line"'),
    ]);
  });
});
