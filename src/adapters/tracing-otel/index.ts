/**
 * OpenTelemetry traces: one trace per event of a call.
 *
 * Owns: the spans and their parents. Does not own: the destination, which comes from the standard environment variables
 * (`OTEL_EXPORTER_OTLP_…`, `OTEL_SERVICE_NAME`, `OTEL_RESOURCE_ATTRIBUTES`).
 *
 * TRACING-1 No attribute contains speech, keys or numbers of callers, or the address of a web service.
 * TRACING-2 Nothing waits for a span; without a collector, spans are dropped.
 * TRACING-3 Commands and web requests caused by an event are its children, even if they happen after the event was answered. What
 *    they report is an event with its own trace.
 *
 * The root span is the notification (SERVER), or the event by its name. Its children are `load` if the call must be read from
 * the store, `decide`, `commit`, each command (`command play`, CLIENT) and each request to a web service (CLIENT).
 */
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Attributes, Context, Span, SpanContext, Tracer } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  ATTR_ERROR_TYPE,
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_HTTP_ROUTE,
} from '@opentelemetry/semantic-conventions';
import type { CallId, Command, WebRequest } from '../../call/index.ts';
import { CarrierError, replacePerform } from '../../engine/ports/index.ts';
import type { Carrier, Commit, Store, Web } from '../../engine/ports/index.ts';
import { openExport } from './export.ts';
import type { TracingOptions } from './export.ts';
import { Bounded, getCurrentScene, runWithin } from './scene.ts';

/** Maximum number of remembered commands, and of calls; commands that another node sends are never taken out. */
const MAX_KEPT = 10_000;

const propagator = new W3CTraceContextPropagator();

export class Tracing {
  readonly #tracer: Tracer;
  readonly #close: () => Promise<void>;
  /** Command → event that caused it. */
  readonly #commands = new Bounded(MAX_KEPT);
  /** Call → last event. */
  readonly #calls = new Bounded(MAX_KEPT);

  constructor(tracer: Tracer, close: () => Promise<void>) {
    this.#tracer = tracer;
    this.#close = close;
  }

  /** Traces a notification to one of the services; a string result becomes an attribute. */
  async notification<Result>(service: string, project: string, work: () => Promise<Result>): Promise<Result> {
    const route = `/hooks/:project/:token/${service}`;
    const attributes = {
      [ATTR_HTTP_REQUEST_METHOD]: 'POST',
      [ATTR_HTTP_ROUTE]: route,
      'ringflow.project': project,
    };
    const options = { kind: SpanKind.SERVER, attributes };
    const span = this.#tracer.startSpan(`POST ${route}`, options, ROOT_CONTEXT);
    return this.#during(span, async () => {
      const result = await runWithin({ span, idleSince: Date.now(), isOver: false }, work);
      if (typeof result === 'string') span.setAttribute('ringflow.result', result);
      return result;
    });
  }

  /** Wraps a store with a span for each operation that events wait for. */
  store(store: Store): Store {
    return new Proxy(store, {
      get: (target, name) => {
        if (name === 'load') return (call: CallId) => this.#load(target, call);
        if (name === 'commit') return (commit: Commit) => this.#commit(target, commit);
        const member: unknown = Reflect.get(target, name);
        return typeof member === 'function' ? (member.bind(target) as unknown) : member;
      },
    });
  }

  /** Wraps a carrier with a span for each command. A broadcast has none, since it belongs to no single event. */
  carrier(carrier: Carrier): Carrier {
    return replacePerform(carrier, (target, command, signal) => {
      const parent = this.#commands.take(toCommandKey(target.call, command));
      const attributes = {
        'ringflow.call': target.call,
        'ringflow.carrier': carrier.name,
        'ringflow.command': command.kind,
        'ringflow.command.number': command.number,
      };
      const options = { kind: SpanKind.CLIENT, attributes };
      const span = this.#tracer.startSpan(`command ${command.kind}`, options, toContextBelow(parent));
      return this.#during(span, () => carrier.perform(target, command, signal));
    });
  }

  /** Wraps web services with a span for each request, which gets a `traceparent` unless the flow has set one. */
  web(web: Web): Web {
    return {
      ask: (request, signal, call) => {
        const parent = call === undefined ? undefined : this.#calls.get(call);
        const attributes = {
          [ATTR_HTTP_REQUEST_METHOD]: request.method,
          ...(call && { 'ringflow.call': call }),
        };
        const span = this.#tracer.startSpan(
          request.method,
          { kind: SpanKind.CLIENT, attributes },
          toContextBelow(parent),
        );
        return this.#during(span, async () => {
          const answer = await web.ask(addParent(request, span), signal, call);
          if ('status' in answer) span.setAttribute(ATTR_HTTP_RESPONSE_STATUS_CODE, answer.status);
          else markFailed(span, answer.failed);
          return answer;
        });
      },
      close: () => web.close(),
    };
  }

  /** Sends the remaining spans, with a timeout. */
  close(): Promise<void> {
    return this.#close();
  }

  async #load(store: Store, call: CallId) {
    const scene = getCurrentScene();
    if (scene === undefined) return store.load(call);
    const span = this.#tracer.startSpan(
      'load',
      { attributes: { 'ringflow.call': call } },
      toContextBelow(scene.span.spanContext()),
    );
    const loaded = await this.#during(span, () => store.load(call));
    scene.idleSince = Date.now();
    return loaded;
  }

  async #commit(store: Store, commit: Commit) {
    const scene = getCurrentScene();
    const attributes = toAttributes(commit);
    const root = scene?.span ?? this.#tracer.startSpan(commit.trace.event.type, { attributes }, ROOT_CONTEXT);
    root.setAttributes(attributes);
    const parent = toContextBelow(root.spanContext());
    if (scene !== undefined) this.#tracer.startSpan('decide', { startTime: scene.idleSince }, parent).end();
    this.#calls.set(commit.record.id, root.spanContext());
    for (const command of commit.commands)
      this.#commands.set(toCommandKey(commit.record.id, command), root.spanContext());
    const span = this.#tracer.startSpan('commit', {}, parent);
    try {
      return await this.#during(span, async () => {
        const result = await store.commit(commit);
        span.setAttribute('ringflow.commit.outcome', result.outcome);
        return result;
      });
    } finally {
      if (scene === undefined) root.end();
      else scene.idleSince = Date.now();
    }
  }

  async #during<Result>(span: Span, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      markFailed(span, toErrorCode(error));
      if (error instanceof CarrierError) span.setAttribute(ATTR_HTTP_RESPONSE_STATUS_CODE, error.httpStatus);
      throw error;
    } finally {
      span.end();
    }
  }
}

/** Starts tracing. */
export function openTracing(options: TracingOptions): Tracing {
  const { tracer, close } = openExport(options);
  return new Tracing(tracer, close);
}

function toCommandKey(call: CallId, { number }: Command): string {
  return `${call} ${number}`;
}

function toContextBelow(parent: SpanContext | undefined): Context {
  return parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);
}

function toAttributes({ record, trace: { event, seq } }: Commit): Attributes {
  return {
    'ringflow.project': record.project,
    'ringflow.call': record.id,
    'ringflow.flow': record.flow.name,
    'ringflow.flow.version': record.flow.version,
    'ringflow.step': record.context.step,
    'ringflow.event': event.type,
    'ringflow.seq': seq,
  };
}

function addParent(request: WebRequest, span: Span): WebRequest {
  const names = Object.keys(request.headers).map((name) => name.toLowerCase());
  if (names.includes('traceparent')) return request;
  const headers = { ...request.headers };
  propagator.inject(toContextBelow(span.spanContext()), headers, {
    set: (carrier: Record<string, string>, name, value) => {
      carrier[name] = value;
    },
  });
  return { ...request, headers };
}

function markFailed(span: Span, code: string): void {
  span.setAttribute(ATTR_ERROR_TYPE, code);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

function toErrorCode(error: unknown): string {
  const { code, name = 'Error' } = error as { code?: unknown; name?: string };
  return typeof code === 'string' ? code : name;
}
