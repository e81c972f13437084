import { afterEach, expect, test } from 'vitest';
import { startEmulator } from '../../../src/platform/emulator/http/index.ts';
import type { Emulator } from '../../../src/platform/emulator/http/index.ts';

const open: Emulator[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

async function emulator(): Promise<Emulator> {
  const started = await startEmulator();
  open.push(started);
  return started;
}

test('GET /_emulator/numbers lists provisioned numbers with their labels, in the order in which they came', async () => {
  const { url, act } = await emulator();
  act(({ control }) => {
    control.setNumber('+12025550101', { label: 'front-desk', webhook: 'http://127.0.0.1:1/hook' });
  });
  await fetch(`${url}/_emulator/numbers/12025550100`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ label: 'account-line' }),
  });
  const answer = await fetch(`${url}/_emulator/numbers`);
  expect(await answer.json()).toEqual([
    { number: '+12025550101', label: 'front-desk', webhook: 'http://127.0.0.1:1/hook' },
    { number: '+12025550100', label: 'account-line' },
  ]);
});

test('without provisioned numbers the list is empty', async () => {
  const { url } = await emulator();
  expect(await (await fetch(`${url}/_emulator/numbers`)).json()).toEqual([]);
});
