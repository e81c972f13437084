/**
 * Follows one event socket of Asterisk to its end.
 *
 * FOLLOW-1 Nothing is read before the live calls are known: keys need to know what was playing.
 * FOLLOW-2 After each connection the filter is set and the calls are compared, since Asterisk may have restarted.
 * FOLLOW-3 A socket that another one has replaced stays open and silent, so it is closed.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { ProjectId } from '../../../call/index.ts';
import type { EventSink, Log, WebSocketLike } from '../../../engine/ports/index.ts';
import { EVENT_TYPES, parseAriEvent, type AriEvent } from '../ari-event.ts';
import { readEvent, type ReaderOptions } from '../events.ts';
import { listQuestions, reconcile, type AriAnswer } from '../reconcile.ts';
import { toPath } from '../steps.ts';
import { CallTracker } from '../tracker.ts';
import type { AriClient } from './ari-client.ts';
import { EventDelivery } from './event-delivery.ts';
import { runSteps } from './run-steps.ts';

interface FollowOptions {
  client: AriClient;
  sink: EventSink;
  log: Log;
  signal: AbortSignal;
  carrier: string;
  project: ProjectId;
  app: string;
  /** SIP headers that are read before a call begins. */
  headers: readonly string[];
  toRecordingUrl: (name: string) => string;
}

/** Interval between two comparisons of the calls, ms. */
const RECONCILE_EVERY_MS = 30_000;
/** Asterisk knows the application only a moment after it has opened the socket. */
const RETRY_MS = 500;
/** Maximum time from a kept replacement to the registration, ms. */
const REGISTRATION_MS = 1_000;
/** Maximum time for the closing handshake, ms. */
const MAX_CLOSING_MS = 2_000;
const GOING_AWAY = 1001;
const TRY_AGAIN_LATER = 1013;

/** Reads the events of an open socket; resolves when it has ended and everything is reported. */
export async function followSocket(socket: WebSocketLike, options: FollowOptions): Promise<void> {
  const follower = new Follower(socket, options);
  await follower.run();
}

class Follower {
  readonly #socket: WebSocketLike;
  readonly #options: FollowOptions;
  readonly #delivery: EventDelivery;
  readonly #reader: ReaderOptions;
  readonly #closed: Promise<void>;
  /** Events that came before the live calls were known. */
  #early: AriEvent[] | undefined = [];
  #leaving: AbortController | undefined;

  constructor(socket: WebSocketLike, options: FollowOptions) {
    const { project, headers, toRecordingUrl } = options;
    this.#socket = socket;
    this.#options = options;
    const tracker = new CallTracker();
    this.#reader = { project, tracker, toRecordingUrl, readsHeaders: headers.length > 0 };
    this.#delivery = new EventDelivery({
      ...options,
      overflow: (why) => {
        options.log.warn(
          { carrier: options.carrier, why },
          'the event socket closes: Asterisk keeps events meanwhile',
        );
        socket.close(TRY_AGAIN_LATER);
      },
    });
    this.#closed = new Promise((resolve) => {
      socket.on('close', resolve);
      socket.on('error', resolve);
    });
    socket.on('message', (data) => {
      this.#hear(data.toString());
    });
  }

  async run(): Promise<void> {
    const { signal, sink } = this.#options;
    const close = () => {
      this.#socket.close(GOING_AWAY);
    };
    signal.addEventListener('abort', close);
    if (signal.aborted) close();
    try {
      this.#begin(await sink.listLiveCalls());
      const ended = new AbortController();
      const watching = this.#watchCalls(ended.signal);
      await this.#untilClosed();
      ended.abort();
      await watching;
    } finally {
      signal.removeEventListener('abort', close);
      this.#socket.close(GOING_AWAY);
    }
    await this.#delivery.drain();
  }

  #begin(live: Awaited<ReturnType<EventSink['listLiveCalls']>>): void {
    this.#reader.tracker.restore(live);
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const event of early) this.#delivery.take(readEvent(event, this.#reader));
  }

  #hear(text: string): void {
    const event = parseAriEvent(text);
    if (event === undefined) return;
    if (event.type === 'ApplicationReplaced') this.#leaveSoon();
    else if (event.type === 'ApplicationRegistered') this.#leaving?.abort();
    else if (this.#early === undefined) this.#delivery.take(readEvent(event, this.#reader));
    else this.#early.push(event);
  }

  /** A replacement that Asterisk kept from the past is followed by its registration on this socket. */
  #leaveSoon(): void {
    const { log, carrier, app } = this.#options;
    const leaving = new AbortController();
    this.#leaving = leaving;
    void delay(REGISTRATION_MS, undefined, { signal: leaving.signal, ref: false }).then(
      () => {
        log.warn({ carrier, app }, 'another program has taken the Asterisk application over');
        this.#socket.close(GOING_AWAY);
      },
      () => undefined,
    );
  }

  async #untilClosed(): Promise<void> {
    const { signal } = this.#options;
    const aborted = new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else
        signal.addEventListener(
          'abort',
          () => {
            resolve();
          },
          { once: true },
        );
    });
    await Promise.race([this.#closed, aborted]);
    await Promise.race([this.#closed, delay(MAX_CLOSING_MS, undefined, { ref: false })]);
  }

  /** Sets the filter and compares the calls, now and from time to time; sooner after a failure. */
  async #watchCalls(ended: AbortSignal): Promise<void> {
    while (!ended.aborted) {
      const isCompared = await this.#tryToCompare(ended);
      const waitMs = isCompared ? RECONCILE_EVERY_MS : RETRY_MS;
      await delay(waitMs, undefined, { signal: ended, ref: false }).catch(() => undefined);
    }
  }

  async #tryToCompare(ended: AbortSignal): Promise<boolean> {
    try {
      await this.#compareCalls();
      return true;
    } catch (error) {
      const { log, carrier } = this.#options;
      if (!ended.aborted) log.warn({ error, carrier }, 'the calls could not be compared with Asterisk');
      return false;
    }
  }

  async #compareCalls(): Promise<void> {
    const { client, sink, app, project, toRecordingUrl } = this.#options;
    await runSteps(client, [
      {
        request: {
          method: 'PUT',
          path: toPath('applications', app, 'eventFilter'),
          body: { allowed: EVENT_TYPES.map((type) => ({ type })) },
        },
      },
    ]);
    const live = await sink.listLiveCalls();
    const answers = await this.#askAll(listQuestions(live));
    const { tracker } = this.#reader;
    const scene = { project, app, tracker, now: Date.now(), toRecordingUrl };
    for (const { steps = [], arrivals = [] } of reconcile(live, answers, scene)) {
      await runSteps(client, steps);
      for (const arrival of arrivals) this.#delivery.take({ arrival });
    }
  }

  async #askAll(paths: readonly string[]): Promise<Map<string, AriAnswer>> {
    const { client } = this.#options;
    const answers = await Promise.all(
      paths.map(async (path) => [path, await client.ask({ method: 'GET', path })] as const),
    );
    return new Map(answers);
  }
}
