/**
 * Passes notifications to the engine, and spools them on this node's disk while the store is unavailable.
 *
 * Owns: the order of entries about one call, spooled or not. Does not own: how entries are spooled (the spool), what they
 * do (the engine).
 *
 * INTAKE-1 An entry is acknowledged only after it was stored or spooled (I1).
 * INTAKE-2 No entry overtakes a spooled one about the same call.
 * INTAKE-3 An entry without a deduplication key gets one before the first attempt, since a failed attempt may have been stored.
 * INTAKE-4 An entry that fails for a reason of its own, not of the store, is logged and dropped: it blocks no other.
 */
import type { CallId } from '../../call/index.ts';
import { OperationalError } from '../ports/index.ts';
import type { Arrival, Clock, Log, Spool, Spooled, SpoolState } from '../ports/index.ts';
import type { Engine } from '../engine.ts';
import type { Received } from '../wake/orphans.ts';
import { identifyCall } from './identify.ts';
import type { DeliveryArrival, MessageArrival } from './messages.ts';
import { Serial } from './serial.ts';
import { Waits } from './waits.ts';

/** Timeout of storing a notification, ms: a little less than the 5 s that the platform waits (I6, voice.md 6). */
export const ANSWER_TIMEOUT_MS = 4_500;
/** Timeout of storing a notification that can be spooled instead, ms: leaves time for that. */
const SPOOL_TIMEOUT_MS = 3_000;
/** Pause before the store is tried again, ms. */
const RETRY_MS = 250;
/** Number of entries applied before they are taken off. After a crash they are repeated, and a call remembers as many keys. */
const REPLAY_BATCH = 32;

/** The result for an entry; one that was spooled is applied later. */
export type Taken = Received | 'spooled';

/** An entry of the spool. */
type Incoming =
  | {
      kind: 'call';
      arrival: Arrival;
      /** The call that it is about; absent when there is none, and in spools of earlier releases. */
      call?: CallId | undefined;
    }
  | { kind: 'message'; arrival: MessageArrival }
  | { kind: 'delivery'; arrival: DeliveryArrival };

interface IntakeOptions {
  engine: Pick<Engine, 'receive' | 'message' | 'delivered'>;
  /** Absent: an entry that cannot be stored is refused. */
  spool?: Spool;
  clock: Clock;
  log: Log;
  /** Returns a new unique text. */
  newId: () => string;
}

export class Intake {
  readonly #options: IntakeOptions;
  readonly #serial = new Serial();
  /** Timeouts of the store: when an entry is refused after it, and when it is spooled. */
  readonly #waits: Record<'toAnswer' | 'toSpool', Waits>;
  #cancel: () => void = () => undefined;
  #replaying: Promise<void> | undefined;
  #isStopped = false;
  /** Entries that are applied but not taken off, since an earlier one is not applied. */
  readonly #applied = new Set<string>();

  constructor(options: IntakeOptions) {
    this.#options = options;
    const { clock } = options;
    this.#waits = {
      toAnswer: new Waits(clock, ANSWER_TIMEOUT_MS),
      toSpool: new Waits(clock, SPOOL_TIMEOUT_MS),
    };
  }

  /** Begins to apply the entries spooled by an earlier process. */
  start(): void {
    this.#replaySoon(0);
  }

  /** Applies or spools a notification about a call. Throws `OperationalError` when it can be neither stored nor spooled. */
  receive(arrival: Arrival): Promise<Taken> {
    return this.#take({ kind: 'call', arrival, call: identifyCall(arrival) });
  }

  /** Applies or spools a text message. */
  message(arrival: MessageArrival): Promise<Taken> {
    return this.#take({ kind: 'message', arrival });
  }

  /** Applies or spools a delivery report. */
  async delivered(arrival: DeliveryArrival): Promise<void> {
    await this.#take({ kind: 'delivery', arrival });
  }

  /** Returns the state of the spool; undefined where there is none. */
  getSpoolState(): SpoolState | undefined {
    return this.#options.spool?.state();
  }

  /** Stops applying; spooled entries stay on the disk for the next start. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancel();
    await this.#replaying;
    await this.#serial.idle();
    await this.#options.spool?.close();
  }

  #take(incoming: Incoming): Promise<Taken> {
    const { spool } = this.#options;
    return spool === undefined
      ? this.#applyInTime(incoming, this.#waits.toAnswer)
      : this.#takeOrSpool(addKey(incoming, this.#options.newId), spool);
  }

  /** Applies or spools an entry in order with others about the same subject (INTAKE-2). */
  async #takeOrSpool(incoming: Incoming, spool: Spool): Promise<Taken> {
    const { clock, log } = this.#options;
    const about = getSubject(incoming);
    const turn = this.#serial.enter(about);
    if (turn !== undefined) await turn;
    try {
      if (spool.count(about) === 0) {
        try {
          return await this.#applyInTime(incoming, this.#waits.toSpool);
        } catch (error) {
          if (!isRetryable(error)) throw error;
          if (spool.state().entries === 0)
            log.error({ err: error }, 'cannot store notifications, spooling them');
        }
      }
      await spool.append({ entry: JSON.stringify(incoming), about, at: clock.now() });
      this.#replaySoon(RETRY_MS);
      return 'spooled';
    } finally {
      this.#serial.leave(about);
    }
  }

  #apply(incoming: Incoming): Promise<Taken> {
    const { engine } = this.#options;
    if (incoming.kind === 'call') return engine.receive(incoming.arrival, incoming.call);
    if (incoming.kind === 'message') return engine.message(incoming.arrival);
    return engine.delivered(incoming.arrival).then(() => 'applied');
  }

  /** Applies an entry within the timeout. One applied later is recognised when it comes from the spool (INTAKE-3). */
  #applyInTime(incoming: Incoming, waits: Waits): Promise<Taken> {
    return new Promise((resolve, reject) => {
      const wait = waits.begin(() => {
        reject(new OperationalError('store_slow', 'the store did not answer in time', { retryable: true }));
      });
      const endWaitBefore =
        <Value>(settle: (value: Value) => void) =>
        (value: Value) => {
          waits.end(wait);
          settle(value);
        };
      this.#apply(incoming).then(endWaitBefore(resolve), endWaitBefore(reject));
    });
  }

  #replaySoon(delayMs: number): void {
    const { spool, clock } = this.#options;
    if (this.#isStopped || this.#replaying !== undefined || spool === undefined) return;
    if (spool.state().entries === 0) return;
    this.#cancel();
    this.#cancel = clock.after(delayMs, () => {
      this.#replaying ??= this.#replay(spool).finally(() => {
        this.#replaying = undefined;
        this.#replaySoon(RETRY_MS);
      });
    });
  }

  /** Applies the oldest entries until none is left or the store is unavailable again. */
  async #replay(spool: Spool): Promise<void> {
    const { log } = this.#options;
    try {
      for (;;) {
        const batch = this.#isStopped ? [] : await spool.oldest(REPLAY_BATCH);
        if (batch.length === 0) break;
        await Promise.all(groupBySubject(batch).map((entries) => this.#applyAll(entries)));
        const isDone = await this.#takeOff(batch, spool);
        if (!isDone) return;
        if (spool.state().entries === 0) log.info({}, 'all spooled notifications are applied');
      }
    } catch (error) {
      log.error({ err: error }, 'cannot read or write the spool; it will be retried');
    }
  }

  /** Applies entries about one subject in order, until the store is unavailable. */
  async #applyAll(entries: Spooled[]): Promise<void> {
    for (const { entry } of entries) {
      if (this.#applied.has(entry)) continue;
      try {
        await this.#applyInTime(JSON.parse(entry) as Incoming, this.#waits.toSpool);
      } catch (error) {
        if (isRetryable(error)) return;
        this.#options.log.error({ err: error }, 'cannot apply a spooled notification; it is dropped');
      }
      this.#applied.add(entry);
    }
  }

  /** Takes off the oldest entries up to the first that is not applied; true when all were applied. */
  async #takeOff(entries: Spooled[], spool: Spool): Promise<boolean> {
    const open = entries.findIndex(({ entry }) => !this.#applied.has(entry));
    const done = open === -1 ? entries : entries.slice(0, open);
    await spool.takeOff(done.length);
    for (const { entry } of done) this.#applied.delete(entry);
    return open === -1;
  }
}

function groupBySubject(entries: Spooled[]): Spooled[][] {
  return [...Map.groupBy(entries, ({ about }) => about).values()];
}

function isRetryable(error: unknown): boolean {
  return error instanceof OperationalError && error.retryable;
}

function getSubject(incoming: Incoming): string {
  if (incoming.kind === 'call') return incoming.call ?? '';
  if (incoming.kind === 'message') return `message ${incoming.arrival.from}`;
  return incoming.arrival.reference;
}

function addKey(incoming: Incoming, newId: () => string): Incoming {
  if (incoming.arrival.key !== undefined) return incoming;
  return { ...incoming, arrival: { ...incoming.arrival, key: newId() } } as Incoming;
}
