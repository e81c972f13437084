import { afterEach, expect, test } from 'vitest';
import { Driver } from '../../../../src/platform/emulator/http/driver.ts';
import { startEmulator } from '../../../../src/platform/emulator/http/index.ts';
import { createPlatformModel } from '../../../../src/platform/emulator/model/index.ts';
import { alice, authorization, basic, ours } from '../platform.ts';

type Driven = ConstructorParameters<typeof Driver>[0];

const open: { close: () => unknown }[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

test('what fails by itself is told, and the next thing happens in its time', async () => {
  const failures: unknown[] = [];
  const states: unknown[] = [];
  let isDialling = true;
  const driven: Driven = {
    createModel: () => createPlatformModel({ setupMs: 10, parties: { [alice]: { afterMs: 500 } } }),
    deliver: () => undefined,
    stream: () => undefined,
    restarted: () => undefined,
    changed: (model) => {
      states.push(model.control.calls()[0]?.state);
      if (!isDialling && failures.length === 0) throw new Error('a bug');
    },
    failed: (error) => failures.push(error),
  };
  const driver = new Driver(driven);
  open.push(driver);
  const body = JSON.stringify({ from: ours, to: alice });
  const dial = { method: 'POST', path: '/voice/v1/call', headers: { authorization }, body };
  driver.act((model, now) => model.request(dial, now));
  isDialling = false;
  await expect.poll(() => states.at(-1)).toBe('connected');
  expect(failures).toEqual([new Error('a bug')]);
});

test('a failure of the emulator is an internal error, told to its operator and in the journal', async () => {
  const told: string[] = [];
  const log = { warn: () => undefined, error: (_fields: object, message: string) => told.push(message) };
  const broken = {
    appId: 'broken',
    get appKey(): string {
      throw new Error('a bug, with a secret in it');
    },
  };
  const emulator = await startEmulator({ log, settings: { projects: [broken] } });
  open.push(emulator);
  const headers = { authorization: basic('broken', 'x') };
  const answer = await fetch(`${emulator.url}/voice/v1/call?password=x`, { method: 'POST', headers });
  expect(answer.status).toBe(500);
  expect(await answer.json()).toMatchObject({ error_code: 'INTERNAL_ERROR', message: 'internal error' });
  expect(told).toEqual(['request failed']);
  const entries = emulator.act((model) => model.journal.readAfter(0));
  expect(entries).toMatchObject([{ kind: 'request', method: 'POST', path: '/voice/v1/call', status: 500 }]);
});

test('a body that is too long, and a path that cannot be decoded, are in the journal', async () => {
  const emulator = await startEmulator();
  open.push(emulator);
  const headers = { authorization };
  const tooLong = { method: 'POST', headers, body: 'x'.repeat(1_048_577) };
  const { message } = (await (await fetch(`${emulator.url}/voice/v1/call`, tooLong)).json()) as Answer;
  expect(message).toBe('the body is longer than 1048576 bytes');
  const lost = (await (await fetch(`${emulator.url}/video/v2/rooms/%ZZ`, { headers })).json()) as Answer;
  expect(lost).toMatchObject({ error_code: 'ROOM_NOT_FOUND' });
  const entries = emulator.act((model) => model.journal.readAfter(0));
  expect(entries).toMatchObject([{ status: 413 }, { status: 404, path: '/video/v2/rooms/%ZZ' }]);
});

interface Answer {
  message?: string;
}
