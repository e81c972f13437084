/** Reads statistics of all flows of a project: how their calls ended, and their live calls. */
import { ALL_COUNTED } from '../../engine/ports/index.ts';
import type { CallListing, Counts, Sheet } from '../../engine/ports/index.ts';
import type { Deployments } from '../management/index.ts';
import { alignPeriod, MAX_BUCKETS } from './period.ts';
import type { PeriodQuery, StatsPeriod } from './period.ts';
import { readEndings } from './read-sums.ts';
import type { Endings } from './read-sums.ts';

/** Maximum number of flows in an answer, because the live calls of each are counted. */
const MAX_FLOWS = 200;
/** Maximum number of buckets of a period with the series of each flow. */
const MAX_SERIES_BUCKETS = 400;
/** Maximum number of concurrent requests to the store. */
const MAX_CONCURRENT = 20;

/** The endings of the calls of a flow. */
interface FlowEndings {
  flow: string;
  calls: Endings;
  /** Live calls at the time of the answer. */
  live: number;
  /** Calls that began, ordered by time; empty buckets are omitted. Present if asked for. */
  series?: { at: number; begun: number }[];
}

interface ProjectStatsQuery extends PeriodQuery {
  project: string;
  /** True adds the series of each flow. */
  series?: boolean;
}

export interface ProjectStats extends StatsPeriod {
  /** All flows together, also those left out of `flows`. */
  calls: Endings;
  /** Live calls of the project at the time of the answer. */
  live: number;
  /** Flows with the most calls first, then those in service without calls; at most 200. */
  flows: FlowEndings[];
  /** Number of flows beyond that limit. */
  flowsLeftOut: number;
  /** All flows together, ordered by time; empty buckets are omitted. */
  buckets: ({ at: number } & Endings)[];
}

export interface ProjectStatisticsOptions {
  counts: Pick<Counts, 'read' | 'sum'>;
  calls: Pick<CallListing, 'count'>;
  deployments: Pick<Deployments, 'list'>;
  now: () => number;
}

export class ProjectStatistics {
  readonly #options: ProjectStatisticsOptions;

  constructor(options: ProjectStatisticsOptions) {
    this.#options = options;
  }

  /** Throws a `Refusal`: `invalid_period`. The number of reads from the store does not depend on the number of buckets. */
  async read({ project, series = false, ...query }: ProjectStatsQuery): Promise<ProjectStats> {
    const { counts, calls, deployments, now } = this.#options;
    const span = alignPeriod(query, now(), series ? MAX_SERIES_BUCKETS : MAX_BUCKETS);
    const [within, byFlow] = [{ from: span.from, until: span.to }, await this.readByFlow(project, span)];
    const [buckets, live, deployed] = await Promise.all([
      counts.read(toSeries(project, 'project', span), within),
      calls.count({ project, state: 'live' }),
      deployments.list(project, { limit: MAX_FLOWS }),
    ]);
    const names = new Set([...byFlow.keys(), ...deployed.map(({ flow }) => flow)]);
    const flows = [...names]
      .map((flow) => ({ flow, calls: byFlow.get(flow) ?? readEndings({}) }))
      .sort((one, other) => other.calls.begun - one.calls.begun || (one.flow < other.flow ? -1 : 1));
    const listed = flows.slice(0, MAX_FLOWS);
    const counted =
      live === 0 ? listed.map((one) => ({ ...one, live })) : await this.#countLive(project, listed);
    return {
      ...span,
      calls: addUpEndings([...byFlow.values()]),
      live,
      flows: series ? await this.#addSeries(project, span, counted) : counted,
      flowsLeftOut: flows.length - listed.length,
      buckets: buckets
        .toSorted((one, other) => one.at - other.at)
        .map(({ at, sums }) => ({ at, ...readEndings(sums) })),
    };
  }

  /** Reads how the calls of each flow with calls ended, with one read from the store. */
  async readByFlow(project: string, span: StatsPeriod): Promise<Map<string, Endings>> {
    const series = toSeries(project, 'flows', span);
    const sums = await this.#options.counts.sum(series, { from: span.from, until: span.to });
    return new Map(
      [...Map.groupBy(sums, ({ version }) => version)].map(([flow, some]) => [
        flow,
        readEndings(Object.fromEntries(some.map(({ name, count }) => [name, count]))),
      ]),
    );
  }

  /** Adds the calls that began on each flow, with one read from the store. */
  async #addSeries(
    project: string,
    span: StatsPeriod,
    flows: readonly FlowEndings[],
  ): Promise<FlowEndings[]> {
    const within = { from: span.from, until: span.to };
    const buckets = await this.#options.counts.read(toSeries(project, 'flows', span), within);
    const byFlow = Map.groupBy(buckets, ({ version }) => version);
    return flows.map((one) => ({
      ...one,
      series: (byFlow.get(one.flow) ?? [])
        .map(({ at, sums }) => ({ at, begun: readEndings(sums).begun }))
        .toSorted((bucket, other) => bucket.at - other.at),
    }));
  }

  async #countLive(project: string, flows: readonly Omit<FlowEndings, 'live'>[]): Promise<FlowEndings[]> {
    const counted: FlowEndings[] = [];
    for (let from = 0; from < flows.length; from += MAX_CONCURRENT)
      counted.push(
        ...(await Promise.all(
          flows.slice(from, from + MAX_CONCURRENT).map(async (one) => ({
            ...one,
            live: await this.#options.calls.count({ project, flow: one.flow, state: 'live' }),
          })),
        )),
      );
    return counted;
  }
}

function toSeries(project: string, sheet: Sheet, { bucket: width }: StatsPeriod) {
  return { project, flow: ALL_COUNTED, sheet, width };
}

function addUpEndings(all: readonly Endings[]): Endings {
  const add = (name: keyof Endings) => all.reduce((sum, one) => sum + one[name], 0);
  return {
    begun: add('begun'),
    ended: add('ended'),
    failed: add('failed'),
    hungUp: add('hungUp'),
    talked: add('talked'),
    served: add('served'),
  };
}
