/**
 * Wakes calls at their deadlines and takes over commands of nodes that are gone. Sleeps until the earliest known due time,
 * but polls at least once a second, since other nodes set deadlines too.
 *
 * After an outage of the store, deadlines are delayed: events received meanwhile are spooled on the nodes and come first.
 */
import type { Claimed, Clock, DueCalls, Log, NodeId } from '../ports/index.ts';

/** Maximum delay, after a lease has expired, until another node's work is taken over, ms. */
export const MAX_LOOK_INTERVAL_MS = 1_000;
/** Minimum interval between polls, ms: each is a load on the store. */
const MIN_LOOK_INTERVAL_MS = 20;
/** Delay of deadlines when the store is back, ms: usually enough for every node to apply its spool. */
const RETURN_DELAY_MS = 2_000;
/** Maximum number of calls claimed at a time. */
const BATCH = 100;

interface DueOptions {
  node: NodeId;
  store: DueCalls;
  clock: Clock;
  log: Log;
  leaseMs: number;
  /** Handles a claimed call. An error is logged; the claim expires and the call is claimed again. */
  attend(claimed: Claimed): Promise<void>;
  /** Called when everything that was due at that time has been claimed, by this node or another. */
  onAllClaimed(now: number): void;
}

export class Due {
  readonly #options: DueOptions;
  #target = Infinity;
  #isAway = false;
  /** Earliest time of the next poll, ms since the epoch. */
  #heldUntil = -Infinity;
  #lookedAt = -Infinity;
  #cancel: () => void = () => undefined;
  readonly #looks = new Set<Promise<void>>();
  #stopped = false;

  constructor(options: DueOptions) {
    this.#options = options;
  }

  /** Begins to poll. Overdue deadlines fire at once (R3), or after a delay when spooled events come first. */
  start(hasSpooled = false): void {
    const now = this.#options.clock.now();
    if (hasSpooled) this.#heldUntil = now + RETURN_DELAY_MS;
    this.#sleepUntil(now);
  }

  /** Schedules a poll for a deadline that was set. */
  schedule(dueAt: number | undefined): void {
    if (dueAt !== undefined && dueAt < this.#target) this.#sleepUntil(dueAt);
  }

  /** Stops polling; resolves when the calls being handled are done. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel();
    await Promise.all(this.#looks);
  }

  #sleepUntil(time: number): void {
    if (this.#stopped) return;
    const { clock } = this.#options;
    this.#cancel();
    this.#target = time;
    const at = Math.max(time, this.#lookedAt + MIN_LOOK_INTERVAL_MS, this.#heldUntil);
    this.#cancel = clock.after(Math.max(0, at - clock.now()), () => {
      this.#target = Infinity;
      this.#lookedAt = clock.now();
      const look = this.#look().finally(() => this.#looks.delete(look));
      this.#looks.add(look);
    });
  }

  async #look(): Promise<void> {
    const { store, clock, log } = this.#options;
    let next: number | undefined;
    try {
      if (this.#isAway) next = await this.#checkReturn();
      else {
        await this.#claimAll();
        next = await store.nextDueAt();
      }
    } catch (error) {
      this.#isAway = true;
      log.warn({ err: error }, 'cannot claim due calls; it will be retried');
    }
    this.schedule(Math.min(next ?? Infinity, clock.now() + MAX_LOOK_INTERVAL_MS));
  }

  /** Returns the time of the next poll; throws while the store is still unavailable. */
  async #checkReturn(): Promise<number> {
    const { store, clock } = this.#options;
    await store.nextDueAt();
    this.#isAway = false;
    this.#heldUntil = clock.now() + RETURN_DELAY_MS;
    return this.#heldUntil;
  }

  async #claimAll(): Promise<void> {
    const { store, clock, node, leaseMs } = this.#options;
    for (;;) {
      const now = clock.now();
      const claimed = await store.claim(node, now, now + leaseMs, BATCH);
      await Promise.all(claimed.map((call) => this.#attend(call)));
      if (claimed.length < BATCH) {
        this.#options.onAllClaimed(now);
        return;
      }
      if (this.#stopped) return;
    }
  }

  async #attend(claimed: Claimed): Promise<void> {
    try {
      await this.#options.attend(claimed);
    } catch (error) {
      this.#options.log.error(
        { call: claimed.record.id, err: error },
        'cannot process a due call; it will be retried',
      );
    }
  }
}
