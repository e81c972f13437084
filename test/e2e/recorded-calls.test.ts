/**
 * Calls that a service has served over HTTP and kept in SQLite, exported and replayed in virtual time: the same traces.
 * Here the platform speaks faster than it does in scenarios, and tells things in the order in which they come through.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { registerCalls } from '../../src/cli/operate/recorded-calls-command.ts';
import type { Emulator } from '../../src/platform/emulator/http/index.ts';
import { runCommand } from '../cli/command.ts';
import { Command, ready, run } from './command.ts';
import { deskEnv, FLOWS, openBooks, openPlatform, OUR_NUMBER, scriptOf, scripts } from './desk.ts';
import type { Books } from './desk.ts';
import { Crowd } from './people.ts';
import { freePort } from '../setup/free-port.ts';

const ROUNDS = 3;

const directory = mkdtempSync(join(tmpdir(), 'ringflow-recorded-'));
const store = `sqlite:${join(directory, 'calls.sqlite')}`;
let emulator: Emulator;
let books: Books;
let crowd: Crowd;
let service: Command;
let url: string;

beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  emulator = await openPlatform(url);
  books = await openBooks();
  vi.stubEnv('DESK_URL', books.url);
  const env = { ...deskEnv(emulator, books), RINGFLOW_PORT: String(port), RINGFLOW_STORE: store };
  service = new Command(['serve', FLOWS, '--log-level', 'warn'], {
    env: { ...env, RINGFLOW_PUBLIC_URL: url, RINGFLOW_DRAIN: '1s' },
  });
  await ready(url, service);
  crowd = new Crowd(emulator);
  for (let call = 0; call < ROUNDS * scripts.length; call++)
    crowd.ring(scriptOf(call), `+49170${1_000_000 + call}`, OUR_NUMBER);
  while (crowd.onTheLine > 0) await pause(50);
  crowd.leave();
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await service.stop();
  await emulator.close();
  await books.close();
  rmSync(directory, { recursive: true, force: true });
});

const calls = (...args: string[]) => runCommand(registerCalls, ['calls', ...args, '--store', store]);

describe('calls of a real service', () => {
  test.each(scripts.map(({ name }, index) => ({ name, index })))(
    'who $name: the scenario goes the same way',
    async ({ index }) => {
      const people = crowd.people.filter((_one, place) => place % scripts.length === index);
      expect(people).toHaveLength(ROUNDS);
      for (const { voiceId } of people) {
        const { code, err, out } = await calls('export', `default.${voiceId}`, '--scenario');
        expect({ code, err }).toEqual({ code: 0, err: '' });
        expect(out).toContain('gave the same trace');
        expect(out).not.toContain('+491701');
      }
    },
  );

  test('are exported by the service that runs as they are out of its store', async () => {
    const { stdout } = await run(['keys', 'create', 'tests', '--role', 'author', '--store', store]);
    vi.stubEnv('RINGFLOW_TOKEN', stdout.trim());
    const atService = (...args: string[]) => runCommand(registerCalls, ['calls', ...args, '--url', url]);
    const exportsOf = async (...args: string[]) => {
      const [told, kept] = await Promise.all([atService('export', ...args), calls('export', ...args)]);
      expect(told).toEqual(kept);
      return told;
    };
    const all = await exportsOf('--ndjson', '--flow', 'crash', '--last', '100');
    expect(all.err).toBe(`${ROUNDS * scripts.length} calls exported\n`);
    expect(all.out).not.toContain('+491701');
    const [one, other] = crowd.people.map(({ voiceId }) => `default.${voiceId}`);
    expect((await exportsOf('--ndjson', other ?? '', one ?? '', '--keep-numbers')).out).toContain('+491701');
    expect((await exportsOf(one ?? '', '--scenario')).out).toContain('gave the same trace');
    expect(await atService('export', 'default.nobody', '--ndjson')).toEqual({
      code: 1,
      out: '',
      err: 'ringflow: there is no call "default.nobody"\n',
    });
  });

  test('are listed', async () => {
    const { out } = await calls('list', '--flow', 'crash', '--state', 'ended', '--json', '--last', '100');
    expect(out.trim().split('\n')).toHaveLength(ROUNDS * scripts.length);
  });
});
