/**
 * Follows one event socket of Asterisk to its end.
 *
 * FOLLOW-1 Nothing is read before the live calls are known: keys need to know what was playing.
 * FOLLOW-2 After each connection the filter is set and the calls are compared, since Asterisk may have restarted.
 * FOLLOW-3 A socket that another one has replaced stays open and silent, so it is closed.
 * FOLLOW-4 An open socket may be silent from the beginning: Asterisk 22.10 reconnects it without registering the application
 *          again. So an event of our own must come back over it (`EventProbe`).
 */
import { setTimeout as delay } from 'node:timers/promises';
import { callId } from '../../../call/index.ts';
import type { ProjectId } from '../../../call/index.ts';
import { CarrierError } from '../../../engine/ports/index.ts';
import type { EventSink, Log, Recognizer, WebSocketLike } from '../../../engine/ports/index.ts';
import type { CarrierArrival } from '../arrivals.ts';
import { EVENT_TYPES, parseAriEvent, type AriEvent } from '../ari-event.ts';
import { readEvent, readWaiting, type ReaderOptions } from '../events.ts';
import { readInferred } from '../media-events.ts';
import { listOrphans, listQuestions, reconcile, type AriAnswer, type Orphan } from '../reconcile.ts';
import { endChannel, toPath } from '../steps.ts';
import { CallTracker } from '../tracker.ts';
import type { AriClient } from './ari-client.ts';
import { EventDelivery } from './event-delivery.ts';
import { EventProbe } from './event-probe.ts';
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
  /** Recognises answers in words. */
  recognizer?: Recognizer;
}

/** Interval between two probes, ms, and their number from one comparison of the calls to the next. */
const PROBE_EVERY_MS = 5_000;
const PROBES_PER_COMPARISON = 6;
/** Asterisk knows the application only a moment after it has opened the socket. */
const RETRY_MS = 500;
const MAX_RETRY_MS = 30_000;
/** Maximum time from a kept replacement to the registration, ms. */
const REGISTRATION_MS = 1_000;
/** Maximum time for the closing handshake, ms. */
const MAX_CLOSING_MS = 2_000;
/** Number of probes without an echo after which the socket is taken for silent. */
const MAX_MISSES = 3;
const UNAUTHORIZED = 401;
const FORBIDDEN = 403;
const GOING_AWAY = 1001;
const TRY_AGAIN_LATER = 1013;

/** True when this user may not do what is needed. */
function isForGood(error: unknown): error is CarrierError {
  return (
    error instanceof CarrierError && (error.httpStatus === UNAUTHORIZED || error.httpStatus === FORBIDDEN)
  );
}

/** Reads the events of an open socket; resolves when it has ended and everything is reported. */
export async function followSocket(
  socket: WebSocketLike,
  options: FollowOptions,
): Promise<'closed' | 'taken_over'> {
  return new Follower(socket, options).run();
}

class Follower {
  readonly #socket: WebSocketLike;
  readonly #options: FollowOptions;
  readonly #delivery: EventDelivery;
  readonly #reader: ReaderOptions;
  readonly #closed: Promise<void>;
  readonly #probe: EventProbe;
  /** Events that came before the live calls were known. */
  #early: AriEvent[] | undefined = [];
  #leaving: AbortController | undefined;
  #isTakenOver = false;
  /** A refusal that repeating does not change. */
  #failure: CarrierError | undefined;
  /** Channels that belong to no call of this service, as of the last comparison. */
  #foreign: ReadonlySet<string> = new Set();
  /** Number of probes in a row that did not come back. */
  #misses = 0;

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
    this.#probe = new EventProbe(options);
    this.#closed = new Promise((resolve) => {
      socket.on('close', resolve);
      socket.on('error', resolve);
    });
    socket.on('message', (data) => {
      this.#hear(data.toString());
    });
  }

  async run(): Promise<'closed' | 'taken_over'> {
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
    if (this.#failure !== undefined) throw this.#failure;
    return this.#isTakenOver ? 'taken_over' : 'closed';
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
    else if (event.userEvent !== undefined && event.channel === undefined) this.#probe.hear(event.userEvent);
    else if (this.#early === undefined) this.#delivery.take(readEvent(event, this.#reader));
    else this.#early.push(event);
  }

  /** A replacement that Asterisk kept from the past is followed by its registration on this socket. */
  #leaveSoon(): void {
    const leaving = new AbortController();
    this.#leaving = leaving;
    void delay(REGISTRATION_MS, undefined, { signal: leaving.signal, ref: false }).then(
      () => {
        this.#leave('another program has taken the Asterisk application over');
      },
      () => undefined,
    );
  }

  #leave(why: string): void {
    const { log, carrier, app } = this.#options;
    log.warn({ carrier, app }, why);
    this.#isTakenOver = true;
    this.#socket.close(GOING_AWAY);
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

  /** Probes the socket all the time, and compares the calls at first and from time to time; sooner after a failure. */
  async #watchCalls(ended: AbortSignal): Promise<void> {
    for (let round = 0, retryMs = RETRY_MS; !ended.aborted;) {
      const isDone = await this.#tryRound(ended, round % PROBES_PER_COMPARISON === 0);
      const waitMs = isDone ? PROBE_EVERY_MS : retryMs;
      retryMs = isDone ? RETRY_MS : Math.min(retryMs * 2, MAX_RETRY_MS);
      if (isDone) round += 1;
      await delay(waitMs, undefined, { signal: ended, ref: false }).catch(() => undefined);
    }
  }

  async #tryRound(ended: AbortSignal, compares: boolean): Promise<boolean> {
    try {
      this.#misses = (await this.#probe.isHeard()) ? 0 : this.#misses + 1;
      if (this.#misses === MAX_MISSES)
        this.#leave(
          'Asterisk sends no events over its connection: one of our own takes its place, without events of the past, until you restart Asterisk at a quiet time',
        );
      if (this.#misses > 0) return false;
      if (compares) await this.#compareCalls();
      return true;
    } catch (error) {
      const { log, carrier } = this.#options;
      if (isForGood(error)) this.#failure ??= error;
      if (this.#failure !== undefined) this.#socket.close(TRY_AGAIN_LATER);
      else if (!ended.aborted)
        log.warn({ err: error, carrier }, 'the calls could not be compared with Asterisk');
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
    const scene = { project, app, now: Date.now(), toRecordingUrl };
    for (const { steps = [], arrivals = [] } of reconcile(live, answers, scene)) {
      await runSteps(client, steps);
      for (const arrival of arrivals) this.#report(arrival);
    }
    await this.#settleOrphans(listOrphans(live, answers, scene));
  }

  #report(arrival: CarrierArrival): void {
    const { event, callHint: call } = arrival;
    if (event.type === 'disconnected' && call !== undefined) this.#reader.tracker.end(callId(call));
    this.#delivery.take(readInferred(arrival));
  }

  /**
   * Ends the channels of calls that are over, takes callers that wait, and tells once of the channels that this service does
   * not know.
   */
  async #settleOrphans(orphans: readonly Orphan[]): Promise<void> {
    const { client, sink, log, carrier, app } = this.#options;
    const known = await Promise.all(orphans.map(({ call }) => sink.hasCall(call)));
    const select = (isKnown: boolean, is: (orphan: Orphan) => boolean) =>
      orphans.filter((orphan, place) => known[place] === isKnown && is(orphan)).map(({ channel }) => channel);
    const left = select(true, ({ isOld }) => isOld).map(({ id }) => id);
    if (left.length > 0)
      log.warn({ carrier, channels: left }, 'ends channels of Asterisk whose calls are over');
    await runSteps(client, [left.map((channel) => endChannel(channel))]);
    const waiting = select(false, ({ isWaiting }) => isWaiting);
    for (const channel of waiting) this.#delivery.take(readWaiting(channel, this.#reader));
    const foreign = select(false, ({ isOld, isWaiting }) => isOld && !isWaiting).map(({ id }) => id);
    const channels = foreign.filter((channel) => !this.#foreign.has(channel));
    this.#foreign = new Set(foreign);
    if (channels.length > 0)
      log.warn(
        { carrier, app, channels },
        'channels of the Asterisk application belong to no call of this service, and are left alone: give every service an application of its own',
      );
  }

  async #askAll(paths: readonly string[]): Promise<Map<string, AriAnswer>> {
    const { client } = this.#options;
    const answers = await Promise.all(
      paths.map(async (path) => [path, await client.ask({ method: 'GET', path })] as const),
    );
    return new Map(answers);
  }
}
