/** The platform refuses the plays of front-desk a few times: nobody is asked before they can hear and answer. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { callId, findMiss } from '../../src/call/index.ts';
import type { CallId } from '../../src/call/index.ts';
import { EmulatedPlatform } from './emulated-platform.ts';
import { flowOf, useScene } from './scene.ts';

const scene = useScene();
const frontDesk = flowOf(readFileSync(join(import.meta.dirname, '../../flows/front-desk/flow.yaml'), 'utf8'));
let platform: EmulatedPlatform;
let call: CallId;
let voiceId: string;

beforeEach(async () => {
  platform = new EmulatedPlatform(scene().clock);
  const client = await platform.open();
  const engine = await scene().bare({ findCarrier: () => client, timing: { settleAfterMs: 25 } });
  await engine.flows.deploy(frontDesk);
  engine.start();
  platform.engine = engine;
});

afterEach(() => platform.close());

async function rings(): Promise<void> {
  voiceId = platform.ring();
  call = callId(`default.${voiceId}`);
  await pass(200);
}

const pass = (ms: number) => platform.pass(ms, () => scene().quiet());

/** What the caller did not answer or got wrong, so far. */
async function misses(): Promise<string[]> {
  const trace = (await platform.engine?.loadTrace(call)) ?? [];
  return trace.flatMap(({ notes }) => notes.flatMap((note) => findMiss(note) ?? []));
}

const failures = async () =>
  ((await platform.engine?.loadTrace(call)) ?? []).filter(({ event }) => event.type === 'command_failed');

const [greeting, again, english, main] = [
  'Welcome to Acme.',
  'Sorry, I did not get that.',
  'Let us go on',
  'For sales',
];

describe.each([
  { name: 'with 500 three times', statuses: [500, 500, 500], afterMs: 17_000 },
  { name: 'with 429 four times', statuses: [429, 429, 429, 429], afterMs: 15_000 },
])('the greeting is refused $name', ({ statuses, afterMs }) => {
  beforeEach(async () => {
    platform.refuses('play', ...statuses);
    await rings();
  });

  test('a caller who waits hears everything in its order, and no attempt is used up before', async () => {
    await pass(afterMs - 500);
    expect(platform.heard).toEqual([]);
    expect(await misses()).toEqual([]);
    await pass(1_000);
    expect(platform.heard).toEqual([expect.stringContaining(greeting)]);
    await pass(60_000);
    expect(platform.heard.slice(0, 4)).toEqual([greeting, again, english, main].map(containing));
    expect(platform.plays.filter((status) => status !== 200)).toEqual(statuses);
    expect(await failures()).toEqual([]);
  });

  test('a caller who presses a key once they hear the question goes on at once', async () => {
    await pass(afterMs + 500);
    platform.press(voiceId, '1');
    await pass(3_000);
    expect(platform.heard).toEqual([greeting, main].map(containing));
    expect(await misses()).toEqual([]);
    expect(platform.plays.filter((status) => status !== 200)).toEqual(statuses);
    expect(await failures()).toEqual([]);
  });
});

function containing(text: string | undefined): unknown {
  return expect.stringContaining(text ?? '');
}

test('the question that is put again is refused, and no attempt is used up before it is heard', async () => {
  await rings();
  await pass(300);
  platform.refuses('play', 500, 500, 500);
  await pass(20_000);
  expect(await misses()).toEqual(['no_input']);
  await pass(60_000);
  expect(platform.heard.slice(0, 3)).toEqual([greeting, again, english].map(containing));
  expect(await misses()).toContain('no_input');
  expect(await failures()).toEqual([]);
});
