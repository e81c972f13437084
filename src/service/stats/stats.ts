/** Reads statistics of a flow by version, from the sums of all nodes. */
import { LRUCache } from 'lru-cache';
import type { CompiledFlow } from '../../language/model/index.ts';
import type { Bucket, Counts, FlowStore, Sheet, Sum } from '../../engine/ports/index.ts';
import { BEGUN } from './counted.ts';
import { alignPeriod } from './period.ts';
import type { PeriodQuery, StatsPeriod } from './period.ts';
import { addUpBuckets, readCalls, readOutcomes, listSteps, readSteps } from './read-sums.ts';
import type { CallSums, OutcomeSum, StepRow, StepSums } from './read-sums.ts';

const MAX_VERSIONS = 20;
/** Maximum number of versions whose steps are cached; reading one takes a millisecond. */
const MAX_CACHED_VERSIONS = 100;

interface StatsQuery extends PeriodQuery {
  project: string;
  flow: string;
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

export interface FlowStats extends StatsPeriod {
  flow: string;
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

function selectMostCalled(byVersion: ReadonlyMap<string, readonly Bucket[]>): string[] {
  return [...byVersion]
    .map(([version, buckets]) => ({ version, begun: countBegun(buckets) }))
    .sort((one, other) => other.begun - one.begun || (one.version < other.version ? -1 : 1))
    .map(({ version }) => version);
}

function countBegun(buckets: readonly Bucket[]): number {
  return buckets.reduce((begun, { sums }) => begun + (sums[BEGUN] ?? 0), 0);
}
