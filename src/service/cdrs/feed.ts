/**
 * Delivers the CDRs of ended calls to one sink.
 *
 * Owns: the cursor in the store's order of ends (STORE-7), stored as a document of the registry. Does not own: the sink, the
 * end of calls. Calls never wait for delivery.
 *
 * CDR-1 The cursor moves only after the sink has accepted everything before it: each CDR is delivered at least once while
 *       its call is stored. After a failure or crash some are delivered again.
 * CDR-2 One node at a time delivers: it holds and renews a lease; the others wait until the lease expires.
 * CDR-3 A CDR that the sink rejects blocks those after it and is retried with increasing delay, without limit.
 */
import { Collection } from '../management/index.ts';
import type { Kept } from '../management/index.ts';
import type { CallListing, CallStore, CdrSink, Clock, Log, Registry } from '../../engine/ports/index.ts';
import { toCdr } from './cdr.ts';

/** CDRs per delivery. */
const BATCH = 100;
/** Poll interval for ended calls, ms. */
const LOOK_MS = 1_000;
/** Duration of the lease, ms; longer than a sink takes to answer or time out. */
const LEASE_MS = 15_000;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;

/** Cursor and lease of one sink. */
interface Progress {
  /** Cursor, as `CallListing.ended` takes it. */
  after: string;
  node: string;
  /** Expiry of the lease, ms since the epoch. */
  until: number;
}

interface CdrFeedOptions {
  registry: Registry;
  calls: Pick<CallListing, 'ended'> & Pick<CallStore, 'trace'>;
  sink: CdrSink;
  clock: Clock;
  log: Log;
  /** Identifies this process; different after every start. */
  node: string;
  /** Number of last digits of the remote party's number that are masked. */
  maskDigits: number;
  /** Receives the number of delivered CDRs, or that a delivery failed. */
  onDelivery?: (sink: string, delivered: number | 'failed') => void;
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

  /** Starts delivery from the stored cursor. */
  start(): void {
    this.#running = this.#run();
  }

  /** Stops delivery and leaves the rest to other nodes; resolves when the work in flight is done. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#wake();
    await this.#running;
    await this.#releaseLease().catch(() => undefined);
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      const hasMore = await this.#deliverNext();
      if (!hasMore) await this.#sleep(this.#computePause());
    }
  }

  /** Delivers the next batch; returns true when there may be more. */
  async #deliverNext(): Promise<boolean> {
    const { sink, log, onDelivery: told } = this.#options;
    try {
      const delivered = await this.#deliver();
      this.#failures = 0;
      if (delivered > 0) told?.(sink.name, delivered);
      return delivered > 0;
    } catch (error) {
      this.#failures += 1;
      told?.(sink.name, 'failed');
      log.warn({ sink: sink.name, err: error }, 'cannot deliver CDRs; they will be retried');
      return false;
    }
  }

  async #deliver(): Promise<number> {
    const { calls, sink, maskDigits } = this.#options;
    const held = await this.#holdLease();
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

  /** Returns the cursor if this node holds the lease (CDR-2). */
  async #holdLease(): Promise<Kept<Progress> | undefined> {
    const { sink, clock, node } = this.#options;
    const known = await this.#documents.get(sink.name);
    const now = clock.now();
    if (known !== undefined && known.value.node !== node && known.value.until > now) return undefined;
    if (known?.value.node === node && known.value.until - now > LEASE_MS / 2) return known;
    await this.#write(known, { after: known?.value.after ?? '', node, until: now + LEASE_MS });
    const written = await this.#documents.get(sink.name);
    return written?.value.node === node ? written : undefined;
  }

  /** Writes the progress; a conflict means that the lease was lost, and the other node's progress counts. */
  async #write(was: Kept<Progress> | undefined, progress: Progress): Promise<void> {
    const { registry, sink } = this.#options;
    await registry.write([this.#documents.change(sink.name, was, progress)]);
  }

  async #releaseLease(): Promise<void> {
    const { sink, node } = this.#options;
    const known = await this.#documents.get(sink.name);
    if (known?.value.node === node) await this.#write(known, { ...known.value, until: 0 });
  }

  #computePause(): number {
    if (this.#failures === 0) return LOOK_MS;
    return Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.#failures - 1));
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
