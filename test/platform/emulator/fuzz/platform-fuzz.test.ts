import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEmulator } from '../../../../src/platform/emulator/http/index.ts';
import type { Emulator } from '../../../../src/platform/emulator/http/index.ts';
import { bob, ours } from '../platform.ts';
import { authorization, endpoints, Scene, services } from './endpoints.ts';
import type { Endpoint } from './endpoints.ts';
import {
  brokenBodies,
  brokenHttp,
  contentTypes,
  credentials,
  methods,
  otherHeaders,
  segments,
} from './hostile-http.ts';
import { hostileBodies, nonsense, placed, placesIn } from './hostile.ts';
import type { Schema } from './hostile.ts';
import { forEach, sendRaw, Wire } from './wire.ts';
import type { Answered, Sent } from './wire.ts';
import { scaleRuns } from '../../../setup/property-runs.ts';

let emulator: Emulator;
let scene: Scene;
let wire: Wire;

beforeAll(async () => {
  emulator = await startEmulator({
    settings: {
      numbers: { [ours]: {} },
      parties: { [bob]: { afterMs: 0 } },
      ...{ setupMs: 0, recording: 'lenient', callsPerSecond: 1_000_000, messagesPerSecond: 1_000_000 },
      video: { filesReadyMs: 0 },
    },
  });
  scene = new Scene(emulator);
  wire = new Wire(emulator.url);
});

afterAll(async () => {
  await wire.close();
  await emulator.close();
});

const ajv = new Ajv2020({ strict: false, validateFormats: false });
const documents = Object.fromEntries(
  ['voice', 'sms', 'video'].map((name) => {
    const file = new URL(`../../../../schemas/platform/${name}.schema.json`, import.meta.url);
    const document = JSON.parse(readFileSync(file, 'utf8')) as Schema;
    ajv.addSchema(document, name);
    return [name, document];
  }),
);

/** What each service answers, in the definitions of its schema; joining a room is refused in the words of video. */
const answers: Record<string, { good: string; refused: string[] }> = {
  voice: { good: 'voice#/$defs/VoiceAnswer', refused: ['voice#/$defs/ErrorBody', 'video#/$defs/VideoError'] },
  sms: { good: 'sms#/$defs/SmsAnswer', refused: ['sms#/$defs/SmsErrorBody'] },
  video: { good: 'video#/$defs/VideoAnswer', refused: ['video#/$defs/VideoError'] },
};

interface Target extends Endpoint {
  service: string;
  method: string;
  path: string;
  title: string;
}

const targets: Target[] = services.flatMap(({ prefix, routes }) =>
  routes.map(({ method, path }) => {
    const title = `${method} ${path}`;
    return { ...endpoints[title], service: prefix.split('/')[1] ?? '', method, path, title };
  }),
);

/** Why an answer is not what the service says, be it to a good request or to a bad one; undefined when it is. */
function complaintOf(
  { service, answers: kind }: Pick<Target, 'service' | 'answers'>,
  { status, type, text }: Answered,
): string | undefined {
  if (status < 300 && kind === 'media' && !type.startsWith('application/json;')) return undefined;
  const { good = '', refused = [] } = answers[service] ?? {};
  const isFine = status === 200 || (status >= 400 && status < 500);
  const forms = status === 200 ? [good] : refused;
  if (isFine && isJson(text) && forms.some((form) => ajv.validate(form, JSON.parse(text)))) return undefined;
  return `${status} ${text.slice(0, 200)}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function goodRequest(target: Target, body: unknown = target.good?.[0]): Sent {
  const params = target.params?.(scene) ?? {};
  const path = target.path.replaceAll(/:(\w+)/g, (_all, name: string) => params[name] ?? 'unknown');
  const headers = { authorization, 'content-type': 'application/json' };
  const { method } = target;
  if (target.query !== undefined)
    return {
      method,
      path: `${path}?${new URLSearchParams(body as Record<string, string>).toString()}`,
      headers,
    };
  return { method, path, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
}

async function expectGood(target: Target): Promise<void> {
  for (const good of target.good ?? [undefined]) {
    const answer = await wire.send(goodRequest(target, good));
    expect([target.title, answer.status, answer.status === 200 ? '' : answer.text]).toEqual(
      target.refused ? [target.title, 400, answer.text] : [target.title, 200, ''],
    );
    expect(complaintOf(target, answer)).toBeUndefined();
  }
}

test('every route of the platform is here, and nothing else', () => {
  expect(targets.map(({ title }) => title).sort()).toEqual(Object.keys(endpoints).sort());
});

/** Requests whose body may be good and of which something else is bad. */
function* hostileRequests(target: Target): Generator<[string, Sent]> {
  const good = () => goodRequest(target);
  const { authorization: _own, ...anonymous } = good().headers;
  yield ['no credentials', { ...good(), headers: anonymous }];
  for (const own of credentials)
    yield [
      `authorization ${own.slice(0, 40)}`,
      { ...good(), headers: { ...good().headers, authorization: own } },
    ];
  for (const headers of otherHeaders)
    yield [
      `headers ${JSON.stringify(headers).slice(0, 60)}`,
      { ...good(), headers: { ...good().headers, ...headers } },
    ];
  for (const method of methods) yield [`method ${method}`, { ...good(), method }];
  for (const [, name = ''] of target.path.matchAll(/:(\w+)/g))
    for (const segment of segments) {
      const path = target.path.replace(`:${name}`, segment).replaceAll(/:\w+/g, 'x');
      yield [`${name} is ${segment.slice(0, 40)}`, { ...good(), path }];
    }
  for (const query of [
    '?',
    '?a',
    '?a=%',
    '?a=%ff&a=1',
    '?__proto__=1&constructor=2',
    `?${'a=1&'.repeat(2_000)}`,
  ])
    yield [`query ${query.slice(0, 40)}`, { ...good(), path: good().path + query }];
  if (target.method === 'GET') return;
  for (const body of brokenBodies) yield [`body ${body.toString().slice(0, 40)}`, { ...good(), body }];
  for (const type of contentTypes)
    yield [
      `content type ${type.slice(0, 40)}`,
      { ...good(), headers: { ...good().headers, 'content-type': type } },
    ];
}

/** Requests whose body, or query, is bad. */
function* hostileContents(target: Target): Generator<[string, Sent]> {
  const document = documents[target.service] ?? {};
  if (target.body !== undefined)
    for (const { what, text } of hostileBodies({ document, definition: target.body }, target.good ?? []))
      yield [what, { ...goodRequest(target), body: text }];
  for (const good of target.good ?? []) {
    if (target.query !== undefined)
      for (const { path } of placesIn({ document, definition: target.query }))
        for (const text of [...nonsense, '', 'x'.repeat(8_000)])
          yield [
            `${path.join()} is ${text.slice(0, 60)}`,
            goodRequest(target, { ...(good as object), [path.join()]: text.replaceAll('"', '') }),
          ];
  }
}

describe.each(targets)('$title', (target) => {
  test('takes what is good', () => expectGood(target));

  test('answers whatever is bad in the form of its service, and goes on', async () => {
    const wrong: string[] = [];
    const attempt = async ([what, sent]: [string, Sent]) => {
      const complaint = complaintOf(target, await wire.send(sent));
      if (complaint !== undefined) wrong.push(`${what}: ${complaint}`);
    };
    await forEach(hostileRequests(target), attempt);
    await forEach(hostileContents(target), attempt);
    expect(wrong).toEqual([]);
    await expectGood(target);
  }, 180_000);
});

test('whatever is wrong together is answered in the form of its service', async () => {
  const shortNonsense = nonsense.filter((text) => text.length < 100);
  const bodied = targets.filter(({ body }) => body !== undefined);
  const attempt = fc.record({
    target: fc.constantFrom(...bodied),
    good: fc.nat(),
    wrongs: fc.array(fc.tuple(fc.nat(), fc.constantFrom(...shortNonsense)), { minLength: 1, maxLength: 6 }),
    method: fc.option(fc.constantFrom(...methods), { freq: 8 }),
    own: fc.option(fc.constantFrom(...credentials), { freq: 8 }),
    type: fc.option(fc.constantFrom(...contentTypes), { freq: 4 }),
    more: fc.option(fc.constantFrom(...otherHeaders), { freq: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(attempt, async ({ target, good, wrongs, method, own, type, more }) => {
      const document = documents[target.service] ?? {};
      const places = placesIn({ document, definition: target.body }).slice(1);
      const goods = target.good ?? [];
      let text = JSON.stringify(goods[good % goods.length]);
      for (const [place, wrong] of wrongs)
        text = placed(JSON.parse(text), places[place % places.length]?.path ?? [], wrong);
      const request = goodRequest(target);
      const headers = {
        ...request.headers,
        ...(own !== null && { authorization: own }),
        ...(type !== null && { 'content-type': type }),
        ...more,
      };
      const sent = { ...request, body: text, headers, ...(method !== null && { method }) };
      expect(complaintOf(target, await wire.send(sent))).toBeUndefined();
    }),
    { numRuns: scaleRuns(150), seed: 20_261_120 },
  );
});

const tunnel = [
  'a tunnel',
  `CONNECT a:1 HTTP/1.1\r\nhost: a\r\nauthorization: ${authorization}\r\n\r\n`,
] as const;

test.each([...brokenHttp, tunnel])('%s is answered in the form of the services', async (_what, bytes) => {
  expect(complaintOf({ service: 'voice' }, await sendRaw(emulator.url, bytes))).toBeUndefined();
  for (const target of targets.slice(0, 1)) await expectGood(target);
});
