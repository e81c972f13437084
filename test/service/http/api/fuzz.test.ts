/**
 * Every route of the API as its own description tells of it, asked with what fits at random, with what is wrong at every
 * place, and with what no careful client would send: never a 500, never silence, and each refusal a problem.
 */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  brokenBodies,
  contentTypes,
  methods,
  otherHeaders,
  segments,
} from '../../../platform/emulator/fuzz/hostile-http.ts';
import { hostileBodies, nonsense } from '../../../platform/emulator/fuzz/hostile.ts';
import { forEach, Wire } from '../../../platform/emulator/fuzz/wire.ts';
import type { Answered, Sent } from '../../../platform/emulator/fuzz/wire.ts';
import { flowSaying } from '../../../authoring/flow-files/folder.ts';
import { arbitraryOf } from './arbitrary.ts';
import type { Described } from './arbitrary.ts';
import { closeAfterEach, openApi } from './scene.ts';

closeAfterEach();

interface Parameter {
  in: 'path' | 'query' | 'header';
  name: string;
  required?: boolean;
  schema: Described;
}

interface Operation {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Described }> };
}

interface Route {
  method: string;
  path: string;
  parameters: Parameter[];
  body: Described | undefined;
}

const PREFIX = '/api/v1';
const VALID_TRIES = 40;
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);

/** Good bodies, for routes that have one; a route that is missing here fails. */
const goods: Record<string, object[]> = {
  'POST /projects/{project}/flows': [
    { files: { 'flow.yaml': flowSaying('Hello.') }, check: false },
    { files: { 'a.flow.yaml': flowSaying('x'), 'b.csv': 'a,b' }, check: true },
    {
      files: { 'flow.yaml': flowSaying('Hello.'), 'a.scenario.yaml': 'scenarios: []' },
      force: { reason: 'x' },
    },
  ],
  'POST /projects/{project}/tests': [
    {
      files: {
        'flow.yaml': flowSaying('Hello.'),
        'a.scenario.yaml': 'scenarios: [{ name: greets, script: [hears: Hello] }]',
      },
    },
  ],
  'POST /projects/{project}/flows/{flow}/versions/{version}/tests': [{}],
  'POST /projects/{project}/flows/{flow}/versions/{version}/preview': [{}, { last: 200 }],
  'POST /projects/{project}/calls/{id}/scenario': [{}, { keepNumbers: true }],
  'PUT /projects/{project}/drafts/{flow}': [{ files: { 'desk/flow.yaml': flowSaying('Hello.') } }],
  'PUT /projects/{project}/deployments': [
    {
      flows: { desk: { version: '0123456789abcdef', percent: 20, guard: { minCalls: 1 } } },
      force: { reason: 'x' },
    },
  ],
  'PUT /projects/{project}/deployments/{flow}': [
    {
      version: '0123456789abcdef',
      percent: 20,
      guard: { minCalls: 1, maxErrorPercent: 5, maxHangupPercent: 5 },
    },
    { version: '0123456789abcdef', at: '2026-12-24T18:00:00+01:00' },
  ],
  'PUT /projects/{project}/routes/{id}': [
    {
      number: '+4930*',
      takes: 'calls',
      flow: 'desk',
      params: { a: 'b', c: 1, d: true },
      from: '2026-12-24T18:00:00+01:00',
      until: '2026-12-25T18:00:00Z',
    },
  ],
  'POST /projects/{project}/calls': [
    { flow: 'desk', from: '+4930111222', to: '+4930111333', params: { a: 'b' } },
    {
      flow: 'desk',
      from: '+4930111222',
      to: '+4930111333',
      at: '2026-12-24T18:00:00+01:00',
      retries: { no_answer: { times: 2, afterSeconds: 60 } },
    },
  ],
  'POST /projects/{project}/calls/{id}/events': [
    { type: 'digits', digits: '12#' },
    { type: 'message', text: 'yes', from: '+4930111222' },
    { type: 'speech', text: 'sales' },
  ],
  'PUT /projects/{project}/campaigns/{id}': [
    {
      flow: 'desk',
      from: '+4930111222',
      params: { a: 'b' },
      columns: { number: 'phone' },
      country: 'DE',
      pace: { perSecond: 5, atOnce: 10 },
      windows: [{ days: ['mon', 'fri'], from: '09:00', until: '18:00' }],
      retries: { busy: { times: 2, afterSeconds: 60 } },
    },
    { flow: 'desk', from: '+4930111222', pace: { perSecond: 0.5, atOnce: 1 }, by: 'broadcast' },
  ],
  'PUT /projects/{project}': [
    {
      platform: {
        appId: 'env:RINGFLOW_PROJECT_A',
        appKey: 'env:RINGFLOW_PROJECT_A',
        url: 'http://127.0.0.1:9',
        sms: { appId: 'env:RINGFLOW_PROJECT_A', appKey: 'file:/run/secrets/a' },
      },
      defaultFlow: 'desk',
      limits: { concurrentCalls: 1, dialsPerSecond: 1 },
      hooks: { allow: ['127.0.0.0/8', '::1'], maxAgeSeconds: 60 },
    },
    { platform: { appId: 'env:RINGFLOW_PROJECT_A', appKey: 'env:RINGFLOW_PROJECT_A' } },
  ],
  'POST /projects/{project}/hook-tokens': [
    { name: 'new', expiresAt: '2030-01-01T00:00:00Z', overlapSeconds: 60 },
  ],
  'POST /keys': [
    { name: 'ci', grants: [{ project: 'default', role: 'viewer' }], expiresAt: '2030-01-01T00:00:00Z' },
  ],
};

/** A service with something in it to find, and its routes. */
async function opened() {
  const scene = await openApi();
  const key = await scene.key({ project: '*', role: 'admin' });
  const { admin } = scene;
  await admin('POST', '/projects/default/flows', { files: { 'flow.yaml': flowSaying('Hello.') } });
  await admin('PUT', '/projects/default/routes/main', { number: '+4930111222', flow: 'desk' });
  const { paths } = (await admin('GET', '/openapi.json')).body as {
    paths: Record<string, Record<string, Operation>>;
  };
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [], requestBody }]): Route => ({
      method: method.toUpperCase(),
      path,
      parameters,
      body: requestBody?.content['application/json']?.schema,
    })),
  );
  return { ...scene, key, routes, wire: new Wire(scene.service.url) };
}

const nameOf = ({ method, path }: Route) => `${method} ${path.replace(PREFIX, '')}`;

/** Values for what stands in the address and in the headers. */
type Values = Record<string, string>;

const usual: Values = { project: 'default', flow: 'desk', id: 'main', version: '0123456789abcdef' };

/** Anything that fits; of projects mostly one that there is, for at others a route does nothing. */
function valueOf({ path }: Route, { name, schema }: Parameter): fc.Arbitrary<unknown> {
  if (name !== 'project' || path.endsWith('/projects/{project}')) return arbitraryOf(schema);
  return fc.oneof({ weight: 9, arbitrary: fc.constant('default') }, arbitraryOf(schema));
}

function requestTo({ method, path, parameters }: Route, values: Values, authorization: string): Sent {
  const given = ({ name }: Parameter) => values[name];
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => values[name] ?? usual[name] ?? 'x');
  const query = parameters
    .filter((one) => one.in === 'query' && given(one) !== undefined)
    .map((one) => `${encodeURIComponent(one.name)}=${given(one) ?? ''}`);
  const headers = parameters
    .filter((one) => one.in === 'header' && given(one) !== undefined)
    .map((one) => [one.name, given(one) ?? ''] as const);
  return {
    method,
    path: query.length === 0 ? filled : `${filled}?${query.join('&')}`,
    headers: { authorization, ...Object.fromEntries(headers) },
  };
}

function withBody(sent: Sent, body: string | Buffer): Sent {
  return { ...sent, headers: { 'content-type': 'application/json', ...sent.headers }, body };
}

/** Why an answer is neither a success nor a problem (RFC 9457); undefined when it is. */
function complaintOf({ status, type, text }: Answered): string | undefined {
  if (status >= 200 && status < 300) return undefined;
  const isProblem =
    type.startsWith('application/problem+json') &&
    new RegExp(`^\\{"type":"about:blank","status":${status},"code":"[a-z0-9_]+","detail":".`).test(text);
  return isProblem && status >= 400 && status < 500 ? undefined : `${status} ${type} ${text.slice(0, 200)}`;
}

/** What is wrong with everything but the body. */
function* hostileRequests(route: Route, authorization: string): Generator<[string, Sent]> {
  const [good] = goods[nameOf(route)] ?? [];
  const complete = (sent: Sent) => (good === undefined ? sent : withBody(sent, JSON.stringify(good)));
  const plain = complete(requestTo(route, {}, authorization));
  for (const parameter of route.parameters) {
    const texts = parameter.in === 'header' ? [' ', 'x'.repeat(300), '__proto__', 'ü'] : segments;
    for (const value of [...texts, ...(parameter.in === 'query' ? nonsense.map(encodeURIComponent) : [])])
      yield [
        `${parameter.name} is ${value.slice(0, 40)}`,
        complete(requestTo(route, { [parameter.name]: value }, authorization)),
      ];
  }
  for (const query of [
    '?',
    '?limit=1&limit=2',
    '?limit[]=1',
    '?__proto__=1',
    '?a',
    '?%',
    `?${'a=1&'.repeat(2_000)}`,
  ])
    yield [`query ${query.slice(0, 30)}`, { ...plain, path: plain.path + query }];
  for (const headers of otherHeaders)
    yield [JSON.stringify(headers).slice(0, 60), { ...plain, headers: { ...plain.headers, ...headers } }];
  for (const method of methods) yield [`method ${method}`, { ...plain, method }];
  if (good === undefined) return;
  for (const body of brokenBodies) yield [`body ${body.toString().slice(0, 40)}`, withBody(plain, body)];
  for (const type of contentTypes)
    yield [`type ${type.slice(0, 40)}`, { ...plain, headers: { authorization, 'content-type': type } }];
}

test('every route with a body has good ones here, and the other way round', async () => {
  const { routes } = await opened();
  expect(
    routes
      .filter(({ body }) => body !== undefined)
      .map(nameOf)
      .sort(),
  ).toEqual(Object.keys(goods).sort());
});

describe('every route', () => {
  test(`takes for a fit request whatever its description allows (FUZZ_SEED=${seed})`, async () => {
    const { routes, wire, key, log } = await opened();
    const wrong: string[] = [];
    for (const route of routes) {
      const values = fc.record(
        Object.fromEntries(route.parameters.map((parameter) => [parameter.name, valueOf(route, parameter)])),
      );
      const body = route.body === undefined ? fc.constant(undefined) : arbitraryOf(route.body);
      const samples = fc.sample(fc.tuple(values, body), { numRuns: VALID_TRIES, seed });
      await forEach(samples, async ([given, value]) => {
        const encoded = Object.entries(given).map(([name, one]) => {
          const isHeader = route.parameters.some(
            (parameter) => parameter.in === 'header' && parameter.name === name,
          );
          return [
            name,
            isHeader ? String(one).replaceAll(/[^\x21-\x7e]/g, 'x') : encodeURIComponent(String(one)),
          ];
        });
        const plain = requestTo(route, Object.fromEntries(encoded) as Values, key);
        const sent = value === undefined ? plain : withBody(plain, JSON.stringify(value));
        const answer = await wire.send(sent);
        const isMisread = answer.status === 400 || answer.status === 405;
        if (complaintOf(answer) !== undefined || isMisread)
          wrong.push(
            `${nameOf(route)} ${sent.path} ${JSON.stringify(value ?? null).slice(0, 300)}: ${answer.status} ${answer.text.slice(0, 300)}`,
          );
      });
    }
    await wire.close();
    expect(wrong).toEqual([]);
    expect(log.of('error')).toEqual([]);
  }, 180_000);

  test('answers whatever else comes with a success or a problem, and goes on', async () => {
    const { routes, wire, key, log, admin } = await opened();
    const wrong: string[] = [];
    const attempt = async (route: Route, [what, sent]: [string, Sent]) => {
      const complaint = await wire.send(sent).then(complaintOf, String);
      if (complaint !== undefined) wrong.push(`${nameOf(route)}, ${what}: ${complaint}`);
    };
    for (const route of routes) {
      await forEach(hostileRequests(route, key), (request) => attempt(route, request));
      if (route.body === undefined) continue;
      const plain = requestTo(route, {}, key);
      const bodies = hostileBodies({ document: route.body }, goods[nameOf(route)] ?? []);
      await forEach(bodies, ({ what, text }) => attempt(route, [what, withBody(plain, text)]));
    }
    await wire.close();
    expect(wrong).toEqual([]);
    expect(log.of('error')).toEqual([]);
    expect((await admin('GET', '/whoami')).status).toBe(200);
  }, 300_000);
});
