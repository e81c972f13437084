/**
 * Live events of calls as Server-Sent Events (https://html.spec.whatwg.org/multipage/server-sent-events.html).
 *
 * Owns: the format, and the position of each reader. Does not own: publishing (live-teller.ts).
 *
 * STREAM-1 Each reader reads the feed at its own pace: nothing is buffered for a slow reader, which falls behind and
 *          receives a gap.
 * STREAM-2 A reader that stalls is cut off.
 * STREAM-3 Every stream ends after a while, and when the service stops: clients reconnect with their key and last position.
 * STREAM-4 A reader that loses access, for instance by a revoked key, receives nothing more after `RECHECK_MS`.
 */
import type { Readable } from 'node:stream';
import type { Clock, Feed, FeedEntry, Log } from '../../../engine/ports/index.ts';
import { TooOften } from '../problem.ts';
import { cutOffStalled } from './cut-off.ts';
import { MISSING } from './live-publisher.ts';

/** Maximum duration of a stream, ms. */
export const MAX_STREAM_MS = 300_000;
/** Poll interval of the feed, and the interval while it is unavailable, ms. */
const POLL_MS = 200;
const RETRY_POLL_MS = 1_000;
/** Interval of keep-alive events, which carry the position, ms. */
const ALIVE_MS = 15_000;
/** Interval at which access is checked again and the feed is kept open, ms. */
const RECHECK_MS = 15_000;
/** Reconnection time of clients, ms. */
const RETRY_MS = 1_000;
/** `Retry-After` when no further stream is allowed, ms. */
const STREAM_RETRY_MS = 10_000;
const PAGE = 200;
/** Each stream polls the feed five times a second. */
const MAX_STREAMS = { node: 100, project: 50 };

/** The events that a reader asks for. */
export interface WatchQuery {
  project: string;
  /** Id of the last received event. */
  after?: string;
  flow?: string;
  call?: string;
  /** Returns the data of an event as the reader may see them; absent: unchanged. */
  changeData?: (data: string) => string;
  /** Returns true when the caller still has access; rejects when that cannot be checked. */
  stillMay: () => Promise<boolean>;
}

interface LiveStreamOptions {
  feed: Feed;
  clock: Clock;
  log: Log;
  /** True while the service is stopping. */
  isDraining: () => boolean;
  /** Maximum number of streams per node and per project, so that no project takes all; default: `MAX_STREAMS`. */
  maxStreams?: { node: number; project: number };
}

/** The open streams of this node, counted by project. */
export class LiveStreams {
  readonly #options: LiveStreamOptions;
  readonly #open = new Map<string, number>();

  constructor(options: LiveStreamOptions) {
    this.#options = options;
  }

  /** Opens a stream. Throws `TooOften` at the limit, and an `OperationalError` when the feed is unavailable. */
  async open(wanted: WatchQuery): Promise<Readable> {
    const { project } = wanted;
    this.#countOpened(project);
    try {
      const { feed, clock, isDraining } = this.#options;
      const opened = await feed.open(project);
      const live = new LiveStream(this.#options, wanted, wanted.after ?? opened);
      const stream = cutOffStalled((isGone) => live.streamTexts(() => isDraining() || isGone()), clock);
      return stream.once('close', () => {
        this.#countClosed(project);
      });
    } catch (error) {
      this.#countClosed(project);
      throw error;
    }
  }

  #countOpened(project: string): void {
    const { node, project: perProject } = this.#options.maxStreams ?? MAX_STREAMS;
    const all = this.#open.values().reduce((sum, count) => sum + count, 0);
    const own = this.#open.get(project) ?? 0;
    if (all >= node) throw toTooManyStreams(`${node} streams are open on this node`);
    if (own >= perProject)
      throw toTooManyStreams(`${perProject} streams of "${project}" are open on this node`);
    this.#open.set(project, own + 1);
  }

  #countClosed(project: string): void {
    const left = (this.#open.get(project) ?? 1) - 1;
    if (left === 0) this.#open.delete(project);
    else this.#open.set(project, left);
  }
}

function toTooManyStreams(detail: string): TooOften {
  return new TooOften('too_many_streams', detail, STREAM_RETRY_MS);
}

class LiveStream {
  readonly #options: LiveStreamOptions;
  readonly #wanted: WatchQuery;
  #position: string;
  #checkedAt: number;
  #isRevoked = false;

  constructor(options: LiveStreamOptions, wanted: WatchQuery, position: string) {
    this.#options = options;
    this.#wanted = wanted;
    this.#position = position;
    this.#checkedAt = options.clock.now();
  }

  /** Runs until the stream ends; the end is polled, since nothing else interrupts a wait. */
  async *streamTexts(isOver: () => boolean): AsyncGenerator<string> {
    const { clock } = this.#options;
    const endsAt = clock.now() + MAX_STREAM_MS;
    let sentAt = clock.now();
    yield `retry: ${RETRY_MS}\n${this.#renderMessage('open', '{}')}`;
    while (!isOver() && !this.#isRevoked && clock.now() < endsAt) {
      const { text, waitMs } = await this.#readNext();
      const isIdle = clock.now() - sentAt >= ALIVE_MS;
      if (text !== '' || isIdle) {
        yield text === '' ? this.#renderMessage('alive', '{}') : text;
        sentAt = clock.now();
      }
      if (waitMs > 0) await new Promise<void>((resolve) => clock.after(waitMs, resolve));
    }
  }

  /** Reads new events; also returns the delay before the next poll, ms. */
  async #readNext(): Promise<{ text: string; waitMs: number }> {
    const { feed, log } = this.#options;
    const { project } = this.#wanted;
    try {
      await this.#checkAccess();
      if (this.#isRevoked) return { text: '', waitMs: 0 };
      const entries = await feed.read(project, this.#position, PAGE);
      if (entries !== undefined)
        return {
          text: entries.map((entry) => this.#renderEntry(entry)).join(''),
          waitMs: entries.length < PAGE ? POLL_MS : 0,
        };
      this.#position = await feed.open(project);
      return { text: this.#renderMessage(MISSING, '{}'), waitMs: 0 };
    } catch (error) {
      log.debug({ project, err: error }, 'cannot read live events');
      return { text: '', waitMs: RETRY_POLL_MS };
    }
  }

  /** STREAM-4. If access cannot be checked, nothing is sent, and the next poll checks again. */
  async #checkAccess(): Promise<void> {
    const { feed, clock } = this.#options;
    const { project, stillMay } = this.#wanted;
    if (clock.now() - this.#checkedAt < RECHECK_MS) return;
    this.#isRevoked = !(await stillMay());
    if (this.#isRevoked) return;
    await feed.open(project);
    this.#checkedAt = clock.now();
  }

  /** Renders an event; empty if the reader filters it out. */
  #renderEntry({ id, text }: FeedEntry): string {
    this.#position = id;
    if (text === MISSING) return this.#renderMessage(MISSING, '{}');
    const [, kind = '', call, flow, data = ''] = /^(\S+) (\S+) (\S+) (.*)$/s.exec(text) ?? [];
    const { flow: ofFlow = flow, call: ofCall = call, changeData } = this.#wanted;
    if (kind === '' || flow !== ofFlow || call !== ofCall) return '';
    return this.#renderMessage(kind, changeData?.(data) ?? data);
  }

  /** `data` is JSON and so fits one line. */
  #renderMessage(event: string, data: string): string {
    return `id: ${this.#position}\nevent: ${event}\ndata: ${data}\n\n`;
  }
}
