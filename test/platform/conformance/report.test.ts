import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmulator } from '../../../src/platform/emulator/http/index.ts';
import type { Emulator } from '../../../src/platform/emulator/http/index.ts';
import { known } from './emulated.ts';
import { checkPlatform } from './report.ts';
import type { Outcome } from './report.ts';
import { specifications } from './rules/index.ts';
import type { Need } from './rule.ts';

const { appId, appKey: rightKey, from, templateId, campaignId } = known;
const templates = [{ id: templateId, body: '{text}' }];
const sms = { templates, campaigns: [{ id: campaignId }], senders: { RINGFL: {} } };
const settings = { projects: [{ appId, appKey: rightKey }], numbers: { [from]: {} }, sms };
let elsewhere: Emulator;

beforeAll(async () => {
  const many = { callsPerSecond: 1_000, messagesPerSecond: 1_000 };
  elsewhere = await startEmulator({ settings: { ...settings, ...many } });
});

afterAll(async () => {
  await elsewhere.close();
});

async function outcomesWith(
  needs: Need[],
  appKey: string = known.appKey,
  { url, ...around }: { url?: string; webhookHost?: string } = {},
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const access = { ...known, appKey, url: url ?? elsewhere.url };
  for await (const outcome of checkPlatform(access, { available: new Set(needs), ...around }))
    outcomes.push(outcome);
  return outcomes;
}

function having(outcomes: Outcome[], result: Outcome['result']): Outcome[] {
  return outcomes.filter((outcome) => outcome.result === result);
}

test('at another platform every rule is checked or named with the reason why it is not', async () => {
  const outcomes = await outcomesWith(['numbers', 'template', 'unprovisioned']);
  const rules = Object.values(specifications).flat();
  expect(outcomes).toHaveLength(rules.length);
  expect(having(outcomes, 'failed')).toEqual([]);
  expect(having(outcomes, 'passed').length).toBeGreaterThan(150);
  expect(having(outcomes, 'not checkable').filter(({ reason }) => reason === undefined)).toEqual([]);
  // The call of a broadcast is named in notifications only.
  expect(elsewhere.act((model) => model.control.calls())).toHaveLength(1);
  expect(elsewhere.act((model, now) => model.rooms.list(now))).toEqual([]);
});

test('without numbers and a template nobody is called or written to', async () => {
  const outcomes = await outcomesWith([]);
  expect(having(outcomes, 'not checkable')).toContainEqual({
    name: 'voice.md 4.1: the answer is 200 with voice_id, state initiated, from, to and timestamp',
    result: 'not checkable',
    reason: 'needs numbers',
  });
});

test('a platform that breaks rules is told which', async () => {
  const outcomes = await outcomesWith([], 'wrong');
  expect(having(outcomes, 'failed').map(({ name }) => name)).toContain(
    'voice.md 5.2: Basic with Base64 of App ID, colon, App Key is accepted',
  );
});

test('with a webhook and the control plane notifications are checked too', async () => {
  const needs: Need[] = ['numbers', 'template', 'webhook', 'control plane'];
  const parties = { [known.to]: { afterMs: 0 }, [known.second]: { afterMs: 0 } };
  const emulator = await startEmulator({ settings: { ...settings, numbers: {}, parties, setupMs: 0 } });
  const around = { url: emulator.url, webhookHost: '127.0.0.1' };
  const outcomes = await outcomesWith(needs, known.appKey, around).finally(() => emulator.close());
  expect(having(outcomes, 'failed')).toEqual([]);
  expect(having(outcomes, 'passed').length).toBeGreaterThan(400);
});

const script = resolve(import.meta.dirname, '../../../scripts/conformance.ts');
const credentials = ['--app-id', appId, '--app-key', rightKey];

test.each([
  [['--url', 'http://127.0.0.1:1', ...credentials], 'http://127.0.0.1:1 cannot be reached: fetch failed: '],
  [['--url', 'nowhere', ...credentials], '--url is "nowhere": expected an address'],
  [['--url', 'http://127.0.0.1:1'], '--url needs --app-id and --app-key'],
  [['--urk'], "Unknown option '--urk'"],
])('npm run conformance -- %j ends with 2 and one line', async (flags, says) => {
  const running = promisify(execFile)(process.execPath, [script, ...flags]);
  const { code, stderr } = await running.then(
    () => ({ code: 0, stderr: '' }),
    (error: unknown) => error as { code: number; stderr: string },
  );
  expect([code, stderr]).toEqual([2, expect.stringContaining(says) as string]);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});
