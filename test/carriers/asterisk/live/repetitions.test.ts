/** Every request twenty times: nothing happens twice, and Asterisk lives. A repeated stream alone would end it. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callId, commandId, voiceId } from '../../../../src/call/index.ts';
import type { CommandAction } from '../../../../src/call/index.ts';
import { CarrierError } from '../../../../src/engine/ports/index.ts';
import type { Arrival, CommandTarget } from '../../../../src/engine/ports/index.ts';
import { openStreamServer, type StreamServer } from '../../../contracts/stream-server.ts';
import { until } from '../../../engine/until.ts';
import { startAsterisk } from '../../../setup/asterisk/server.ts';
import type { AsteriskServer } from '../../../setup/asterisk/server.ts';
import { openPhones, startCarrier, type Phones, type StartedCarrier } from './carrier-rig.ts';

const TIMES = 20;
const AGENT = '+4930555111';

let server: StreamServer;
let asterisk: AsteriskServer;
let phones: Phones;
let started: StartedCarrier;
const arrivals: Omit<Arrival, 'project'>[] = [];

beforeAll(async () => {
  server = await openStreamServer();
  const streams = [{ name: 'server', url: server.url }];
  asterisk = await startAsterisk({ streams });
  phones = await openPhones(asterisk);
  started = startCarrier(asterisk, (arrival) => arrivals.push(arrival), streams);
  await started.isRegistered();
});
afterAll(async () => {
  await started.stop();
  phones.close();
  await asterisk.stop();
  server.close();
});

/** Sends a command twenty times, the first time as new and then as one in doubt; lists the codes of refusals. */
async function repeat(
  target: Pick<CommandTarget, 'call' | 'voiceId' | 'party' | 'playing' | 'message'>,
  { number, ...action }: CommandAction & { number: number },
): Promise<string[]> {
  const command = { ...action, number, id: commandId(target.call, number) };
  const refusals: string[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    // What the service finds out by the events of the call.
    const wasCarriedOut = () => Promise.resolve(true);
    await started.carrier
      .perform({ ...target, inDoubt: time > 0, wasCarriedOut }, command)
      .catch((error: unknown) => {
        if (!(error instanceof CarrierError)) throw error;
        refusals.push(error.code);
      });
  }
  return refusals;
}

function count(type: Arrival['event']['type']): number {
  return arrivals.filter(({ event }) => event.type === type).length;
}

test('an inbound call bears twenty of each', async () => {
  const phone = await phones.caller.call();
  const voice = await until(() => arrivals.find(({ event }) => event.type === 'incoming')?.voiceId);
  const target = { call: callId(`default.${voice}`), voiceId: voice };
  const media = { kind: 'stored', name: 'hello-world' } as const;
  const from = '+4930555000';
  expect(await repeat(target, { number: 1, kind: 'accept' })).toEqual([]);
  expect(await repeat(target, { number: 2, kind: 'play', media, listen: true })).toEqual([]);
  const playing = commandId(target.call, 2);
  expect(await repeat({ ...target, playing }, { number: 3, kind: 'play', media, listen: false })).toEqual([]);
  expect(await repeat(target, { number: 4, kind: 'record', name: 'alone' })).toEqual([]);
  expect(await repeat(target, { number: 5, kind: 'stop_recording' })).toEqual([]);
  const limits = { longestMs: 20_000, silenceMs: 10_000, beep: true };
  expect(await repeat(target, { number: 14, kind: 'record_message', ...limits })).toEqual([]);
  const message = commandId(target.call, 14);
  expect(await repeat({ ...target, message }, { number: 15, kind: 'stop_recording' })).toEqual([]);
  expect(await repeat(target, { number: 6, kind: 'stream', to: server.url })).toEqual([]);
  await until(() => server.count() > 0);
  expect(await repeat(target, { number: 7, kind: 'stop_stream' })).toEqual([]);
  expect(await repeat(target, { number: 8, kind: 'connect', from, to: AGENT })).toEqual([]);
  await until(() => count('bridged') > 0);
  const talking = { ...target, party: commandId(target.call, 8) };
  expect(await repeat(talking, { number: 9, kind: 'hold', hold: true })).toEqual([]);
  expect(await repeat(talking, { number: 10, kind: 'hold', hold: false })).toEqual([]);
  expect(await repeat(talking, { number: 11, kind: 'record', name: 'both' })).toEqual([]);
  expect(await repeat(talking, { number: 12, kind: 'stop_recording' })).toEqual([]);
  expect(await repeat(talking, { number: 13, kind: 'hangup' })).toEqual([]);
  await phone.over;
  await until(() => count('disconnected') > 0);
  await delay(300);
  expect(phones.agent.taken).toHaveLength(1);
  expect(server.count()).toBe(1);
  const counts = {
    bridged: count('bridged'),
    unbridged: count('unbridged'),
    disconnected: count('disconnected'),
  };
  expect(counts).toMatchObject({ bridged: 1, disconnected: 1 });
  expect(asterisk.pid).toBeDefined();
  expect(await asterisk.command('core show channels count')).toContain('0 active channels');
});

test('a call that we place bears twenty of each', async () => {
  const target = { call: callId('default.placed'), voiceId: undefined };
  expect(await repeat(target, { number: 1, kind: 'dial', from: '+4930555000', to: AGENT })).toEqual([]);
  await until(() => phones.agent.taken.length > 1);
  expect(
    await repeat({ ...target, voiceId: voiceId('default.placed') }, { number: 2, kind: 'hangup' }),
  ).toEqual([]);
  await until(async () => (await asterisk.command('core show channels count')).includes('0 active channels'));
  expect(phones.agent.taken).toHaveLength(2);
});

test('a user of ARI without rights is told of, and its commands are refused', async () => {
  const file = join(asterisk.folder, 'etc/ari.conf');
  appendFileSync(file, '\n[reader]\ntype=user\nread_only=yes\npassword=reader\n');
  await asterisk.command('module reload res_ari.so');
  const ari = { ...asterisk.ari, user: 'reader', password: 'reader' };
  const reader = startCarrier({ ...asterisk, ari, application: 'read' }, () => undefined);
  await expect(reader.following).rejects.toMatchObject({ code: 'ari_403' });
  const target = { call: callId('default.desk-1.1'), voiceId: voiceId('desk-1.1') };
  const accept = { kind: 'accept', number: 1, id: commandId(target.call, 1) } as const;
  await expect(reader.carrier.perform(target, accept)).rejects.toMatchObject({
    code: 'ari_403',
    callEnded: false,
  });
  await reader.carrier.close();
});
