/**
 * Counts what happens to calls on this node, and adds it to what all nodes have counted.
 *
 * Owns: what was counted and is not added yet. Does not own: the sums (`Counts`), what counts (`counted.ts`).
 *
 * H1 Nobody waits for a count: `traced` changes maps, and nothing else.
 * H2 What could not be added is added later, once. It is lost only with the process, or beyond `MOST_SUMS`.
 * H3 `stop` adds what is left.
 */
import type { CallRecord, TraceEntry } from '../../call/index.ts';
import { getBucketStart } from '../../engine/ports/index.ts';
import type { BucketAddition, Clock, Counts, Flush, Log, NodeId } from '../../engine/ports/index.ts';
import { listCounts } from './counted.ts';
import { piecesOf } from './tally.ts';
import type { Tally } from './tally.ts';

/** How often it is added, ms. */
const FLUSH_MS = 1_000;
/** So many sums at most wait to be added. */
const MOST_SUMS = 100_000;

export interface CounterOptions {
  counts: Pick<Counts, 'add'>;
  clock: Clock;
  log: Log;
  /** Names this process; another one after every start. */
  node: NodeId;
  /** So long hours are kept, ms. */
  retentionMs: number;
}

export class CallCounter {
  readonly #options: CounterOptions;
  /** By project and version; of each there are as many as minutes, and seldom more than one. */
  #tallies = new Map<string, Map<string, Tally[]>>();
  /** How many sums are in the tallies and in what waits. */
  #sums = 0;
  #isFull = false;
  /** What is being added or could not be yet, oldest first. */
  readonly #waiting: Omit<Flush, 'now'>[] = [];
  #lastNumber = 0;
  #cancel: () => void = () => undefined;
  #adding: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(options: CounterOptions) {
    this.#options = options;
  }

  /** An event was applied (H1). */
  traced(record: CallRecord, entry: TraceEntry): void {
    const { sheets } = this.#tally(record, entry.at);
    listCounts(record, entry, (sheet, name) => {
      const sums = sheets[sheet];
      const count = sums.get(name);
      if (count !== undefined) sums.set(name, count + 1);
      else if (this.#takesRoom()) sums.set(name, 1);
    });
  }

  /** Begins to add from time to time. */
  start(): void {
    this.#cancel = this.#options.clock.after(FLUSH_MS, () => {
      void this.flush().finally(() => {
        if (!this.#isStopped) this.start();
      });
    });
  }

  /** Adds what is left (H3); what cannot be added now is lost. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancel();
    await this.flush();
  }

  /** Adds what was counted so far. Never rejects: what could not be added waits (H2). */
  flush(): Promise<void> {
    this.#adding = this.#adding.then(() => this.#add());
    return this.#adding;
  }

  async #add(): Promise<void> {
    const { counts, clock, log } = this.#options;
    this.#takeTallies();
    try {
      for (let [next] = this.#waiting; next !== undefined; [next] = this.#waiting) {
        await counts.add({ ...next, now: clock.now() });
        this.#waiting.shift();
        this.#sums -= sizeOf(next.added);
      }
      this.#isFull = false;
    } catch (error) {
      log.warn({ err: error }, 'cannot write call statistics; they will be retried');
    }
  }

  /** What was counted becomes flushes, which stay the same however often they are sent (K2). */
  #takeTallies(): void {
    const { node, retentionMs } = this.#options;
    const tallies = [...this.#tallies.values()].flatMap((byVersion) => [...byVersion.values()].flat());
    for (const added of piecesOf(tallies, retentionMs)) {
      this.#lastNumber += 1;
      this.#waiting.push({ node, number: this.#lastNumber, added });
    }
    this.#tallies = new Map();
    this.#sums = this.#waiting.reduce((sum, { added }) => sum + sizeOf(added), 0);
  }

  #takesRoom(): boolean {
    if (this.#sums < MOST_SUMS) {
      this.#sums += 1;
      return true;
    }
    if (!this.#isFull) this.#options.log.error({ sums: MOST_SUMS }, 'some call statistics were dropped');
    this.#isFull = true;
    return false;
  }

  #tally({ project, flow: { name: flow, version } }: CallRecord, time: number): Tally {
    const at = getBucketStart('minute', time);
    const tallies = this.#talliesOf(project, version);
    const known = tallies.find((tally) => tally.at === at && tally.flow === flow);
    if (known !== undefined) return known;
    const tally: Tally = { project, flow, version, at, sheets: { calls: new Map(), steps: new Map() } };
    tallies.push(tally);
    return tally;
  }

  /** Found by one after the other: a text of both would be made, and looked up, for every event. */
  #talliesOf(project: string, version: string): Tally[] {
    const byVersion = this.#tallies.get(project);
    const known = byVersion?.get(version);
    if (known !== undefined) return known;
    const tallies: Tally[] = [];
    if (byVersion === undefined) this.#tallies.set(project, new Map([[version, tallies]]));
    else byVersion.set(version, tallies);
    return tallies;
  }
}

function sizeOf(added: readonly BucketAddition[]): number {
  return added.reduce((sum, { sums }) => sum + sums.length, 0);
}
