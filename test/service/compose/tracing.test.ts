/** Traces of real calls, as a collector gets them: a server that reads OTLP/JSON. */
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { startService } from '../../../src/service/start.ts';
import type { Config } from '../../../src/service/config/config.ts';
import { startEmulator } from '../../../src/platform/emulator/http/index.ts';
import { configOf } from '../../builders/config.ts';
import { RecordingLog } from '../../engine/recording-log.ts';
import { flowOf } from '../../engine/scene.ts';
import { until } from '../../engine/until.ts';

const NUMBER = '+4930555777';
const CALLER = '+4915112345678';
const open: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  vi.unstubAllEnvs();
  for (const close of open.splice(0).reverse()) await close();
});

interface OtlpValue {
  stringValue?: string;
  intValue?: number;
}

/** A span as OTLP/JSON has it (opentelemetry-proto, trace.proto). */
interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: OtlpValue }[];
  status: { code?: number };
}

interface OtlpBody {
  resourceSpans: {
    resource: { attributes: { key: string; value: OtlpValue }[] };
    scopeSpans: { spans: OtlpSpan[] }[];
  }[];
}

const SERVER_KIND = 2;
const CLIENT_KIND = 3;

/** A server on this machine that keeps what it was sent. */
async function listening(answer: (path: string) => { status: number; body: string }) {
  const got: { path: string; headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      got.push({ path, headers: request.headers, body: Buffer.concat(chunks).toString() });
      const { status, body } = answer(path);
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return { got, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function scene(settings: Partial<Config> = { tracing: { ratio: 1 } }, endpoint?: string) {
  const collector = await listening(() => ({ status: 200, body: '{}' }));
  const crm = await listening(() => ({ status: 200, body: '{"name":"Ada Secretname"}' }));
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', endpoint ?? collector.url);
  const emulator = await startEmulator({ settings: { setupMs: 10, charactersPerSecond: 500 } });
  open.push(() => emulator.close());
  const flow = flowOf(`
ringflow: 1
name: greeter
vars: { name: "" }
on: { error: bye }
steps:
  look: { http: { get: "${crm.url}/who/secret-path", save: { name: response.body.name } } }
  hello: { say: "Hello \${vars.name}.", next: bye }
  bye: { say: Goodbye., next: hangup }
`);
  const log = new RecordingLog();
  const service = await startService({ config: configOf(emulator.url, settings), flows: [flow], log });
  let isStopped = false;
  const stop = async () => {
    if (!isStopped) await service.stop();
    isStopped = true;
  };
  open.push(stop);
  emulator.act(({ control }) => control.setNumber(NUMBER, { webhook: service.hookUrl }));
  /** A call from its first ring to its end; then the service ends, and everything has been sent. */
  const call = async () => {
    emulator.act(({ people }, now) => people.ring({ from: CALLER, to: NUMBER }, now));
    await until(async () => {
      const body = await (await fetch(`${service.url}/metrics`)).text();
      return body.includes('ringflow_calls_ended_total{project="default",flow="greeter",reason="normal"} 1')
        ? true
        : undefined;
    });
    await stop();
  };
  const bodies = () => collector.got.map(({ body }) => JSON.parse(body) as OtlpBody);
  const spans = () =>
    bodies().flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
    );
  return { collector, crm, service, call, bodies, spans, log, stop };
}

/** One value of a span. */
function of(span: OtlpSpan, key: string): string | number | undefined {
  const { stringValue, intValue } = span.attributes.find((one) => one.key === key)?.value ?? {};
  return stringValue ?? intValue;
}

const startOf = ({ startTimeUnixNano }: OtlpSpan) => BigInt(startTimeUnixNano);

describe('a notification', () => {
  test('is one tree: what it waited for and what followed from it', async () => {
    const { call, spans, log } = await scene();
    await call();
    expect([...log.of('warn'), ...log.of('error')]).toEqual([]);
    const all = spans();
    const roots = all.filter(({ kind }) => kind === SERVER_KIND);
    expect(roots.length).toBeGreaterThanOrEqual(4);
    const incoming = roots.find((span) => of(span, 'ringflow.event') === 'incoming');
    if (incoming === undefined) throw new Error('no root for the incoming call');
    expect(incoming.name).toBe('POST /hooks/:project/:token/voice');
    expect(incoming.parentSpanId ?? '').toBe('');
    expect(of(incoming, 'ringflow.flow')).toBe('greeter');
    expect(of(incoming, 'ringflow.step')).toBe('look');
    expect(of(incoming, 'ringflow.result')).toBe('applied');
    expect(String(of(incoming, 'ringflow.call'))).toMatch(/^default\./);
    const children = all.filter(({ parentSpanId }) => parentSpanId === incoming.spanId);
    const names = children.toSorted((a, b) => (startOf(a) < startOf(b) ? -1 : 1)).map(({ name }) => name);
    // A call that begins is not looked for before.
    expect(names.slice(0, 2)).toEqual(['decide', 'commit']);
    expect(names).toContain('GET');
    expect(children.every(({ traceId }) => traceId === incoming.traceId)).toBe(true);
  });

  test('has each command below the event that decided it, once', async () => {
    const { call, spans } = await scene();
    await call();
    const commands = spans().filter(({ name }) => name.startsWith('command '));
    expect(commands.map((span) => of(span, 'ringflow.command')).sort()).toEqual([
      'accept',
      'hangup',
      'play',
      'play',
    ]);
    for (const command of commands) {
      expect(command.kind).toBe(CLIENT_KIND);
      const parent = spans().find(({ spanId }) => spanId === command.parentSpanId);
      expect(of(parent ?? command, 'ringflow.event'), command.name).toBeDefined();
      expect(startOf(parent ?? command)).toBeLessThanOrEqual(startOf(command));
    }
  });

  test('of which nothing follows later is no parent of what a deadline or an answer does', async () => {
    const { call, spans } = await scene();
    await call();
    const answered = spans().filter((span) => of(span, 'ringflow.event') === 'answered');
    expect(answered).toHaveLength(1);
    expect(answered[0]).toMatchObject({ name: 'answered' });
    expect(answered[0]?.parentSpanId ?? '').toBe('');
  });

  test('of a call that this node does not have in memory is preceded by a `load`', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ringflow-tracing-'));
    open.push(() => rm(folder, { recursive: true }));
    const settings = {
      tracing: { ratio: 1 },
      store: { kind: 'sqlite', file: join(folder, 'calls.sqlite') },
    } as const;
    const before = await scene(settings);
    await before.call();
    expect(before.spans().map(({ name }) => name)).not.toContain('load');
    const id = String(before.spans().flatMap((span) => of(span, 'ringflow.call') ?? [])[0]);
    const { service, stop, spans } = await scene(settings);
    const body = JSON.stringify({ voice_id: id.slice('default.'.length), state: 'connected' });
    await fetch(service.hookUrl, { method: 'POST', body });
    await stop();
    const load = spans().find(({ name }) => name === 'load');
    const root = spans().find(({ kind }) => kind === SERVER_KIND);
    expect(load?.parentSpanId).toBe(root?.spanId);
    expect(load && of(load, 'ringflow.call')).toBe(id);
  });

  test('that no call takes is told as such', async () => {
    const { service, stop, spans } = await scene();
    await fetch(service.hookUrl, { method: 'POST', body: '{"voice_id":"stray","state":"connected"}' });
    await stop();
    expect(
      spans()
        .map((span) => of(span, 'ringflow.result'))
        .filter(Boolean),
    ).toEqual(['unknown_call']);
  });
});

describe('a request of a flow', () => {
  test('carries the trace on to the web service', async () => {
    const { call, crm, spans } = await scene();
    await call();
    const [, traceId, spanId] =
      /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/.exec(String(crm.got[0]?.headers.traceparent)) ?? [];
    const span = spans().find((one) => one.spanId === spanId);
    expect(span).toMatchObject({ traceId, name: 'GET', kind: CLIENT_KIND });
    expect(span && of(span, 'http.response.status_code')).toBe(200);
    const root = spans().find((one) => one.spanId === span?.parentSpanId);
    expect(root && of(root, 'ringflow.step')).toBe('look');
  });
});

test('every span that the documentation names exists, and every span has its place there', async () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8');
  const [, section = ''] = page.split('\n## Traces\n');
  const [, sentence = ''] = /^Each notification is a tree: (.*?) Other events/ms.exec(section) ?? [];
  // `load`, which comes only with a call that is not in memory, has a test of its own above.
  const named = [...sentence.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name.replace(/ .*/, ''));
  const { call, spans } = await scene();
  await call();
  const children = spans().filter(({ parentSpanId = '' }) => parentSpanId !== '');
  const emitted = new Set([...children.map(({ name }) => name.replace(/ .*/, '')), 'POST', 'load']);
  expect(new Set(named.filter((name) => name !== 'http' && name !== 'traceparent'))).toEqual(emitted);
});

describe('what is sent', () => {
  test('names the service, and nothing of the caller, of what is said, nor of the address that was asked', async () => {
    vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', 'deployment.environment.name=test');
    const { call, collector, bodies } = await scene();
    await call();
    const names = bodies()[0]?.resourceSpans[0]?.resource.attributes.map(({ key, value }) => [
      key,
      value.stringValue,
    ]);
    expect(names).toContainEqual(['service.name', 'ringflow']);
    expect(names).toContainEqual(['deployment.environment.name', 'test']);
    expect(collector.got.every(({ path }) => path === '/v1/traces')).toBe(true);
    const sent = collector.got.map(({ body }) => body).join('');
    expect(sent).not.toMatch(
      /4915112345678|4930555777|Secretname|secret-path|Hello|a-token-for-this-test|demo-key/,
    );
  });

  test('is nothing where no share of it is wanted, and a request then says so', async () => {
    const { call, spans, crm } = await scene({ tracing: { ratio: 0 } });
    await call();
    expect(spans()).toEqual([]);
    expect(String(crm.got[0]?.headers.traceparent)).toMatch(/-00$/);
  });

  test('is nothing by default, and requests carry nothing', async () => {
    const { call, collector, crm } = await scene({});
    await call();
    expect(collector.got).toEqual([]);
    expect(crm.got[0]?.headers).not.toHaveProperty('traceparent');
  });
});

test('where nobody takes traces calls go on, and the log says so', async () => {
  vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '200');
  const { call, log } = await scene({ tracing: { ratio: 1 } }, 'http://127.0.0.1:9');
  await call();
  expect(log.of('error')).toEqual([]);
  await until(() => (log.of('warn').includes('traces could not be sent') ? true : undefined));
});
