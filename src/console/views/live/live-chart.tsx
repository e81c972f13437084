/** The diagram of a flow with its live calls: numbers at the steps, and dots where calls move. */
import { useSignal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import { useCallback, useEffect, useMemo, useRef } from 'preact/hooks';
import { unwrap } from '../../api/client.ts';
import { getFlowGraph, getFlowStats, listDeployments } from '../../api/generated/index.ts';
import type { Flowchart } from '../../../authoring/flowchart/index.ts';
import type { Layout } from '../../../authoring/flowchart/layout/index.ts';
import { renderQuery, useAddressState } from '../../data/address.ts';
import { useFlowNames } from '../../data/flow-names.ts';
import { findLastMinute } from '../../data/periods.ts';
import { useResource } from '../../data/resource.ts';
import { Diagram } from '../../flowchart/diagram.tsx';
import { renderPath } from '../../flowchart/paths.ts';
import { Empty } from '../../ui/empty.tsx';
import { formatNumber, inflect } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { countBySteps } from './live-calls.ts';
import type { CallSummary, StepMove } from './live-calls.ts';

interface LiveChartProps {
  project: string;
  flow: string;
  calls: readonly CallSummary[];
  moves: ReadonlySignal<readonly StepMove[]>;
}

export function LiveChart({ project, flow, calls, moves }: LiveChartProps) {
  // Calls tell their version even where none is deployed. It is chosen once, so that the diagram does not change by itself.
  const version = useRef<string | undefined>(undefined);
  version.current ??= findCommonVersion(calls);
  const graph = useResource(`live graph ${project} ${flow} ${version.current ?? ''}`, () =>
    readGraph({ project, flow }, version.current),
  );
  const { query } = useAddressState();
  const followed = calls.find(({ id }) => id === query.call);
  const marks = useMemo(
    () => ({ calls: countBySteps(calls), ...(followed && { now: followed.step }) }),
    [calls, followed?.step],
  );
  const toHref = useCallback(
    (step: string) => `/console/${project}/flows/${flow}${renderQuery({ step })}`,
    [project, flow],
  );
  const begun = useBegun(project, flow);
  const talking = calls.filter(({ leg }) => leg === 'bridged').length;
  const tools = (
    <>
      <span>
        <strong>{formatNumber(calls.length)}</strong> {inflect(calls.length, 'call')}
      </span>
      <span>
        <strong>{formatNumber(talking)}</strong> talking
      </span>
      {begun !== undefined && <span class="muted">{formatNumber(begun)} began in the last full minute</span>}
    </>
  );
  return (
    <section class="live-chart" aria-label={`Calls on ${flow}`}>
      <Loaded resource={graph} what="the diagram" height="page">
        {({ chart }) =>
          chart === undefined ? (
            <Empty>No version of {flow} takes calls.</Empty>
          ) : (
            <Diagram
              {...{ chart, marks, tools }}
              isFolded={!chart.steps.some(({ id, road }) => road !== 'main' && marks.calls.has(id))}
              toHref={toHref}
              renderOverlay={(layout) => <Dots layout={layout} flow={flow} moves={moves} />}
            />
          )
        }
      </Loaded>
    </section>
  );
}

const BEGUN_REFRESH_MS = 10_000;

/** Returns the number of calls that began in the last full minute; undefined until it is read. */
function useBegun(project: string, flow: string): number | undefined {
  const begun = useResource(
    `begun ${project} ${flow}`,
    async () => {
      const query = findLastMinute(Date.now());
      const { versions } = await unwrap(getFlowStats({ path: { project, flow }, query }));
      return versions.reduce((sum, { calls }) => sum + calls.begun, 0);
    },
    { everyMs: BEGUN_REFRESH_MS },
  );
  return begun.state.value.data;
}

interface GraphState {
  /** Absent if no version of the flow takes calls. */
  chart?: Flowchart;
}

async function readGraph(path: { project: string; flow: string }, version?: string): Promise<GraphState> {
  const shown = version ?? (await findLiveVersion(path));
  return shown === undefined
    ? {}
    : { chart: await unwrap(getFlowGraph({ path: { ...path, version: shown } })) };
}

/** Returns the version in service; undefined if there is none. */
async function findLiveVersion({ project, flow }: { project: string; flow: string }) {
  const { items } = await unwrap(listDeployments({ path: { project }, query: { limit: 200 } }));
  return items.find((deployment) => deployment.flow === flow)?.live;
}

/** Returns the version of most of the calls. */
function findCommonVersion(calls: readonly CallSummary[]): string | undefined {
  const counts = Map.groupBy(calls, ({ version }) => version);
  return [...counts].toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0];
}

interface DotsProps {
  layout: Layout;
  flow: string;
  moves: ReadonlySignal<readonly StepMove[]>;
}

interface Dot {
  key: number;
  path: string;
}

const MAX_DOTS = 20;

/** Dots that travel along the lines; none where motion is not wanted. */
function Dots({ layout, flow, moves }: DotsProps) {
  const dots = useSignal<readonly Dot[]>([]);
  useEffect(
    () =>
      moves.subscribe((latest) => {
        if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
        const started = latest.flatMap((move) => startDot(layout, flow, move));
        if (started.length > 0) dots.value = [...dots.peek(), ...started].slice(0, MAX_DOTS);
      }),
    [layout, flow, moves],
  );
  return (
    <g aria-hidden="true">
      {dots.value.map(({ key, path }) => (
        <circle
          key={key}
          class="live-dot"
          r="5"
          style={{ offsetPath: `path("${path}")` }}
          onAnimationEnd={() => {
            dots.value = dots.peek().filter((dot) => dot.key !== key);
          }}
        />
      ))}
    </g>
  );
}

let lastKey = 0;

function startDot({ lines }: Layout, flow: string, move: StepMove): Dot[] {
  const line = lines.find(({ from, to }) => from === move.from && to === move.to);
  if (line === undefined || move.flow !== flow) return [];
  return [{ key: (lastKey += 1), path: renderPath(line.points) }];
}

interface AllFlowsProps {
  project: string;
  flows: readonly { flow: string; count: number }[];
}

/** The flows with live calls, where none is chosen. */
export function AllFlows({ project, flows }: AllFlowsProps) {
  const { toHref } = useAddressState();
  const [first] = useFlowNames(project);
  return (
    <section class="live-flows" aria-label="Flows with calls">
      {flows.length === 0 ? (
        <Empty command={first && `ringflow call ${first}`} needs="calls.place" project={project}>
          No call is live.
        </Empty>
      ) : (
        <div class="card">
          <table>
            <caption class="visually-hidden">Live calls by flow</caption>
            <thead>
              <tr>
                <th scope="col">Flow</th>
                <th scope="col" class="number">
                  Calls
                </th>
              </tr>
            </thead>
            <tbody>
              {flows.map(({ flow, count }) => (
                <tr key={flow}>
                  <th scope="row">
                    <a href={toHref({ flow })}>{flow}</a>
                  </th>
                  <td class="number">{formatNumber(count)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
