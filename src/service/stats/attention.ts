/**
 * Finds what needs attention about the flows of a project, from counts and deployments.
 *
 * ATTENTION-1 Only versions that take calls are judged, so that an item disappears when its version is replaced.
 * ATTENTION-2 The number of flows is limited: those with the most calls, and the first deployments.
 */
import type { Counts } from '../../engine/ports/index.ts';
import { findBreach } from '../management/index.ts';
import type { Deployment, Deployments, Tally } from '../management/index.ts';
import { listCountedItems } from './attention-rules.ts';
import type { CountedItem } from './attention-rules.ts';
import { alignPeriod } from './period.ts';
import type { StatsPeriod } from './period.ts';
import type { ProjectStatistics } from './project-stats.ts';
import { readTallies } from './read-tallies.ts';
import type { Stats } from './stats.ts';

const MAX_FLOWS = 200;
/** Maximum number of flows that are read from the store at once. */
const MAX_CONCURRENT = 10;
/** Number of ended calls after which a canary without a guard is ready for a decision. */
const CANARY_CALLS = 50;
/** Default look-back, ms. */
const LOOK_BACK_MS = 3_600_000;

interface Found {
  flow: string;
  version: string;
  /** Start of the counted period, or the time of the event, ms since the epoch. */
  since: number;
}

/** Something about a flow that needs attention. */
export type FlowAttention = Found &
  (
    | CountedItem
    | { code: 'canary_ready'; tally: Tally; percentOfCalls: number }
    | { code: 'canary_rolled_back'; percentOfCalls: number; reason: string }
  );

interface FlowsNeedingAttention {
  /** Start of the look-back window, ms since the epoch. */
  from: number;
  items: FlowAttention[];
  /** Deployments of the project, at most 200. */
  deployed: DeployedFlow[];
}

type DeployedFlow = Deployment & { flow: string };

interface AttentionOptions {
  counts: Pick<Counts, 'sum'>;
  stats: Stats;
  projectStats: ProjectStatistics;
  deployments: Pick<Deployments, 'list'>;
  now: () => number;
}

export class Attention {
  readonly #options: AttentionOptions;

  constructor(options: AttentionOptions) {
    this.#options = options;
  }

  /** `from`: start of the window, ms since the epoch; default: an hour ago. Throws a `Refusal`: `invalid_period`. */
  async find(project: string, from?: number): Promise<FlowsNeedingAttention> {
    const { projectStats, deployments, now } = this.#options;
    const at = now();
    const span = alignPeriod({ from: from ?? at - LOOK_BACK_MS, to: at }, at);
    const [byFlow, deployed] = await Promise.all([
      projectStats.readByFlow(project, span),
      deployments.list(project, { limit: MAX_FLOWS }),
    ]);
    const called = [...byFlow]
      .sort(([, one], [, other]) => other.begun + other.ended - one.begun - one.ended)
      .slice(0, MAX_FLOWS)
      .map(([flow]) => flow);
    const deploymentOf = new Map(deployed.map((one) => [one.flow, one]));
    const flows = [...new Set([...called, ...deployed.filter(hasCanary).map(({ flow }) => flow)])];
    const items: FlowAttention[] = [];
    for (let first = 0; first < flows.length; first += MAX_CONCURRENT) {
      const found = await Promise.all(
        flows.slice(first, first + MAX_CONCURRENT).map(async (flow) => {
          const deployment = deploymentOf.get(flow);
          const counted = byFlow.has(flow)
            ? await this.#listCounted({ project, flow, deployment, span })
            : [];
          return [...counted, ...(deployment ? await this.#listCanary(project, deployment) : [])];
        }),
      );
      items.push(...found.flat());
    }
    return { from: span.from, items, deployed };
  }

  /** ATTENTION-1; a flow without a deployment is started with the service. */
  async #listCounted({
    project,
    flow,
    deployment,
    span,
  }: {
    project: string;
    flow: string;
    deployment: DeployedFlow | undefined;
    span: StatsPeriod;
  }): Promise<FlowAttention[]> {
    const { live, canary } = deployment ?? {};
    const versions = [live, canary?.version].filter((one) => one !== undefined);
    const read = await this.#options.stats.read({
      ...{ project, flow, ...span },
      ...(versions.length > 0 && { versions }),
    });
    return read.versions.flatMap(({ version, calls, steps }) =>
      listCountedItems(calls, steps).map((item) => ({ flow, version, since: span.from, ...item })),
    );
  }

  async #listCanary(project: string, deployment: DeployedFlow): Promise<FlowAttention[]> {
    const { flow, live, canary, takenBack, guard } = deployment;
    if (takenBack !== undefined)
      return [
        {
          ...{ flow, version: takenBack.version, since: takenBack.at, code: 'canary_rolled_back' },
          percentOfCalls: takenBack.percent,
          reason: takenBack.reason,
        },
      ];
    if (canary === undefined || live === undefined) return [];
    const { version, since, percent } = canary;
    const { counts, now } = this.#options;
    const readTally = await readTallies(counts, { project, flow }, { since, now: now() });
    const tally = readTally(version);
    const isReady = tally.ended >= (guard?.minCalls ?? CANARY_CALLS);
    if (!isReady || findBreach(deployment, tally, readTally(live)) !== undefined) return [];
    return [{ flow, version, since, code: 'canary_ready', tally, percentOfCalls: percent }];
  }
}

function hasCanary({ canary, takenBack }: Deployment): boolean {
  return canary !== undefined || takenBack !== undefined;
}
