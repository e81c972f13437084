/**
 * Live events of calls. One tab of the browser reads the stream of a project and passes the events to the others.
 *
 * TABS-1 Listeners are called once per frame, with all events since the last one.
 * TABS-2 The stream resumes after the last event that was received. Where events are missing, listeners get a gap and read
 *        their data anew.
 * TABS-3 A service that refuses the stream is asked again after the time that it names.
 * TABS-4 All tabs learn at once that the service cannot be reached, and that it is back; a new tab, that the stream is open.
 */
import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { EventSourceMessage } from 'eventsource-parser/stream';
import { signal } from '@preact/signals';
import { ApiProblem, toProblem } from '../api/problem.ts';
import { principal, readCredentials, endRefused } from '../session/session.ts';
import { noteReached, noteUnreachable } from './connection.ts';

/** An event of a call; `gap`: events are missing. */
export type LiveEvent =
  { kind: 'call.started' | 'call.moved' | 'call.ended'; data: LiveCallEvent } | { kind: 'gap' };

/** The data of a call's event, as `GET /projects/{project}/events` describes it. */
export interface LiveCallEvent {
  call: { id: string; flow: string; step?: string; [member: string]: unknown };
  entry?: Readonly<Record<string, unknown>>;
}

type LiveState = 'connecting' | 'live' | 'interrupted';

/** State of the stream in this tab. */
export const liveState = signal<LiveState>('connecting');

type Listener = (events: readonly LiveEvent[]) => void;

/** Wait before reconnecting, ms; the service proposes the same. */
const RECONNECT_MS = 1_000;

/** Refusals that another attempt would meet again: no session, no role, no such project. */
const FINAL: ReadonlySet<number> = new Set([401, 403, 404]);

/** Message of a tab that has begun to listen. */
const JOINED = 'stream.joined';
/** Messages of the reading tab about the stream itself. */
const INTERRUPTED = 'stream.interrupted';
const UNREACHABLE = 'stream.unreachable';

/** Passes the events of a project to a listener until the returned function is called. */
export function watchCalls(project: string, listener: Listener): () => void {
  const feed = feeds.get(project) ?? new ProjectFeed(project);
  feeds.set(project, feed);
  feed.add(listener);
  return () => {
    if (feed.remove(listener) > 0) return;
    feed.close();
    feeds.delete(project);
  };
}

const feeds = new Map<string, ProjectFeed>();

class ProjectFeed {
  readonly #project: string;
  /** Name that the tabs share. It tells callers apart: what one may see is not passed to another. */
  readonly #name: string;
  readonly #listeners = new Set<Listener>();
  readonly #channel: BroadcastChannel;
  readonly #closing = new AbortController();
  #buffer: LiveEvent[] = [];
  #lastId: string | undefined;
  /** True while this tab reads the stream. */
  #isReading = false;

  constructor(project: string) {
    this.#project = project;
    this.#name = `ringflow-live-${project}-${principal.peek()?.id ?? ''}`;
    this.#channel = new BroadcastChannel(this.#name);
    this.#channel.onmessage = ({ data }: MessageEvent<EventSourceMessage>) => {
      if (data.event === JOINED) this.#welcome();
      else this.#take(data);
    };
    this.#channel.postMessage({ id: undefined, event: JOINED, data: '' });
    void this.#readWhenFirst();
  }

  add(listener: Listener): void {
    this.#listeners.add(listener);
  }

  /** Returns the number of listeners left. */
  remove(listener: Listener): number {
    this.#listeners.delete(listener);
    return this.#listeners.size;
  }

  close(): void {
    this.#closing.abort();
    this.#channel.close();
  }

  /** Waits until no other tab reads the stream of this project, then reads it. */
  async #readWhenFirst(): Promise<void> {
    const { signal: closing } = this.#closing;
    await navigator.locks
      .request(this.#name, { signal: closing }, async () => {
        while (!closing.aborted) {
          const pauseMs = await this.#readStream(closing);
          if (pauseMs === undefined) return;
          await wait(pauseMs, closing);
        }
      })
      .catch(() => undefined);
  }

  /** Reads the stream until it ends. Resolves to the wait before the next attempt, ms; undefined when it is refused for good. */
  async #readStream(closing: AbortSignal): Promise<number | undefined> {
    try {
      const response = await fetch(`/api/v1/projects/${encodeURIComponent(this.#project)}/events`, {
        headers: {
          authorization: `Bearer ${readCredentials() ?? ''}`,
          ...(this.#lastId !== undefined && { 'last-event-id': this.#lastId }),
        },
        signal: closing,
      });
      noteReached();
      if (response.status === 401) endRefused();
      if (FINAL.has(response.status)) return undefined;
      if (!response.ok || response.body === null) throw toProblem(response, undefined);
      const messages = response.body
        .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
        .pipeThrough(new EventSourceParserStream());
      this.#isReading = true;
      for await (const message of messages) this.#share(message);
    } catch (error) {
      if (closing.aborted) return RECONNECT_MS;
      const isUnreachable = error instanceof TypeError;
      this.#share({ id: undefined, event: isUnreachable ? UNREACHABLE : INTERRUPTED, data: '' });
      if (error instanceof ApiProblem) return error.retryAfterMs ?? RECONNECT_MS;
    } finally {
      this.#isReading = false;
    }
    return RECONNECT_MS;
  }

  /** Tells a tab that has joined that the stream is open, and where it is. */
  #welcome(): void {
    if (this.#isReading) this.#channel.postMessage({ id: this.#lastId, event: 'open', data: '' });
  }

  /** Passes a message to the other tabs, and takes it. */
  #share(message: EventSourceMessage): void {
    this.#channel.postMessage(message);
    this.#take(message);
  }

  /** Takes a message of the stream, from the service or from the tab that reads it. */
  #take({ id, event, data }: EventSourceMessage): void {
    if (event === INTERRUPTED || event === UNREACHABLE) {
      liveState.value = 'interrupted';
      if (event === UNREACHABLE) noteUnreachable();
      return;
    }
    noteReached();
    // A stream that begins anew tells nothing of what happened before it.
    const isFirst = event === 'open' && this.#lastId === undefined;
    if (id !== undefined) this.#lastId = id;
    liveState.value = 'live';
    if (event === 'gap' || isFirst) this.#pass({ kind: 'gap' });
    if (event === 'call.started' || event === 'call.moved' || event === 'call.ended')
      this.#pass({ kind: event, data: JSON.parse(data) as LiveCallEvent });
  }

  /** TABS-1. A hidden page has no frames, and so collects until it is shown. */
  #pass(event: LiveEvent): void {
    this.#buffer.push(event);
    if (this.#buffer.length > MAX_BUFFERED) this.#buffer = [{ kind: 'gap' }];
    if (this.#buffer.length > 1) return;
    requestAnimationFrame(() => {
      const events = this.#buffer;
      this.#buffer = [];
      for (const listener of this.#listeners) listener(events);
    });
  }
}

/** Events that a hidden page collects; beyond, its views read their data anew. */
const MAX_BUFFERED = 2_000;

function wait(ms: number, closing: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    closing.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
