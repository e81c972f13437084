/** What can be found in a project: read when the dialog opens, steps when somebody types. */
import { useEffect, useState } from 'preact/hooks';
import { unwrap } from '../../api/client.ts';
import { getFlowGraph, listCalls, listDeployments, listRoutes } from '../../api/generated/index.ts';
import type { ListCallsResponse } from '../../api/generated/index.ts';
import type { ApiProblem } from '../../api/problem.ts';
import { useEach } from '../../data/read-each.ts';
import { useResource } from '../../data/resource.ts';
import { describeStep } from '../../flowchart/labels.ts';
import { mayDo, leave } from '../../session/session.ts';
import { formatRecent } from '../../ui/format.ts';
import { shownDialog } from '../keys.ts';
import type { RailEntry } from '../rail-entry.ts';
import { chooseTheme, themes } from '../theme.ts';
import { readNumber } from './match.ts';
import type { Findable } from './match.ts';

/** Items that are read of each list: one page of the API. */
const MAX_ITEMS = 200;
const MAX_CALLS = 100;

interface Findables {
  items: readonly Findable[];
  /** True while more is read. */
  isReading: boolean;
  /** Why the lists could not be read. */
  problem?: ApiProblem;
}

/** Returns what can be found; more arrives while it is read. */
export function useFindables(project: string, entries: readonly RailEntry[], query: string): Findables {
  const lists = useResource(`find ${project}`, () => readLists(project));
  const { data, problem } = lists.state.value;
  const flows = data?.flows ?? [];
  const inService = flows.flatMap(({ flow, live }) => (live === undefined ? [] : [{ flow, live }]));
  const steps = useSteps(project, query.trim() === '' ? [] : inService);
  const called = useCallsOf(project, readNumber(query));
  const recent = data?.calls ?? [];
  const known = new Set(recent.map(({ id }) => id));
  const home = `/console/${project}`;
  return {
    items: [
      ...flows.map(({ flow }): Findable => ({
        group: 'Flows',
        label: flow,
        detail: '',
        target: `${home}/flows/${flow}`,
      })),
      ...steps.items,
      ...[...recent, ...called.filter(({ id }) => !known.has(id))].map((call) => toCallItem(home, call)),
      ...(data?.routes ?? []).map(({ id, number, flow, takes }): Findable => ({
        group: 'Numbers',
        label: number,
        detail: `${id}, ${takes} to ${flow}`,
        target: `${home}/numbers`,
      })),
      ...toCallOfId(home, query.trim()),
      ...listCommands(home, entries),
    ],
    isReading: (data === undefined && problem === undefined) || steps.isReading,
    ...(problem && { problem }),
  };
}

type Call = ListCallsResponse['items'][number];

function toCallItem(home: string, { id, number, flow, startedAt }: Call): Findable {
  return {
    group: 'Calls',
    label: number,
    detail: `${flow}, ${formatRecent(startedAt)}, ${id}`,
    isHiddenAtFirst: true,
    target: `${home}/calls/${encodeURIComponent(id)}`,
  };
}

/** The id of a call: the project, a dot, and the id at the platform. */
const CALL_ID = /^[a-z0-9-]+\.[0-9a-f-]{8,}$/;

/** Returns the call of which the query is the id, whether it exists or not: its view tells. */
function toCallOfId(home: string, query: string): Findable[] {
  if (!CALL_ID.test(query)) return [];
  const target = `${home}/calls/${encodeURIComponent(query)}`;
  return [{ group: 'Calls', label: 'Call', detail: query, target }];
}

async function readLists(project: string) {
  const [path, query] = [{ project }, { limit: MAX_ITEMS }];
  const none = { items: [] };
  const [flows, routes, calls] = await Promise.all([
    unwrap(listDeployments({ path, query })),
    mayDo('routes.read', project) ? unwrap(listRoutes({ path, query })) : none,
    mayDo('calls.read', project) ? unwrap(listCalls({ path, query: { limit: MAX_CALLS } })) : none,
  ]);
  return { flows: flows.items, routes: routes.items, calls: calls.items };
}

/** Pause in typing after which calls of a number are searched, ms. */
const PAUSE_MS = 200;

/** Returns calls of the number, also old ones. */
function useCallsOf(project: string, number: string | undefined): readonly Call[] {
  const [calls, setCalls] = useState<readonly Call[]>([]);
  useEffect(() => {
    if (number === undefined || !mayDo('calls.read', project)) return undefined;
    const stopping = new AbortController();
    const search = async () => {
      const found = await unwrap(listCalls({ path: { project }, query: { number, limit: 10 } })).catch(
        () => undefined,
      );
      if (found !== undefined && !stopping.signal.aborted) setCalls(found.items);
    };
    const timer = setTimeout(() => void search(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stopping.abort();
    };
  }, [project, number]);
  return calls;
}

interface FlowInService {
  flow: string;
  live: string;
}

/** Steps of versions, which never change. */
const stepsRead = new Map<string, Promise<Findable[]>>();

/** Returns the steps of the flows in service as they arrive. */
function useSteps(
  project: string,
  flows: readonly FlowInService[],
): { items: Findable[]; isReading: boolean } {
  const items = flows.map(({ flow, live }) => ({ key: `${project} ${flow} ${live}`, project, flow, live }));
  const { results, isReading } = useEach(items, (item) => {
    const steps = stepsRead.get(item.key) ?? readSteps(item);
    stepsRead.set(item.key, steps);
    steps.catch(() => stepsRead.delete(item.key));
    return steps;
  });
  return { items: items.flatMap(({ key }) => results.get(key) ?? []), isReading };
}

async function readSteps({ project, flow, live }: FlowInService & { project: string }): Promise<Findable[]> {
  const chart = await unwrap(getFlowGraph({ path: { project, flow, version: live } }));
  return chart.steps.map((step): Findable => ({
    group: 'Steps',
    label: step.id,
    detail: `${flow} · ${describeStep(chart, step)}`,
    target: `/console/${project}/flows/${flow}?step=${encodeURIComponent(step.id)}`,
  }));
}

function listCommands(home: string, entries: readonly RailEntry[]): Findable[] {
  const command = (label: string, target: Findable['target']): Findable => ({
    group: 'Commands',
    label,
    detail: '',
    target,
  });
  return [
    ...entries.map(({ label, path }) => command(`Go to ${label}`, path === '' ? home : `${home}/${path}`)),
    ...themes.map(({ choice, label }) =>
      command(`Theme: ${label}`, () => {
        chooseTheme(choice);
      }),
    ),
    command('List the keys', () => {
      shownDialog.value = 'keys';
    }),
    command('Sign out', leave),
  ];
}
