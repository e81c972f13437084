/** Reads statistics of a flow by version, from the sums of all nodes. */
import { LRUCache } from 'lru-cache';
import type { CompiledFlow } from '../../language/model/index.ts';
import { Refusal } from '../management/index.ts';
import { getBucketStart, WIDTH_MS } from '../../engine/ports/index.ts';
import type { Bucket, Counts, FlowStore, Sheet, Sum, Width } from '../../engine/ports/index.ts';
import { BEGUN } from './counted.ts';
import { addUpBuckets, readCalls, readOutcomes, listSteps, readSteps } from './read-sums.ts';
import type { CallSums, OutcomeSum, StepRow, StepSums } from './read-sums.ts';
import { MINUTES_KEPT_MS } from './tally.ts';

const MAX_BUCKETS = 2_500;
const MAX_VERSIONS = 20;
/** Maximum number of versions whose steps are cached; reading one takes a millisecond. */
const MAX_CACHED_VERSIONS = 100;
const DEFAULT_PERIOD_MS: Record<Width, number> = { minute: WIDTH_MS.hour, hour: 24 * WIDTH_MS.hour };

interface StatsQuery {
  project: string;
  flow: string;
  /** ms since the epoch; default: a day before `to`, of minutes an hour. */
  from?: number;
  /** ms since the epoch, not included; default: now. */
  to?: number;
  /** Default: minutes for up to three hours that are not long ago, else hours. */
  bucket?: Width;
  /** Restricts the versions; default: all with calls. */
  versions?: readonly string[];
}

/** Statistics of a version. */
export interface VersionStats {
  version: string;
  calls: CallSums;
  /** Outcomes, most frequent first. */
  outcomes: OutcomeSum[];
  /** In the order of the flow. */
  steps: StepSums[];
  /** Ordered by time; empty buckets are omitted. */
  buckets: ({ at: number } & CallSums)[];
}

export interface FlowStats {
  flow: string;
  /** Start, ms since the epoch: the beginning of a bucket. */
  from: number;
  /** End, ms since the epoch. */
  to: number;
  bucket: Width;
  /** Versions with the most calls first; at most 20. */
  versions: VersionStats[];
}

export interface StatsOptions {
  counts: Pick<Counts, 'read' | 'sum'>;
  /** Provides the order of the steps of a version. */
  flows: Pick<FlowStore, 'getFlow'>;
  now: () => number;
}

export class Stats {
  readonly #options: StatsOptions;
  readonly #rows: LRUCache<string, StepRow[]>;

  constructor(options: StatsOptions) {
    this.#options = options;
    this.#rows = new LRUCache<string, StepRow[]>({
      max: MAX_CACHED_VERSIONS,
      fetchMethod: async (version) => {
        const json = await options.flows.getFlow(version);
        return json === undefined ? undefined : listSteps(JSON.parse(json) as CompiledFlow);
      },
    });
  }

  /** Throws a `Refusal`: `invalid_period`. */
  async read(query: StatsQuery): Promise<FlowStats> {
    const { project, flow } = query;
    const span = alignPeriod(query, this.#options.now());
    const { counts } = this.#options;
    const readSheet = (name: Sheet) => ({ project, flow, sheet: name, width: span.bucket });
    const within = { from: span.from, until: span.to };
    const [calls, steps] = await Promise.all([
      counts.read(readSheet('calls'), within),
      counts.sum(readSheet('steps'), within),
    ]);
    const callsBy = Map.groupBy(calls, ({ version }) => version);
    const stepsBy = Map.groupBy(steps, ({ version }) => version);
    const wanted = (query.versions ?? selectMostCalled(callsBy)).slice(0, MAX_VERSIONS);
    const versions = await Promise.all(
      wanted.map((version) =>
        this.#toVersionStats(version, callsBy.get(version) ?? [], stepsBy.get(version) ?? []),
      ),
    );
    return { flow, ...span, versions };
  }

  async #toVersionStats(
    version: string,
    buckets: readonly Bucket[],
    steps: readonly Sum[],
  ): Promise<VersionStats> {
    const rows = await this.#rows.fetch(version);
    const all = addUpBuckets(buckets);
    const calls = readCalls(all);
    return {
      version,
      calls,
      outcomes: readOutcomes(all, calls.ended),
      steps: readSteps(steps, rows),
      buckets: buckets
        .toSorted((one, other) => one.at - other.at)
        .map(({ at, sums }) => ({ at, ...readCalls(sums) })),
    };
  }
}

/** Rounds the period to whole buckets. */
function alignPeriod(query: StatsQuery, now: number): Pick<FlowStats, 'from' | 'to' | 'bucket'> {
  const { to = now } = query;
  const asked = query.from ?? to - DEFAULT_PERIOD_MS[query.bucket ?? 'hour'];
  const isShort = to - asked <= 3 * WIDTH_MS.hour && now - asked <= MINUTES_KEPT_MS;
  const { bucket = isShort ? 'minute' : 'hour' } = query;
  const from = getBucketStart(bucket, asked);
  if (from >= to) throw new Refusal('invalid_period', 'the period ends before it begins');
  if ((to - from) / WIDTH_MS[bucket] > MAX_BUCKETS)
    throw new Refusal(
      'invalid_period',
      `the period has more than ${MAX_BUCKETS} ${bucket}s: shorten it${bucket === 'minute' ? ', or use hours' : ''}`,
    );
  return { from, to, bucket };
}

function selectMostCalled(byVersion: ReadonlyMap<string, readonly Bucket[]>): string[] {
  return [...byVersion]
    .map(([version, buckets]) => ({ version, begun: countBegun(buckets) }))
    .sort((one, other) => other.begun - one.begun || (one.version < other.version ? -1 : 1))
    .map(({ version }) => version);
}

function countBegun(buckets: readonly Bucket[]): number {
  return buckets.reduce((begun, { sums }) => begun + (sums[BEGUN] ?? 0), 0);
}
