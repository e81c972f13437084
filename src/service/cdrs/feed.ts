/**
 * Brings the CDRs of calls that have ended to one sink.
 *
 * Owns: how far it has come, a place in the store's order of ends (STORE-7), kept as a document of the registry. Does not own:
 * what a sink does with them, how calls end. Calls wait for nothing here, and know nothing of it.
 *
 * F1 The place moves only after the sink has taken what lies before it: every CDR is brought at least once, as long as its
 *    call is stored. After a failure or a death some are brought again.
 * F2 One node at a time brings them: it holds a lease that it renews, and the others look on until that has run out.
 * F3 What a sink does not take holds up those behind it, and is tried again, ever more seldom, for as long as it takes.
 */
import { Collection } from '../management/index.ts';
import type { Kept } from '../management/index.ts';
import type { CallListing, CallStore, CdrSink, Clock, Log, Registry } from '../../engine/ports/index.ts';
import { toCdr } from './cdr.ts';

/** CDRs that are brought at a time. */
const BATCH = 100;
/** How often it is looked whether more calls have ended, ms. */
const LOOK_MS = 1_000;
/** Longer than a sink takes to answer or fail. */
const LEASE_MS = 15_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/** How far one sink's CDRs have come, and who brings them. */
interface Progress {
  /** As `CallListing.ended` takes it. */
  after: string;
  node: string;
  /** The node's lease, ms since the epoch. */
  until: number;
}

export interface CdrFeedOptions {
  registry: Registry;
  calls: Pick<CallListing, 'ended'> & Pick<CallStore, 'trace'>;
  sink: CdrSink;
  clock: Clock;
  log: Log;
  /** Names this node; another one after every start. */
  node: string;
  /** So many digits of the other party's number are not shown. */
  maskDigits: number;
  /** Hears how many were brought, or that a sink did not take some. */
  told?: (sink: string, brought: number | 'failed') => void;
}

export class CdrFeed {
  readonly #options: CdrFeedOptions;
  readonly #documents: Collection<Progress>;
  #failures = 0;
  #isStopped = false;
  #wake: () => void = () => undefined;
  #running: Promise<void> | undefined;

  constructor(options: CdrFeedOptions) {
    this.#options = options;
    this.#documents = new Collection<Progress>(options.registry, 'cdr-feeds');
  }

  /** Begins; goes on where this node or another was. */
  start(): void {
    this.#running = this.#run();
  }

  /** Brings no more, and leaves the rest to the other nodes; resolves when what is under way is over. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#wake();
    await this.#running;
    await this.#letGo().catch(() => undefined);
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      const hasMore = await this.#step();
      if (!hasMore) await this.#sleep(this.#pauseMs());
    }
  }

  /** Brings the next ones; true when there may be more at once. */
  async #step(): Promise<boolean> {
    const { sink, log, told } = this.#options;
    try {
      const brought = await this.#bring();
      this.#failures = 0;
      if (brought > 0) told?.(sink.name, brought);
      return brought > 0;
    } catch (error) {
      this.#failures += 1;
      told?.(sink.name, 'failed');
      log.warn({ sink: sink.name, err: error }, 'cannot deliver CDRs; they will be retried');
      return false;
    }
  }

  async #bring(): Promise<number> {
    const { calls, sink, maskDigits } = this.#options;
    const held = await this.#hold();
    if (held === undefined) return 0;
    const { after } = held.value;
    const ended = await calls.ended(after, BATCH);
    if (ended.next === after) return 0;
    const lines: string[] = [];
    for (const record of ended.calls)
      lines.push(JSON.stringify(toCdr(record, await calls.trace(record.id), maskDigits)));
    if (lines.length > 0) await sink.deliver(lines);
    await this.#write(held, { ...held.value, after: ended.next });
    return ended.calls.length;
  }

  /** Where it goes on, if this node brings them (F2). */
  async #hold(): Promise<Kept<Progress> | undefined> {
    const { sink, clock, node } = this.#options;
    const known = await this.#documents.get(sink.name);
    const now = clock.now();
    if (known !== undefined && known.value.node !== node && known.value.until > now) return undefined;
    if (known?.value.node === node && known.value.until - now > LEASE_MS / 2) return known;
    await this.#write(known, { after: known?.value.after ?? '', node, until: now + LEASE_MS });
    const written = await this.#documents.get(sink.name);
    return written?.value.node === node ? written : undefined;
  }

  /** Another writer between means that the lease was lost: what that one has read from counts. */
  async #write(was: Kept<Progress> | undefined, progress: Progress): Promise<void> {
    const { registry, sink } = this.#options;
    await registry.write([this.#documents.change(sink.name, was, progress)]);
  }

  async #letGo(): Promise<void> {
    const { sink, node } = this.#options;
    const known = await this.#documents.get(sink.name);
    if (known?.value.node === node) await this.#write(known, { ...known.value, until: 0 });
  }

  #pauseMs(): number {
    if (this.#failures === 0) return LOOK_MS;
    return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.#failures - 1));
  }

  async #sleep(ms: number): Promise<void> {
    if (this.#isStopped) return;
    await new Promise<void>((resolve) => {
      const cancel = this.#options.clock.after(ms, resolve);
      this.#wake = () => {
        cancel();
        resolve();
      };
    });
  }
}
