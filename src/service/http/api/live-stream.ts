/**
 * What calls do, as Server-Sent Events (https://html.spec.whatwg.org/multipage/server-sent-events.html).
 *
 * Owns: the form, and how far each reader has come. Does not own: what is told (live-teller.ts).
 *
 * R1 Each reader reads the feed at its own pace: for a slow one nothing is kept, it falls behind and is told of a gap.
 * R2 A reader who takes nothing for a while is cut off.
 * R3 Every stream ends after a while, or when the service does: who comes back shows the key anew, and says how far it was.
 * R4 Who may watch no more, as after a key was revoked, is told nothing more within `ASK_AGAIN_MS`.
 */
import type { Readable } from 'node:stream';
import type { Clock, Feed, FeedEntry, Log } from '../../../engine/ports/index.ts';
import { TooOften } from '../problem.ts';
import { cutOffStalled } from './cut-off.ts';
import { MISSING } from './live-teller.ts';

/** Maximum duration of a stream, ms. */
export const MAX_STREAM_MS = 300_000;
/** How often the feed is looked at, and after how long again where it is away, ms. */
const LOOK_MS = 200;
const LOOK_AGAIN_MS = 1_000;
/** How often a reader is told that the stream is alive and how far it is, ms. */
const ALIVE_MS = 15_000;
/** How often it is asked whether the reader still may watch; where that is so the feed is kept open, ms. */
const ASK_AGAIN_MS = 15_000;
/** When a reader comes back who was cut off, ms. */
const RETRY_MS = 1_000;
/** `Retry-After` when no further stream is allowed, ms. */
const STREAM_RETRY_MS = 10_000;
const PAGE = 200;

/** The events that a reader asks for. */
export interface WatchQuery {
  project: string;
  /** Id of the last one that the reader has. */
  after?: string;
  flow?: string;
  call?: string;
  /** Whether whoever wants them would be let in now as well; rejects where nobody can say. */
  stillMay: () => Promise<boolean>;
}

interface LiveStreamOptions {
  feed: Feed;
  clock: Clock;
  log: Log;
  /** The service is about to stop. */
  isDraining: () => boolean;
  /** So many may watch on one node, and so many of them one project, so that none leaves no room for others. */
  mostStreams: { node: number; project: number };
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
    this.#enter(project);
    try {
      const { feed, clock, isDraining } = this.#options;
      const opened = await feed.open(project);
      const live = new LiveStream(this.#options, wanted, wanted.after ?? opened);
      const stream = cutOffStalled((isGone) => live.texts(() => isDraining() || isGone()), clock);
      return stream.once('close', () => {
        this.#leave(project);
      });
    } catch (error) {
      this.#leave(project);
      throw error;
    }
  }

  #enter(project: string): void {
    const { node, project: perProject } = this.#options.mostStreams;
    const all = this.#open.values().reduce((sum, count) => sum + count, 0);
    const own = this.#open.get(project) ?? 0;
    if (all >= node) throw tooManyStreams(`${node} streams are open on this node`);
    if (own >= perProject)
      throw tooManyStreams(`${perProject} streams of "${project}" are open on this node`);
    this.#open.set(project, own + 1);
  }

  #leave(project: string): void {
    const left = (this.#open.get(project) ?? 1) - 1;
    if (left === 0) this.#open.delete(project);
    else this.#open.set(project, left);
  }
}

function tooManyStreams(detail: string): TooOften {
  return new TooOften('too_many_streams', detail, STREAM_RETRY_MS);
}

class LiveStream {
  readonly #options: LiveStreamOptions;
  readonly #wanted: WatchQuery;
  #place: string;
  #askedAt: number;
  #isShut = false;

  constructor(options: LiveStreamOptions, wanted: WatchQuery, place: string) {
    this.#options = options;
    this.#wanted = wanted;
    this.#place = place;
    this.#askedAt = options.clock.now();
  }

  /** Goes on until it is over, which it looks for again and again: nothing else ends a wait. */
  async *texts(isOver: () => boolean): AsyncGenerator<string> {
    const { clock } = this.#options;
    const endsAt = clock.now() + MAX_STREAM_MS;
    let toldAt = clock.now();
    yield `retry: ${RETRY_MS}\n${this.#message('open', '{}')}`;
    while (!isOver() && !this.#isShut && clock.now() < endsAt) {
      const { text, waitMs } = await this.#next();
      const isSilent = clock.now() - toldAt >= ALIVE_MS;
      if (text !== '' || isSilent) {
        yield text === '' ? this.#message('alive', '{}') : text;
        toldAt = clock.now();
      }
      if (waitMs > 0) await new Promise<void>((resolve) => clock.after(waitMs, resolve));
    }
  }

  /** What has been told meanwhile, and after how long to look again, ms. */
  async #next(): Promise<{ text: string; waitMs: number }> {
    const { feed, log } = this.#options;
    const { project } = this.#wanted;
    try {
      await this.#askAgain();
      if (this.#isShut) return { text: '', waitMs: 0 };
      const entries = await feed.read(project, this.#place, PAGE);
      if (entries !== undefined)
        return {
          text: entries.map((entry) => this.#shown(entry)).join(''),
          waitMs: entries.length < PAGE ? LOOK_MS : 0,
        };
      this.#place = await feed.open(project);
      return { text: this.#message(MISSING, '{}'), waitMs: 0 };
    } catch (error) {
      log.debug({ project, err: error }, 'cannot read live events');
      return { text: '', waitMs: LOOK_AGAIN_MS };
    }
  }

  /** R4. Where nobody can say it is asked at the next look, and nothing is told until then. */
  async #askAgain(): Promise<void> {
    const { feed, clock } = this.#options;
    const { project, stillMay } = this.#wanted;
    if (clock.now() - this.#askedAt < ASK_AGAIN_MS) return;
    this.#isShut = !(await stillMay());
    if (this.#isShut) return;
    await feed.open(project);
    this.#askedAt = clock.now();
  }

  /** Empty for what this reader does not want. */
  #shown({ id, text }: FeedEntry): string {
    this.#place = id;
    if (text === MISSING) return this.#message(MISSING, '{}');
    const [, kind = '', call, flow, data = ''] = /^(\S+) (\S+) (\S+) (.*)$/s.exec(text) ?? [];
    const { flow: ofFlow = flow, call: ofCall = call } = this.#wanted;
    return kind === '' || flow !== ofFlow || call !== ofCall ? '' : this.#message(kind, data);
  }

  /** Data are one line, as JSON is. */
  #message(event: string, data: string): string {
    return `id: ${this.#place}\nevent: ${event}\ndata: ${data}\n\n`;
  }
}
