/**
 * The service is killed again and again while two hundred people are on the line. Every call has to end as its script
 * says: no command lost, and doubled only what was in doubt (I4). CRASH_SEED repeats a run's moments.
 */
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSqliteStore } from '../../src/adapters/store-sqlite/index.ts';
import { callId } from '../../src/call/index.ts';
import { startEmulator } from '../../src/emulator/http/index.ts';
import type { Emulator } from '../../src/emulator/http/index.ts';
import { Command, freePort, ready, root } from './command.ts';
import { doneFor } from './done.ts';
import type { Done } from './done.ts';
import { Crowd } from './people.ts';
import type { Person, Script } from './people.ts';
import { randomOf } from './random.ts';

const CALLS = 200;
const KILLS = 8;
const TOKEN = 'crash-test-hook-token';
const OUR_NUMBER = '+4930222';

const welcome = 'Welcome to the desk that goes on whatever happens.';
const main =
  'For the desk press 1, for your number press 2, to leave press 3. All others are for those who ask the desk for a favour.';
const wrong = 'That was none of the keys that lead anywhere.';
const silent = 'Are you still there? Take the time that you need.';
const number = 'Please enter the four digits of your number, one after the other.';
const nobody = 'Nobody at the desk is free to talk to you right now.';
const thanks = 'Thank you, 0471, that is all that we need to know of you.';
const goodbye = 'Goodbye, and thank you for your patience.';

const atMain = (keys: string) => (prompt: string) => (prompt.endsWith(main) ? keys : undefined);
const asked = ['accept', `say ${welcome}`, `say ${main}`];
const ending = [`say ${goodbye}`, 'hangup'];

const scripts: Script[] = [
  { name: 'leaves', presses: atMain('3'), expects: [...asked, ...ending] },
  { name: 'is put through', presses: atMain('1'), expects: [...asked, 'connect +4930301', ...ending] },
  {
    name: 'finds the desk busy',
    presses: atMain('4'),
    expects: [...asked, 'connect +4930302', `say ${nobody}`, ...ending],
  },
  {
    name: 'gives a number',
    presses: (prompt) => (prompt === number ? '0471' : atMain('2')(prompt)),
    expects: [...asked, `say ${number}`, `say ${thanks}`, ...ending],
  },
  {
    name: 'presses a wrong key',
    presses: (prompt, heard) => atMain(heard.includes(`${wrong} ${main}`) ? '3' : '9')(prompt),
    expects: [...asked, `say ${wrong} ${main}`, ...ending],
  },
  {
    name: 'says nothing',
    expects: [...asked, `say ${silent} ${main}`, `say ${silent} ${main}`, ...ending],
  },
  { name: 'hangs up in the menu', hangsUp: { at: main }, expects: asked },
  {
    name: 'hangs up on the desk',
    presses: atMain('5'),
    hangsUp: 'when bridged',
    expects: [...asked, 'connect +4930303'],
  },
];

const seed = Number(process.env.CRASH_SEED ?? randomInt(2 ** 31));
const directory = mkdtempSync(join(tmpdir(), 'ringflow-crash-'));
const file = join(directory, 'calls.sqlite');
const kills: { from: number; to: number }[] = [];
const done = new Map<Person, Done>();
let emulator: Emulator;
let crowd: Crowd;
let exitCode: unknown;

beforeAll(async () => {
  const { between } = randomOf(seed);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  emulator = await openPlatform(`${url}/hooks/default/${TOKEN}/voice`);
  let service = await serve(url, emulator);
  crowd = new Crowd(emulator);
  for (let call = 0; call < CALLS; call++)
    crowd.ring(scriptOf(call), `+49170${1_000_000 + call}`, OUR_NUMBER);
  for (let kill = 0; kill < KILLS; kill++) {
    // Counted in commands and not in time, so that the service is killed while it has its hands full.
    await commands(between(5, 90));
    await pause(between(0, 20));
    const from = Date.now();
    await service.kill();
    // What it had sent before may be noted down a little after.
    kills.push({ from, to: Date.now() });
    service = await serve(url, emulator);
  }
  while (crowd.onTheLine > 0) await pause(50);
  crowd.leave();
  exitCode = await service.stop();
  for (const person of crowd.people) done.set(person, doneFor(person.entries));
  report(service);
}, 90_000);

afterAll(async () => {
  crowd.leave();
  await emulator.close();
  rmSync(directory, { recursive: true, force: true });
});

describe(`${CALLS} calls, through ${KILLS} deaths of the service (CRASH_SEED=${seed})`, () => {
  test.each(scripts)('who $name is served to the end, and no command is lost', ({ name, expects }) => {
    const deeds = crowd.people
      .filter(({ script }) => script.name === name)
      .map((person) => done.get(person)?.deeds);
    expect(deeds).toEqual(deeds.map(() => expects));
  });

  test('what was done twice had a death between (I4)', () => {
    for (const { repetitions } of done.values())
      for (const { what, first, again } of repetitions)
        expect(kills.some(({ from, to }) => first <= to && from <= again) ? '' : what).toBe('');
  });

  test('what was refused was in doubt, or too early, or too late', () => {
    const codes = new Set([...done.values()].flatMap(({ refusals }) => refusals));
    expect(['6113', '6122', 'CALL_ALREADY_ACCEPTED', 'CALL_ALREADY_ENDED']).toEqual(
      expect.arrayContaining([...codes]),
    );
  });

  test('the last process stops cleanly', () => {
    expect(exitCode).toBe(0);
  });

  test('every call has ended in the store too, with nothing left to send and no failure but that the caller had gone', async () => {
    const store = openSqliteStore({ file });
    try {
      for (const { voiceId } of crowd.people) {
        const id = callId(`default.${voiceId}`);
        expect(await store.load(id)).toMatchObject({
          outbox: [],
          record: { endedAt: expect.any(Number) as number },
        });
        const failures = (await store.trace(id)).flatMap(({ event }) =>
          event.type === 'command_failed' && !event.failure.callEnded ? [event.failure.code] : [],
        );
        expect(failures).toEqual([]);
      }
    } finally {
      await store.close();
    }
  });
});

/** Resolves when the platform has got so many commands more, or has nobody on the line any longer. */
async function commands(more: number): Promise<void> {
  let left = more;
  let seen = emulator.act((model) => model.journal.lastSeq);
  while (left > 0 && crowd.onTheLine > 0) {
    await pause(1);
    const entries = emulator.act((model) => model.journal.after(seen));
    seen += entries.length;
    left -= entries.filter(({ kind }) => kind === 'request').length;
  }
}

function scriptOf(call: number): Script {
  const script = scripts[call % scripts.length];
  if (script === undefined) throw new Error('there are no scripts');
  return script;
}

/** Speech is fast; what nobody took comes again and again. */
function openPlatform(webhook: string): Promise<Emulator> {
  return startEmulator({
    settings: {
      redeliver: 1_000,
      redeliverAfterMs: 100,
      projects: [{ appId: 'app', appKey: 'app-key', webhook }],
      parties: {
        '+4930301': { afterMs: 200, acts: [{ afterMs: 300, hangsUp: true }] },
        '+4930302': { on_ring: 'busy', afterMs: 200 },
        '+4930303': { afterMs: 200 },
      },
      dtmf: { gapMs: 50, windowMs: 300 },
      charactersPerSecond: 250,
      setupMs: 50,
      journalEntries: 1_000_000,
    },
  });
}

async function serve(url: string, platform: Emulator): Promise<Command> {
  const service = new Command(['serve', join(root, 'test/fixtures/flows/crash'), '--log-level', 'warn'], {
    env: {
      RINGFLOW_PORT: new URL(url).port,
      RINGFLOW_STORE: `sqlite:${file}`,
      RINGFLOW_PLATFORM_URL: platform.url,
      RINGFLOW_APP_ID: 'app',
      RINGFLOW_APP_KEY: 'app-key',
      RINGFLOW_HOOK_TOKEN: TOKEN,
      RINGFLOW_PUBLIC_URL: url,
    },
  });
  await ready(url, service);
  return service;
}

function report(service: Command): void {
  const repetitions = [...done.values()].flatMap((one) => one.repetitions);
  const counts = Map.groupBy(repetitions, ({ what }) => what.split(' ')[0] ?? '');
  const doubled = [...counts].map(([what, ones]) => `${ones.length} ${what}`).join(', ') || 'nothing';
  const deeds = [...done.values()].reduce((sum, one) => sum + one.deeds.length, 0);
  console.log(
    `crash test, seed ${seed}: ${CALLS} calls, ${deeds} commands, ${kills.length} kills; done twice: ${doubled}`,
  );
  if (process.env.CRASH_LOG !== undefined) console.log(service.stderr);
}
