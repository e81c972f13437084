/** The service as a whole, in this process: what its parts can only get right together. */
import type { CarrierSetting } from '../../../src/service/config/carriers.ts';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { startService } from '../../../src/service/start.ts';
import type { Service } from '../../../src/service/start.ts';
import { startEmulator } from '../../../src/platform/emulator/http/index.ts';
import type { Emulator } from '../../../src/platform/emulator/http/index.ts';
import { DEFAULT_PROJECT } from '../../../src/call/index.ts';
import type { TraceEntry } from '../../../src/call/index.ts';
import { RecordingLog } from '../../engine/recording-log.ts';
import { flowOf } from '../../engine/scene.ts';
import { until } from '../../engine/until.ts';
import { flowSaying, useFolders } from '../../authoring/flow-files/folder.ts';
import { configOf } from '../../builders/config.ts';

type ServiceOptions = Parameters<typeof startService>[0];

const newFolder = useFolders();
const HOOK_TOKEN = 'a-token-for-this-test';
const outbound = { project: DEFAULT_PROJECT, flow: 'desk', from: '+12025550100', to: '+12025550199' };
const open: (() => Promise<unknown>)[] = [];
const log = new RecordingLog();
const traced: TraceEntry[] = [];

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
  log.lines.splice(0);
  traced.splice(0);
});

async function platform(): Promise<Emulator> {
  const emulator = await startEmulator();
  open.push(() => emulator.close());
  return emulator;
}

async function service(url: string, config: Partial<ServiceOptions['config']> = {}): Promise<Service> {
  const started = await startService({
    config: configOf(url, { defaultFlow: 'desk', hookToken: HOOK_TOKEN, ...config }),
    flows: [flowOf(flowSaying('Hello.'))],
    log,
    onTrace: (_call, entry) => traced.push(entry),
  });
  open.push(() => started.stop());
  return started;
}

describe('a store that another process has locked', () => {
  test('is waited for as long as the platform waits for the answer (I6)', async () => {
    const emulator = await platform();
    const file = newFolder().write('calls.sqlite', '');
    const { hookUrl } = await service(emulator.url, { store: { kind: 'sqlite', file } });
    const other = new DatabaseSync(file);
    open.push(() => {
      other.close();
      return Promise.resolve();
    });
    const answeredThough = async () => {
      other.exec('BEGIN IMMEDIATE');
      const answer = fetch(hookUrl, {
        method: 'POST',
        body: '{"voice_id":"v1","state":"incomingcall","from":"+4930111","to":"+4930222"}',
      });
      await pause(3_000);
      other.exec('COMMIT');
      return (await answer).status === 200;
    };
    // Again where the machine has held it up for longer than it may take, as the platform would ask again.
    await until(answeredThough);
  });
});

describe('a store with a key', () => {
  test('holds nothing that callers entered in clear (I7)', async () => {
    const emulator = await platform();
    const file = newFolder().write('calls.sqlite', '');
    const config = {
      store: { kind: 'sqlite', file },
      secretKeys: ['a passphrase that is long enough'],
    } as const;
    const started = await service(emulator.url, config);
    const { engine } = started;
    const call = await engine.dial({ ...outbound, params: {} });
    await until(async () => (await engine.loadCall(call))?.context.leg === 'dialing');
    expect((await engine.loadCall(call))?.context.vars).toEqual({});
    await started.stop();
    const raw = new DatabaseSync(file);
    const rows = raw.prepare('SELECT id, record FROM calls').all() as { id: string; record: string }[];
    raw.close();
    expect(rows.map(({ id, record }) => ({ id, ...(JSON.parse(record) as object) }))).toMatchObject([
      { id: call, context: { vars: null, input: null, sealed: expect.any(String) as unknown } },
    ]);
  });
});

describe('the hook token', () => {
  test('shows neither in the log nor in a trace when the platform quotes the address that it was given (I7)', async () => {
    const emulator = await platform();
    const { engine, hookUrl } = await service(emulator.url);
    emulator.act(({ control }) => {
      control.failNext({
        route: 'dial',
        status: 400,
        body: { result: 400, msg: `bad event_url ${hookUrl}` },
      });
    });
    const call = await engine.dial(outbound);
    await until(async () => (await engine.loadCall(call))?.endedAt);
    const told = JSON.stringify([log.lines, traced, await engine.loadTrace(call)]);
    expect(told).toContain('/hooks/default/***/voice');
    expect(told).not.toContain(HOOK_TOKEN);
  });
});

describe('a call that we place', () => {
  const desk: CarrierSetting = {
    name: 'desk',
    kind: 'asterisk',
    url: 'http://127.0.0.1:9',
    user: 'ringflow',
    password: 'a-password',
    app: 'ringflow-default',
    dial: 'PJSIP/{number}@trunk',
    streams: [],
    headers: [],
    sipHosts: [],
  };
  const carriers = { carriers: [desk], dialsBy: [{ prefix: '+49', carrier: 'desk' }] };

  test('goes out by the carrier of its number, unless the request names one', async () => {
    const emulator = await platform();
    const { engine } = await service(emulator.url, carriers);
    const findCarrier = async (to: string, carrier?: string) => {
      const call = await engine.dial({ ...outbound, to, ...(carrier !== undefined && { carrier }) });
      return (await engine.loadCall(call))?.carrier;
    };
    expect(await findCarrier('+4930111')).toBe('desk');
    expect(await findCarrier('+4312345')).toBeUndefined();
    expect(await findCarrier('+4930111', 'platform')).toBeUndefined();
    expect(await findCarrier('+4312345', 'desk')).toBe('desk');
    await expect(findCarrier('+4312345', 'other')).rejects.toMatchObject({ code: 'unknown_carrier' });
  });
});
