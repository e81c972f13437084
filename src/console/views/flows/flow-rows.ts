/** Rows of the list of flows, combined from several answers of the API about the project. */
import type {
  GetAttentionResponse,
  GetProjectStatsResponse,
  ListDeploymentsResponse,
  ListRoutesResponse,
} from '../../api/generated/index.ts';
import { sumIntoBars } from '../../data/periods.ts';
import type { Period } from '../../data/periods.ts';
import type { AttentionItem } from '../overview/attention-items.ts';

type Deployment = ListDeploymentsResponse['items'][number];
type Calls = GetProjectStatsResponse['flows'][number]['calls'];

export interface FlowRow {
  deployment: Deployment;
  /** The live version, or the one that is scheduled as the first. */
  version: string;
  calls: Calls;
  /** Live calls. */
  now: number;
  /** Calls begun, by bar of the period. */
  begunByBar: readonly number[];
  /** Items of the flow that need attention, the most urgent first. */
  attention: readonly AttentionItem[];
  /** Numbers that lead to it. */
  numbers: readonly string[];
  /** Number of its steps; absent if the version is not among those that were read. */
  steps?: number | undefined;
  /** What the flow says of itself; absent like `steps`, or if it says nothing. */
  description?: string | undefined;
}

interface FlowFacts {
  deployments: ListDeploymentsResponse['items'];
  /** Counts of the period, with the series of each flow. */
  stats: GetProjectStatsResponse;
  period: Period;
  attention: GetAttentionResponse;
  routes: readonly Pick<ListRoutesResponse['items'][number], 'number' | 'flow'>[];
  versions: readonly { version: string; steps: number; description?: string }[];
}

const NO_CALLS: Calls = { begun: 0, ended: 0, failed: 0, hungUp: 0, talked: 0, served: 0 };

/** Returns a row per flow in service: those with the most calls first, then by name. */
export function toFlowRows({
  deployments,
  stats,
  period,
  attention,
  routes,
  versions,
}: FlowFacts): FlowRow[] {
  const known = new Map(versions.map((one) => [one.version, one]));
  const counted = new Map(stats.flows.map((one) => [one.flow, one]));
  return deployments
    .map((deployment) => {
      const { flow } = deployment;
      const found = counted.get(flow);
      const version = deployment.live ?? deployment.scheduled?.version ?? '';
      return {
        deployment,
        version,
        calls: found?.calls ?? NO_CALLS,
        now: found?.live ?? 0,
        begunByBar: sumIntoBars(period, found?.series ?? [], ({ begun }) => begun),
        attention: attention.items.filter((item) => item.flow === flow),
        numbers: routes.filter((route) => route.flow === flow).map(({ number }) => number),
        steps: known.get(version)?.steps,
        description: known.get(version)?.description,
      };
    })
    .toSorted(
      (one, other) =>
        other.calls.begun - one.calls.begun || one.deployment.flow.localeCompare(other.deployment.flow),
    );
}

const filters = {
  all: { label: 'All', isShown: () => true },
  attention: { label: 'Need attention', isShown: ({ attention }) => attention.length > 0 },
  canary: { label: 'Canary', isShown: ({ deployment }) => deployment.canary !== undefined },
  quiet: { label: 'No calls', isShown: ({ calls, now }) => calls.begun === 0 && now === 0 },
} as const satisfies Record<string, { label: string; isShown: (row: FlowRow) => boolean }>;

type FilterName = keyof typeof filters;

/** Returns the filter that the address asks for; all flows for anything else. */
export function parseFilter(text: string | undefined): FilterName {
  return text !== undefined && Object.hasOwn(filters, text) ? (text as FilterName) : 'all';
}

export function filterRows(rows: readonly FlowRow[], name: FilterName): FlowRow[] {
  return rows.filter(filters[name].isShown);
}

/** Returns the filters with the number of flows that each shows. */
export function listFilters(rows: readonly FlowRow[]): { value: FilterName; label: string }[] {
  return (Object.keys(filters) as FilterName[]).map((value) => ({
    value,
    label: `${filters[value].label} ${filterRows(rows, value).length}`,
  }));
}
