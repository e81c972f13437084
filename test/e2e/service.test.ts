/** `serve` and `dev` as they are started: what they refuse, how they stop, and flows that change under them. */
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { startEmulator } from '../../src/platform/emulator/http/index.ts';
import type { Emulator } from '../../src/platform/emulator/http/index.ts';
import { until } from '../engine/until.ts';
import { mountConfigMap } from '../authoring/flow-files/config-map.ts';
import { brokenFlow, flowSaying, useFolders } from '../authoring/flow-files/folder.ts';
import { Command, ready, run } from './command.ts';
import { freePort } from '../setup/free-port.ts';

const newFolder = useFolders();
const running: { close(): PromiseLike<unknown> }[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.close()));
});

/** A process that does not outlive its test. */
function start(args: string[], env: Record<string, string> = {}): Command {
  const command = new Command(args, { env });
  running.push({ close: () => (command.isOver ? Promise.resolve() : command.kill()) });
  return command;
}

async function platform(webhook: string): Promise<Emulator> {
  const settings = {
    projects: [{ appId: 'app', appKey: 'app-key', webhook }],
    charactersPerSecond: 1_000,
  };
  const emulator = await startEmulator({ settings: { ...settings, redeliver: 50, redeliverAfterMs: 100 } });
  running.push(emulator);
  return emulator;
}

const TOKEN = 'service-test-hook-token';

function settings(more: Record<string, string> = {}): Record<string, string> {
  return {
    RINGFLOW_PORT: '0',
    RINGFLOW_STORE: 'memory:',
    RINGFLOW_PLATFORM_URL: 'http://127.0.0.1:9',
    RINGFLOW_APP_ID: 'app',
    RINGFLOW_APP_KEY: 'app-key',
    RINGFLOW_HOOK_TOKEN: TOKEN,
    RINGFLOW_PUBLIC_URL: 'http://127.0.0.1:8080',
    // Half of it would be spent on a load balancer, of which there is none.
    RINGFLOW_DRAIN: '1s',
    ...more,
  };
}

/** A folder with one flow. */
function oneFlow(text = 'Hello.') {
  const folder = newFolder();
  return { ...folder, file: folder.write('desk/flow.yaml', flowSaying(text)) };
}

const lines = (text: string) => text.split('\n').filter((line) => line !== '');

describe('serve refuses to start', () => {
  test('without its settings: one line for each, exit 2', async () => {
    const { path } = oneFlow();
    const { code, stdout, stderr } = await run(['serve', path]);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(lines(stderr).map((line) => line.split(' ')[1])).toEqual([
      'RINGFLOW_PLATFORM_URL',
      'RINGFLOW_APP_ID',
      'RINGFLOW_APP_KEY',
      'RINGFLOW_HOOK_TOKEN',
      'RINGFLOW_PUBLIC_URL',
    ]);
  });

  const refusals: [string, string[], Record<string, string>, number, RegExp][] = [
    ['with a bad port', [], { RINGFLOW_PORT: 'http' }, 2, /RINGFLOW_PORT \(or --port\) is "http"/],
    ['with a bad store', ['--store', 'redis'], {}, 2, /RINGFLOW_STORE \(or --store\) is "redis"/],
    ['with a short token', [], { RINGFLOW_HOOK_TOKEN: 'short' }, 2, /RINGFLOW_HOOK_TOKEN .* is invalid/],
    [
      'with a bad log level',
      ['--log-level', 'loud'],
      {},
      2,
      /RINGFLOW_LOG_LEVEL \(or --log-level\) is "loud": expected one of debug, /,
    ],
    ['with an unknown flag', ['--colour', 'red'], {}, 2, /unknown option '--colour'/],
    ['with a default flow that is not there', ['--default-flow', 'x'], {}, 2, /no flow "x"/],
    ['with a route to a flow that is not there', ['--routes', '+4930=x'], {}, 2, /no flow "x"/],
    [
      'with a store that cannot be',
      ['--store', 'sqlite:/dev/null/x/y.db'],
      {},
      2,
      /\/dev\/null\/x.* cannot be created/,
    ],
  ];

  test.each(refusals)('%s, in words and without a stack', async (_what, flags, env, code, says) => {
    const { path } = oneFlow();
    const refused = await run(['serve', path, ...flags], { env: settings(env) });
    expect(refused.code).toBe(code);
    expect(refused.stderr).toMatch(says);
    expect(refused.stderr).not.toMatch(/^\s+at /m);
    expect(refused.stdout).toBe('');
  });

  test('on a port that is taken, in one line', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    running.push({ close: () => once(taken.close(), 'close') });
    const port = String((taken.address() as AddressInfo).port);
    const { path } = oneFlow();
    const { code, stderr } = await run(['serve', path], { env: settings({ RINGFLOW_PORT: port }) });
    expect(code).toBe(2);
    expect(lines(stderr)).toEqual([
      expect.stringContaining(`cannot listen on 127.0.0.1:${port}: the port is in use`),
    ]);
  });

  test('on a file that is no database of ours, in one line', async () => {
    const { path, write } = oneFlow();
    const file = write(
      'calls.db',
      'this is no database, but long enough that it could be taken for one'.repeat(20),
    );
    const { code, stderr } = await run(['serve', path, '--store', `sqlite:${file}`], { env: settings() });
    expect(code).toBe(2);
    expect(lines(stderr)).toEqual([expect.stringContaining(`${file} is not a SQLite database`)]);
  });

  test('a folder without flows, and one that is not there', async () => {
    const empty = newFolder().path;
    for (const folder of [empty, join(empty, 'missing')]) {
      const { code, stderr } = await run(['serve', folder], { env: settings() });
      expect(code).toBe(2);
      expect(lines(stderr)).toEqual([expect.stringContaining(folder)]);
    }
  });

  test('several flows without a word which takes calls', async () => {
    const { path, write } = oneFlow();
    write('other/flow.yaml', flowSaying('Hello.', 'other'));
    const { code, stderr } = await run(['serve', path], { env: settings() });
    expect(code).toBe(2);
    expect(stderr).toMatch(/2 flows and no route/);
  });

  test('flows with errors: diagnostics, exit 1', async () => {
    const folder = newFolder();
    folder.write('flow.yaml', brokenFlow);
    const { code, stderr } = await run(['serve', folder.path], { env: settings() });
    expect(code).toBe(1);
    expect(stderr).toMatch(/dangling-target/);
    expect(stderr).toMatch(/nothing was started/);
  });
});

describe('serve', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('stops at %s with exit code 0', async (signal) => {
    const port = await freePort();
    const { path } = oneFlow();
    const service = start(['serve', path], settings({ RINGFLOW_PORT: String(port) }));
    await ready(`http://127.0.0.1:${port}`, service);
    expect(await service.stop(signal)).toBe(0);
    expect(service.stdout).toBe('');
    expect(service.stderr).toMatch(/stopping/);
  });

  test('stops only when the notification in its hands is stored and its command is sent', async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const hook = `${url}/hooks/default/${TOKEN}/voice`;
    const emulator = await platform(hook);
    const { path } = oneFlow();
    const service = start(
      ['serve', path],
      settings({ RINGFLOW_PORT: String(port), RINGFLOW_PLATFORM_URL: emulator.url }),
    );
    await ready(url, service);
    const call = emulator.act((model, now) => model.people.ring({ from: '+4930111', to: '+4930222' }, now));
    await until(() =>
      emulator.act((model) => model.journal.readAfter(0, call).some(({ kind }) => kind === 'request')),
    );
    expect(await service.stop()).toBe(0);
    const refused = emulator.act((model) =>
      model.journal.readAfter(0, call).filter((entry) => entry.kind === 'request' && entry.status !== 200),
    );
    expect(refused).toEqual([]);
  });

  test.each([
    ['warns once of secrets that lie in clear', {}, 1],
    ['does not where there is a key', { RINGFLOW_SECRET_KEY: 'a passphrase that is long enough' }, 0],
  ])('%s', async (_what, key, times) => {
    const { path, write } = newFolder();
    const secret = 'vars: { pin: { type: string, secret: true } }\nsteps:';
    write('flow.yaml', flowSaying('Hello.').replace('steps:', secret));
    const store = `sqlite:${join(path, 'calls.sqlite')}`;
    const service = start(['serve', path], settings({ RINGFLOW_STORE: store, ...key }));
    await service.wrote('"msg":"ready"');
    await service.stop();
    expect(service.stderr.split('desk has secret variables, which are stored unencrypted')).toHaveLength(
      times + 1,
    );
  });

  test('logs no secret (I7)', async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const { path } = oneFlow();
    const service = start(
      ['serve', path, '--log-level', 'debug'],
      settings({ RINGFLOW_PORT: String(port), RINGFLOW_APP_KEY: 'a-very-secret-key' }),
    );
    await ready(url, service);
    const incoming = { voice_id: 'v1', state: 'incomingcall', from: '+4930111', to: '+4930222' };
    const send = (body: string, token = TOKEN) =>
      fetch(`${url}/hooks/default/${token}/voice`, { method: 'POST', body });
    await send(JSON.stringify(incoming));
    await send('{');
    await send('{}', 'wrong-token-of-the-hook');
    await service.stop();
    expect(service.stderr).toMatch(/"call":"default.v1"/);
    for (const secret of [
      'a-very-secret-key',
      TOKEN,
      Buffer.from('app:a-very-secret-key').toString('base64'),
    ])
      expect(service.stderr).not.toContain(secret);
  });
});

describe('dev', () => {
  function dev(folder: string, ...flags: string[]) {
    return devIn({}, folder, ...flags);
  }

  async function devIn(env: Record<string, string>, folder: string, ...flags: string[]) {
    const ports = ['--port', '0', '--emulator-port', '0', '--store', 'memory:', '--host', '127.0.0.1'];
    const command = start(['dev', folder, ...ports, ...flags], env);
    await command.wrote('Stop with Ctrl-C');
    const emulator = /emulator on (http:\S+)/.exec(command.stderr)?.[1] ?? '';
    return { command, emulator };
  }

  /** Calls the flow that has this number, and gives the first words that are said. */
  async function firstWords(emulator: string, to = '+12025550100'): Promise<string> {
    const rung = await fetch(`${emulator}/_emulator/calls`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ from: '+12025550199', to }),
    });
    const { voice_id: call } = (await rung.json()) as { voice_id: string };
    return until(async () => {
      const answer = await fetch(`${emulator}/_emulator/journal?voice_id=${call}`);
      const entries = lines(await answer.text()).map(
        (line) => JSON.parse(line) as { kind: string; text?: string },
      );
      return entries.find(({ kind }) => kind === 'speech')?.text;
    });
  }

  /** Asks the service about the deployment of `desk`, with the key that it hands out to pages of this machine. */
  async function askDeployment(
    { stderr }: Command,
    method: string,
    body?: object,
  ): Promise<{ live: string }> {
    const url = /Ringflow on (http:\S+?)\/console\//.exec(stderr)?.[1] ?? '';
    const headers = { 'sec-fetch-site': 'same-origin' };
    const given = await fetch(`${url}/console/local-key`, { method: 'POST', headers });
    const { key } = (await given.json()) as { key: string };
    const answer = await fetch(`${url}/api/v1/projects/default/deployments/desk`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect(answer.ok).toBe(true);
    return (method === 'DELETE' ? {} : await answer.json()) as { live: string };
  }

  test('puts a changed flow into service for new calls, and keeps the last good one when it breaks', async () => {
    const { path, file } = oneFlow('Hello.');
    const { command, emulator } = await dev(path);
    expect(await firstWords(emulator)).toBe('Hello.');
    writeFileSync(file, flowSaying('Good evening.'));
    await command.wrote('reloaded desk');
    expect(await firstWords(emulator)).toBe('Good evening.');
    writeFileSync(file, brokenFlow);
    await command.wrote('dangling-target');
    expect(await firstWords(emulator)).toBe('Good evening.');
    rmSync(file);
    await command.wrote('not reloaded');
    expect(await firstWords(emulator)).toBe('Good evening.');
    expect(await command.stop('SIGINT')).toBe(0);
  });

  test('leaves the calls to a deployed version, across a restart, until it is withdrawn', async () => {
    const { path, file } = oneFlow('Hello.');
    const store = ['--store', `sqlite:${join(newFolder().path, 'dev.sqlite')}`];
    const first = await dev(path, ...store);
    const before = await askDeployment(first.command, 'GET');
    await askDeployment(first.command, 'PUT', { version: before.live });
    writeFileSync(file, flowSaying('Good evening.'));
    await first.command.wrote(`saved desk: version ${before.live} is deployed and goes on taking calls`);
    expect(first.command.stderr).not.toContain('reloaded');
    expect(await firstWords(first.emulator)).toBe('Hello.');
    await first.command.stop('SIGINT');

    const { command, emulator } = await dev(path, ...store);
    expect(command.stderr).toContain(`desk (version ${before.live} is deployed: the files are a draft)`);
    expect(await firstWords(emulator)).toBe('Hello.');
    await askDeployment(command, 'DELETE');
    expect(await firstWords(emulator)).toBe('Good evening.');
    writeFileSync(file, flowSaying('Good night.'));
    await command.wrote('reloaded desk');
  });

  test('serves a mounted ConfigMap as one flow, and reloads it when Kubernetes exchanges its files', async () => {
    const { path } = newFolder();
    const mounted = mountConfigMap(path, { 'flow.yaml': flowSaying('Hello.') });
    const { command, emulator } = await dev(path);
    expect(await firstWords(emulator)).toBe('Hello.');
    mounted.exchange({ 'flow.yaml': flowSaying('Good evening.') });
    await command.wrote('reloaded desk');
    expect(await firstWords(emulator)).toBe('Good evening.');
    expect(command.stderr).not.toContain('not reloaded');
  });

  test('prints a line for a message that comes in, and for what happens in a room', async () => {
    const { command, emulator } = await dev(oneFlow().path);
    const post = async (path: string, body: object) => {
      const headers = {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from('demo:demo-key').toString('base64')}`,
      };
      const answer = await fetch(emulator + path, { method: 'POST', headers, body: JSON.stringify(body) });
      return (await answer.json()) as { room?: { room_id: string }; token?: string };
    };
    await post('/_emulator/sms', { from: '+12025550199', to: '+12025550100', text: 'Good evening' });
    const { room } = await post('/video/v2/rooms', { name: 'Board', owner_ref: 'o-1', settings: {} });
    const id = room?.room_id ?? '';
    const guest = { name: 'Ann', role: 'moderator', user_ref: 'ann' };
    const { token } = await post(`/video/v2/rooms/${id}/tokens`, guest);
    await post('/_emulator/rooms/join', { token });
    await post(`/_emulator/rooms/${id}/recording`, { action: 'start' });
    await until(() => lines(command.stdout).length === 2);
    expect(lines(command.stdout).sort()).toEqual([
      'sms  +12025550199 writes to +12025550100: Good evening',
      `video  room ${id}  recording started`,
    ]);
  });

  test('takes a flow out of service whose file is gone, but not while another one cannot be read', async () => {
    const { path, write } = oneFlow('Hello.');
    const other = write('other/flow.yaml', flowSaying('Other.', 'other'));
    const { command } = await dev(path);
    rmSync(other);
    await command.wrote('withdrawn');
    expect(command.stderr).toMatch(/withdrawn.* other/);
  });

  test('reloads the others when one cannot be put into service, and takes out what is gone', async () => {
    const { path, file, write } = oneFlow('Hello.');
    const other = write('other/flow.yaml', flowSaying('Other.', 'other'));
    const gone = write('gone/flow.yaml', flowSaying('Gone.', 'gone'));
    const { command } = await dev(path);
    const needy = flowSaying('${env.SHOP}', 'other').replace('steps:', 'env: { SHOP: Name. }\nsteps:');
    writeFileSync(other, needy);
    await command.wrote('not in service other');
    writeFileSync(file, flowSaying('Good evening.'));
    await command.wrote('reloaded desk');
    rmSync(gone);
    await command.wrote('withdrawn gone');
  });

  test('goes on when the emulator is reset: numbers ring, and messages are told', async () => {
    const { command, emulator } = await dev(oneFlow('Hello.').path);
    const post = (path: string, body: object) =>
      fetch(emulator + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    await post('/_emulator/reset', {});
    expect(await firstWords(emulator)).toBe('Hello.');
    await post('/_emulator/sms', { from: '+12025550199', to: '+12025550100', text: 'Hi' });
    await command.wrote('+12025550199 writes to +12025550100: Hi');
  });

  test('heeds nothing that the environment says of a real platform', async () => {
    const { path } = oneFlow('Hello.');
    const env = {
      RINGFLOW_APP_ID: 'real',
      RINGFLOW_APP_KEY: 'real-key',
      RINGFLOW_PUBLIC_URL: 'https://ivr.example.com',
    };
    const { emulator } = await devIn(env, path);
    expect(await firstWords(emulator)).toBe('Hello.');
  });

  test('runs the good flows beside one with errors', async () => {
    const { path, write } = oneFlow('Hello.');
    write('broken/flow.yaml', brokenFlow.replace('desk', 'broken'));
    const { command, emulator } = await dev(path);
    expect(command.stderr).toMatch(/dangling-target/);
    expect(await firstWords(emulator)).toBe('Hello.');
  });

  test('with --demo shows the trace of a whole call on stdout, and stays up', async () => {
    const { path } = oneFlow('Hello.');
    const { command, emulator } = await dev(path, '--demo', 'desk');
    await command.wrote('■ ended');
    expect(command.stdout).toMatch(/calls[\s\S]*♪ Hello\.[\s\S]*→ hangup[\s\S]*■ ended/);
    expect(await firstWords(emulator)).toBe('Hello.');
    expect(await command.stop()).toBe(0);
  });

  test('refuses a demo of a flow that is not there', async () => {
    const { path } = oneFlow();
    const { code, stderr } = await run(['dev', path, '--emulator-port', '0', '--demo', 'nothing']);
    expect(code).toBe(2);
    expect(lines(stderr).at(-1)).toMatch(/no flow "nothing"/);
  });

  test('refuses a port that is taken, in one line that says what to do', async () => {
    const { path } = oneFlow();
    const { emulator } = await dev(path);
    const port = new URL(emulator).port;
    const { code, stderr } = await run(['dev', path, '--port', '0', '--emulator-port', port]);
    expect(code).toBe(2);
    expect(lines(stderr).at(-1)).toMatch(new RegExp(`port ${port} .*--emulator-port`));
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  test('refuses to run nothing but flows with errors: exit 1', async () => {
    const folder = newFolder();
    folder.write('flow.yaml', brokenFlow);
    const { code, stderr } = await run(['dev', folder.path, '--emulator-port', '0']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/every flow has errors/);
  });
});
