/**
 * Wakes calls at their deadlines and takes up commands that a node left behind. Sleeps until the earliest due time it
 * knows of; looks again at least once a second, since other nodes set deadlines too.
 *
 * Where the store was away deadlines wait a moment: what came in meanwhile waits on the disks of the nodes, and came
 * before them.
 */
import type { Claimed, Clock, DueCalls, Log, NodeId } from '../ports/index.ts';

/** Maximum delay, after a lease has expired, until another node's work is taken over, ms. */
export const MAX_LOOK_INTERVAL_MS = 1_000;
/** Minimum interval between looks, ms: each costs the store something, whatever it finds. */
const MIN_LOOK_INTERVAL_MS = 20;
/** Time that deadlines wait when the store is back, ms: as a rule long enough for every node to find that too, and to apply what it has. */
const RETURN_DELAY_MS = 2_000;
/** Maximum number of calls claimed at a time. */
const BATCH = 100;

interface DueOptions {
  node: NodeId;
  store: DueCalls;
  clock: Clock;
  log: Log;
  leaseMs: number;
  /** Attends to a claimed call; what it throws is logged, the claim runs out and the call comes again. */
  attend(claimed: Claimed): Promise<void>;
  /** Called when everything that was due at that time has been claimed, by this node or another. */
  onAllClaimed(now: number): void;
}

export class Due {
  readonly #options: DueOptions;
  #target = Infinity;
  #isAway = false;
  /** No deadline is looked at earlier than this, whatever is expected meanwhile. */
  #heldUntil = -Infinity;
  #lookedAt = -Infinity;
  #cancel: () => void = () => undefined;
  readonly #looks = new Set<Promise<void>>();
  #stopped = false;

  constructor(options: DueOptions) {
    this.#options = options;
  }

  /** Begins to look; what is overdue comes at once (R3), or in a moment where what came in before waits to be applied. */
  start(hasSpooled = false): void {
    const now = this.#options.clock.now();
    if (hasSpooled) this.#heldUntil = now + RETURN_DELAY_MS;
    this.#sleepUntil(now);
  }

  /** A deadline was set: wake up in time for it. */
  expect(dueAt: number | undefined): void {
    if (dueAt !== undefined && dueAt < this.#target) this.#sleepUntil(dueAt);
  }

  /** Looks no more; resolves when what was being attended to is done. */
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
      log.warn({ err: error }, 'due calls could not be claimed; trying again');
    }
    this.expect(Math.min(next ?? Infinity, clock.now() + MAX_LOOK_INTERVAL_MS));
  }

  /** When to look at deadlines again; throws while the store is still away. */
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
      this.#options.log.error({ call: claimed.record.id, err: error }, 'a due call could not be attended to');
    }
  }
}
