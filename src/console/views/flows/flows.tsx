/** All flows of the project: versions in service, health, calls, numbers and tests. */
import { useLocation, useRoute } from 'preact-iso';
import { unwrap } from '../../api/client.ts';
import {
  getAttention,
  getProjectStats,
  listDeployments,
  listFlowVersions,
  listRoutes,
} from '../../api/generated/index.ts';
import { findPeriod, toPeriodQuery } from '../../data/periods.ts';
import { useRefreshOnCalls } from '../../data/refresh-on-calls.ts';
import { useResource } from '../../data/resource.ts';
import { mayDo } from '../../session/session.ts';
import { Page } from '../../shell/page.tsx';
import { Empty } from '../../ui/empty.tsx';
import { EndingsBar, EndingsLegend } from '../../ui/endings-bar.tsx';
import { formatNumber, shortenVersion } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Pill } from '../../ui/pill.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Spark } from '../../ui/spark.tsx';
import { describeHealth } from '../overview/attention-items.ts';
import { filterRows, listFilters, parseFilter, toFlowRows } from './flow-rows.ts';
import type { FlowRow } from './flow-rows.ts';
import { DraftsCard } from './drafts-card.tsx';
import { useTestSummaries } from './test-summaries.ts';
import type { TestSummaries } from './test-summaries.ts';
import './flows.css';

const REFRESH_MS = 15_000;

export function FlowsView(_: { path: string }) {
  const { project = '' } = useRoute().params;
  const rows = useResource(`flows ${project}`, () => loadRows(project), { everyMs: REFRESH_MS });
  useRefreshOnCalls(project, rows);
  return (
    <Page title="Flows" actions={<NewFlowLink project={project} />}>
      <Loaded resource={rows} what="the flows" height="page">
        {(items) =>
          items.length === 0 ? (
            <section class="card">
              <Empty
                action={<NewFlowLink project={project} />}
                command="ringflow deploy flows"
                needs="deployments.write"
                project={project}
              >
                No flow is in service in this project.
              </Empty>
            </section>
          ) : (
            <FlowList project={project} rows={items} />
          )
        }
      </Loaded>
      {mayDo('drafts.read', project) && <DraftsCard project={project} />}
    </Page>
  );
}

function NewFlowLink({ project }: { project: string }) {
  if (!mayDo('drafts.write', project)) return null;
  return (
    <>
      <a class="button" href={`/console/${project}/import`}>
        Import
      </a>
      <a class="button primary" href={`/console/${project}/new-flow`}>
        New flow
      </a>
    </>
  );
}

/** Reads up to 200 deployments, routes and versions, and the calls of the last day. */
async function loadRows(project: string): Promise<FlowRow[]> {
  const path = { project };
  const query = { limit: 200 };
  const period = findPeriod('24h', Date.now());
  const [deployments, stats, attention, routes, versions] = await Promise.all([
    unwrap(listDeployments({ path, query })),
    unwrap(getProjectStats({ path, query: { ...toPeriodQuery(period), series: true } })),
    unwrap(getAttention({ path })),
    unwrap(listRoutes({ path, query })),
    unwrap(listFlowVersions({ path, query })),
  ]);
  return toFlowRows({
    ...{ stats, period, attention },
    ...{ deployments: deployments.items, versions: versions.items },
    routes: [...routes.items, ...(routes.ofSettings ?? [])],
  });
}

function FlowList({ project, rows }: { project: string; rows: readonly FlowRow[] }) {
  const { query } = useRoute();
  const { route } = useLocation();
  const filter = parseFilter(query.show);
  const shown = filterRows(rows, filter);
  const tests = useTestSummaries(
    project,
    rows.map((row) => ({ flow: row.deployment.flow, version: row.version })),
  );
  return (
    <>
      <div class="row flows-bar">
        <Segmented
          label="Flows to show"
          options={listFilters(rows)}
          value={filter}
          onChange={(value) => {
            route(`/console/${project}/flows${value === 'all' ? '' : `?show=${value}`}`, true);
          }}
        />
        <EndingsLegend />
      </div>
      <section class="card scroll-x">
        {shown.length === 0 ? (
          <Empty>No flow is like that now.</Empty>
        ) : (
          <FlowTable project={project} rows={shown} tests={tests} />
        )}
      </section>
    </>
  );
}

interface FlowTableProps {
  project: string;
  rows: readonly FlowRow[];
  tests: TestSummaries;
}

function FlowTable({ project, rows, tests }: FlowTableProps) {
  return (
    <table class="flows">
      <caption class="visually-hidden">Flows in service; calls of the last 24 hours</caption>
      <thead>
        <tr>
          <th scope="col">Flow</th>
          <th scope="col" class="wide">
            In service
          </th>
          <th scope="col">Health</th>
          <th scope="col" class="wide">
            Calls by hour
          </th>
          <th scope="col" class="number">
            Calls, 24 h
          </th>
          <th scope="col" class="number">
            Now
          </th>
          <th scope="col" class="wide">
            Endings
          </th>
          <th scope="col" class="wide">
            Tests
          </th>
          <th scope="col" class="wide">
            Numbers
          </th>
          <th scope="col" class="number wide">
            Steps
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <FlowTableRow key={row.deployment.flow} project={project} row={row} tests={tests} />
        ))}
      </tbody>
    </table>
  );
}

interface CanaryShareProps {
  live: string;
  canary: NonNullable<FlowRow['deployment']['canary']>;
  href: string;
}

function FlowTableRow({ project, row, tests }: { project: string; row: FlowRow; tests: TestSummaries }) {
  const { deployment, calls, now, numbers, steps, description } = row;
  const href = `/console/${project}/flows/${deployment.flow}`;
  const summary = tests.get(row.version);
  return (
    <tr>
      <th scope="row">
        <a class="plain-link" href={href}>
          {deployment.flow}
        </a>
        {description !== undefined && (
          <div class="flow-description small muted" title={description}>
            {description}
          </div>
        )}
      </th>
      <td class="wide">
        <InService deployment={deployment} href={href} />
      </td>
      <td>
        <Health row={row} />
      </td>
      <td class="wide">
        <Spark label="Calls begun by hour" values={row.begunByBar} />
      </td>
      <td class="number">{calls.begun === 0 ? '–' : formatNumber(calls.begun)}</td>
      <td class="number">{now === 0 ? '–' : formatNumber(now)}</td>
      <td class="wide">
        <EndingsBar calls={calls} />
      </td>
      <td class="wide nowrap">
        {summary !== undefined && (
          <a class={summary.isBad ? 'bad' : 'plain-link'} href={`${href}/tests`}>
            {summary.text}
          </a>
        )}
      </td>
      <td class="wide muted">{describeNumbers(numbers)}</td>
      <td class="number wide muted">{steps}</td>
    </tr>
  );
}

function InService({ deployment, href }: { deployment: FlowRow['deployment']; href: string }) {
  const { live, canary, scheduled, source } = deployment;
  return (
    <div class="row">
      {live !== undefined && canary === undefined && <code>{shortenVersion(live)}</code>}
      {live !== undefined && canary !== undefined && <CanaryShare live={live} canary={canary} href={href} />}
      {source === 'files' && <Pill>from files</Pill>}
      {scheduled !== undefined && (
        <a href={`${href}/deploy/${scheduled.version}`}>
          <Pill tone="accent">scheduled, {shortenVersion(scheduled.version)}</Pill>
        </a>
      )}
    </div>
  );
}

const BAR_WIDTH = 72;

/** The shares of the live version and of its canary as a bar, above both versions. */
function CanaryShare({ live, canary: { version, percent }, href }: CanaryShareProps) {
  const width = (BAR_WIDTH * percent) / 100;
  return (
    <div class="canary-share">
      <a
        class="row"
        href={`${href}/deploy/${version}`}
        aria-label={`canary ${percent} %, ${shortenVersion(version)}`}
      >
        <svg class="share-bar" viewBox={`0 0 ${BAR_WIDTH} 8`} aria-hidden="true">
          <rect class="talked" width={BAR_WIDTH} height="8" />
          <rect class="served" x={BAR_WIDTH - width} width={width} height="8" />
        </svg>
        <span class="small">canary {percent} %</span>
      </a>
      <code>
        {shortenVersion(live)} · {shortenVersion(version)}
      </code>
    </div>
  );
}

function Health({ row: { attention, calls, now } }: { row: FlowRow }) {
  const health = describeHealth(attention);
  if (health !== undefined)
    return (
      <Pill tone={health.tone} hasDot>
        {health.text}
      </Pill>
    );
  return calls.begun === 0 && now === 0 ? (
    <Pill>no calls</Pill>
  ) : (
    <Pill tone="ok" hasDot>
      well
    </Pill>
  );
}

function describeNumbers(numbers: readonly string[]): string {
  const [first, ...rest] = numbers;
  if (first === undefined) return 'none';
  const name = first === '*' ? 'every other number' : first;
  return rest.length === 0 ? name : `${name} and ${rest.length} more`;
}
