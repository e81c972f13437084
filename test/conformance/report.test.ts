import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmulator } from '../../src/emulator/http/index.ts';
import type { Emulator } from '../../src/emulator/http/index.ts';
import { known } from './emulated.ts';
import { checkPlatform } from './report.ts';
import type { Outcome } from './report.ts';
import { specifications } from './rules/index.ts';
import type { Need } from './rule.ts';

const { from, templateId, campaignId, ...credentials } = known;
let elsewhere: Emulator;

beforeAll(async () => {
  const templates = [{ id: templateId, body: '{text}' }];
  const sms = { templates, campaigns: [{ id: campaignId }], senders: { RINGFL: {} } };
  const many = { callsPerSecond: 1_000, messagesPerSecond: 1_000 };
  const settings = { projects: [credentials], numbers: { [from]: {} }, sms, ...many };
  elsewhere = await startEmulator({ settings });
});

afterAll(async () => {
  await elsewhere.close();
});

async function outcomesWith(needs: Need[], appKey: string = known.appKey): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const access = { ...known, appKey, url: elsewhere.url };
  for await (const outcome of checkPlatform(access, new Set(needs))) outcomes.push(outcome);
  return outcomes;
}

function having(outcomes: Outcome[], result: Outcome['result']): Outcome[] {
  return outcomes.filter((outcome) => outcome.result === result);
}

test('at another platform every rule is checked or named with the reason why it is not', async () => {
  const outcomes = await outcomesWith(['numbers', 'template']);
  const rules = Object.values(specifications).flat();
  expect(outcomes).toHaveLength(rules.length);
  expect(having(outcomes, 'failed')).toEqual([]);
  expect(having(outcomes, 'passed').length).toBeGreaterThan(150);
  expect(having(outcomes, 'not checkable').filter(({ reason }) => reason === undefined)).toEqual([]);
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
