/**
 * Counts events of calls and campaigns on this node and adds them to the sums of all nodes.
 *
 * Owns: counts that are not added yet. Does not own: the sums (`Counts`), the counting rules (`counted.ts`).
 *
 * STATS-1 Nothing waits for a count: counting only changes maps in memory.
 * STATS-2 A failed write is retried and applied once. Counts are lost only with the process, or beyond `MAX_SUMS`.
 * STATS-3 `stop` writes the rest.
 */
import type { CallRecord, TraceEntry } from '../../call/index.ts';
import { ALL_COUNTED, getBucketStart } from '../../engine/ports/index.ts';
import type { BucketAddition, Clock, Counts, Flush, Log, NodeId } from '../../engine/ports/index.ts';
import { countEvent } from './counted.ts';
import { splitIntoWrites } from './tally.ts';
import type { SheetTally, Tally } from './tally.ts';

/** Flush interval, ms. */
const FLUSH_MS = 1_000;
/** Maximum number of unwritten sums. */
const MAX_SUMS = 100_000;

export interface CounterOptions {
  counts: Pick<Counts, 'add'>;
  clock: Clock;
  log: Log;
  /** Identifies this process; different after every start. */
  node: NodeId;
  /** Retention of hourly sums, ms. */
  retentionMs: number;
}

export class CallCounter {
  readonly #options: CounterOptions;
  /** Tallies by project and version, one per minute; seldom more than one. */
  #tallies = new Map<string, Map<string, Tally[]>>();
  /** Counts of campaigns, by project, id and minute. */
  #campaigns = new Map<string, SheetTally>();
  /** Number of sums in tallies and pending flushes. */
  #sums = 0;
  #isFull = false;
  /** Pending flushes, oldest first. */
  readonly #waiting: Omit<Flush, 'now'>[] = [];
  #lastNumber = 0;
  #cancel: () => void = () => undefined;
  #adding: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(options: CounterOptions) {
    this.#options = options;
  }

  /** Counts an applied event (STATS-1). */
  traced(record: CallRecord, entry: TraceEntry): void {
    const { sheets } = this.#findTally(record, entry.at);
    countEvent(record, entry, (sheet, name) => {
      const sums = sheets[sheet];
      const count = sums.get(name);
      if (count !== undefined) sums.set(name, count + 1);
      else if (this.#reserveSum()) sums.set(name, 1);
    });
  }

  /** Counts something of a campaign now (STATS-1). */
  countCampaign({ project, id }: { project: string; id: string }, name: string, amount: number): void {
    const at = getBucketStart('minute', this.#options.clock.now());
    const key = `${project} ${id} ${at}`;
    const tally = this.#campaigns.get(key) ?? { project, flow: id, sheet: 'campaign' as const, at, sums: [] };
    this.#campaigns.set(key, tally);
    const sum = tally.sums.find((one) => one.name === name);
    if (sum !== undefined) sum.count += amount;
    else if (this.#reserveSum()) tally.sums.push({ version: ALL_COUNTED, name, count: amount });
  }

  /** Starts flushing periodically. */
  start(): void {
    this.#cancel = this.#options.clock.after(FLUSH_MS, () => {
      void this.flush().finally(() => {
        if (!this.#isStopped) this.start();
      });
    });
  }

  /** Flushes the rest (STATS-3); what cannot be written now is lost. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancel();
    await this.flush();
  }

  /** Flushes all counts. Never rejects: a failed flush stays pending (STATS-2). */
  flush(): Promise<void> {
    this.#adding = this.#adding.then(() => this.#writeFlush());
    return this.#adding;
  }

  async #writeFlush(): Promise<void> {
    const { counts, clock, log } = this.#options;
    this.#convertTallies();
    try {
      for (let [next] = this.#waiting; next !== undefined; [next] = this.#waiting) {
        await counts.add({ ...next, now: clock.now() });
        this.#waiting.shift();
        this.#sums -= countSums(next.added);
      }
      this.#isFull = false;
    } catch (error) {
      log.warn({ err: error }, 'cannot write call statistics; they will be retried');
    }
  }

  /** Turns tallies into flushes, which are identical at every retry (K2). */
  #convertTallies(): void {
    const { node, retentionMs } = this.#options;
    const tallies = [...this.#tallies.values()].flatMap((byVersion) => [...byVersion.values()].flat());
    for (const added of splitIntoWrites({ tallies, sheets: [...this.#campaigns.values()] }, retentionMs)) {
      this.#lastNumber += 1;
      this.#waiting.push({ node, number: this.#lastNumber, added });
    }
    this.#tallies = new Map();
    this.#campaigns = new Map();
    this.#sums = this.#waiting.reduce((sum, { added }) => sum + countSums(added), 0);
  }

  #reserveSum(): boolean {
    if (this.#sums < MAX_SUMS) {
      this.#sums += 1;
      return true;
    }
    if (!this.#isFull) this.#options.log.error({ sums: MAX_SUMS }, 'some call statistics were dropped');
    this.#isFull = true;
    return false;
  }

  #findTally({ project, flow: { name: flow, version } }: CallRecord, time: number): Tally {
    const at = getBucketStart('minute', time);
    const tallies = this.#findTallies(project, version);
    const known = tallies.find((tally) => tally.at === at && tally.flow === flow);
    if (known !== undefined) return known;
    const tally: Tally = { project, flow, version, at, sheets: { calls: new Map(), steps: new Map() } };
    tallies.push(tally);
    return tally;
  }

  /** Looks up project and version separately, to avoid building a key for every event. */
  #findTallies(project: string, version: string): Tally[] {
    const byVersion = this.#tallies.get(project);
    const known = byVersion?.get(version);
    if (known !== undefined) return known;
    const tallies: Tally[] = [];
    if (byVersion === undefined) this.#tallies.set(project, new Map([[version, tallies]]));
    else byVersion.set(version, tallies);
    return tallies;
  }
}

function countSums(added: readonly BucketAddition[]): number {
  return added.reduce((sum, { sums }) => sum + sums.length, 0);
}
