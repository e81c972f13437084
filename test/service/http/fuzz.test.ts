import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  brokenBodies,
  brokenHttp,
  contentTypes,
  methods,
  otherHeaders,
  segments,
} from '../../platform/emulator/fuzz/hostile-http.ts';
import { hostileBodies } from '../../platform/emulator/fuzz/hostile.ts';
import type { Schema } from '../../platform/emulator/fuzz/hostile.ts';
import { forEach, sendRaw, Wire } from '../../platform/emulator/fuzz/wire.ts';
import type { Answered, Sent } from '../../platform/emulator/fuzz/wire.ts';
import { notification, TOKEN, useServer } from './scene.ts';

const scene = useServer();
let url: string;
let routes: string;
let wire: Wire;

beforeEach(async () => {
  const server = await scene().open();
  url = await server.listen({ port: 0, host: '127.0.0.1' });
  routes = server.printRoutes({ commonPrefix: false });
  wire = new Wire(url);
});

afterEach(async () => {
  await wire.close();
});

const delivery = { to: '+491511', datetime: '2026-08-01T12:00:00', status: 'failed', uuid: 'u' };
const echo = { owner_ref: 'o', custom_data: { a: 1 }, attempt: 2 };

/** By the last part of the hook's address: what comes there, and the definition of all that may. */
const hooks: Record<string, { definition: string; goods: object[] }> = {
  voice: {
    definition: 'VoiceNotification',
    goods: [
      notification(),
      notification({ state: 'disconnected', disconnect_reason: 'User Busy', ...echo }),
      { voice_Id: 'v1', channel_id: 'c', state: 'dtmfcollected', digit: 12, timestamp: '2026-08-01T12:00:00Z' },
    ],
  },
  sms: {
    definition: 'SmsNotification',
    goods: [
      { job_id: 'j', detailed: [{ ...delivery, error_code: 'E', error_des: 'e' }] },
      { id: 'm', to: 4930, received: '2026-08-01T12:00:00', from: 4915, body: 'Hello' },
    ],
  },
  video: {
    definition: 'VideoNotification',
    goods: [{ type: 'recording-ready', app_id: 'a', room_id: 'r', conf_num: 'c', recording: [{ url: 'https://a' }] }],
  },
}; // prettier-ignore

test('every hook is here', () => {
  const found = Array.from(routes.matchAll(/hooks\/:project\/:token\/(\w+)/g), ([, name]) => name);
  const shared = Array.from(routes.matchAll(/^[ │]*[├└]── (\w+) \(POST\)/gm), ([, name]) => name);
  expect([...found, ...shared].sort()).toEqual(Object.keys(hooks).sort());
});

/** Why an answer is neither 200 nor a problem (RFC 9457); undefined when it is. */
function complaintOf({ status, type, text }: Answered): string | undefined {
  if (status === 200) return undefined;
  const isProblem =
    type.startsWith('application/problem+json') && /^\{"type":"about:blank","status":4\d\d,/.test(text);
  return isProblem && status >= 400 && status < 500 ? undefined : `${status} ${type} ${text.slice(0, 200)}`;
}

function documentOf(service: string): Schema {
  const file = new URL(`../../../schemas/platform/${service}.schema.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Schema;
}

function* hostileRequests(service: string, good: Sent): Generator<[string, Sent]> {
  for (const body of brokenBodies) yield [`body ${body.toString().slice(0, 40)}`, { ...good, body }];
  for (const type of contentTypes)
    yield [`content type ${type.slice(0, 40)}`, { ...good, headers: { 'content-type': type } }];
  for (const headers of otherHeaders) yield [JSON.stringify(headers).slice(0, 60), { ...good, headers }];
  for (const method of methods) yield [`method ${method}`, { ...good, method }];
  for (const segment of segments) {
    yield [`project ${segment}`, { ...good, path: `/hooks/${segment}/${TOKEN}/${service}` }];
    yield [`token ${segment}`, { ...good, path: `/hooks/default/${segment}/${service}` }];
    yield [`service ${segment}`, { ...good, path: `/hooks/default/${TOKEN}/${segment}` }];
    yield [`call ${segment}`, { ...good, path: `${good.path}?call=${segment}&call=x` }];
  }
}

describe.each(Object.entries(hooks))('the hook for %s', (service, { definition, goods }) => {
  test('answers whatever comes with 200 or a problem, and goes on', async () => {
    const path = `/hooks/default/${TOKEN}/${service}`;
    const good = { method: 'POST', path, headers: {}, body: JSON.stringify(goods[0]) };
    const wrong: string[] = [];
    const attempt = async ([what, sent]: [string, Sent]) => {
      const complaint = complaintOf(await wire.send(sent));
      if (complaint !== undefined) wrong.push(`${what}: ${complaint}`);
    };
    await forEach(hostileRequests(service, good), attempt);
    const bodies = hostileBodies({ document: documentOf(service), definition }, goods);
    await forEach(bodies, ({ what, text }) => attempt([what, { ...good, body: text }]));
    expect(wrong).toEqual([]);
    expect((await wire.send(good)).status).toBe(200);
    expect(scene().log.of('error')).toEqual([]);
  }, 180_000);
});

test.each(brokenHttp)('%s is answered with a problem', async (_what, bytes) => {
  expect(complaintOf(await sendRaw(url, bytes))).toBeUndefined();
});
