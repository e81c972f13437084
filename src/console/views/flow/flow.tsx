/** A flow as a diagram: what it does, and what callers make of it. */
import { useLocation, useRoute } from 'preact-iso';
import { useCallback, useMemo } from 'preact/hooks';
import { unwrap } from '../../api/client.ts';
import { getFlowGraph, getFlowStats, getFlowVersion } from '../../api/generated/index.ts';
import type { GetFlowStatsResponse } from '../../api/generated/index.ts';
import type { Flowchart } from '../../../authoring/flowchart/index.ts';
import { useAddressState } from '../../data/address.ts';
import { readDeployment } from '../../data/deployments.ts';
import type { Deployment, FlowRef } from '../../data/deployments.ts';
import { findPeriod, parseRange, toPeriodQuery } from '../../data/periods.ts';
import type { RangeName } from '../../data/periods.ts';
import { useResource } from '../../data/resource.ts';
import { Diagram } from '../../flowchart/diagram.tsx';
import { findMaxHeat } from '../../flowchart/marks.ts';
import type { DiagramMarks, StepCounts } from '../../flowchart/marks.ts';
import { StepList } from '../../flowchart/step-list.tsx';
import { mayDo } from '../../session/session.ts';
import { FlowTabs, listFlowPath } from '../../shell/flow-tabs.tsx';
import { assignKeys } from '../../shell/key-table.ts';
import { Page } from '../../shell/page.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NotInService } from '../../ui/not-in-service.tsx';
import { PeriodChoice } from '../../ui/period-choice.tsx';
import { Pill } from '../../ui/pill.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { LastSave } from './last-save.tsx';
import { StepPanel } from './step-panel.tsx';
import type { FlowFiles } from './step-lines.ts';
import './flow.css';

const REFRESH_MS = 15_000;

const MODES = [
  { value: 'visits', label: 'Visits' },
  { value: 'drop-offs', label: 'Drop-offs' },
  { value: 'plain', label: 'Plain' },
] as const;

const SHOWN_AS = [
  { value: 'diagram', label: 'Diagram' },
  { value: 'list', label: 'List' },
] as const;

type Mode = (typeof MODES)[number]['value'];

type VersionStats = GetFlowStatsResponse['versions'][number];

export function FlowView(_: { path: string }) {
  const { project = '', flow = '' } = useRoute().params;
  const { version: asked, range: inAddress } = useLocation().query;
  const range = parseRange(inAddress, '24h');
  const service = useResource(
    `deployment ${project} ${flow}`,
    async () => ({ deployment: await readDeployment({ project, flow }) }),
    { everyMs: REFRESH_MS },
  );
  const canary = service.state.value.data?.deployment?.canary;
  return (
    <Page
      title={flow}
      path={listFlowPath(project)}
      tabs={<FlowTabs project={project} flow={flow} />}
      flush
      actions={
        <>
          {canary !== undefined && <Pill tone="warn">canary {canary.percent} %</Pill>}
          <PeriodChoice value={range} />
          <DeployLink {...{ project, flow }} deployment={service.state.value.data?.deployment} />
        </>
      }
    >
      <Loaded resource={service} what="the flow" height="page">
        {({ deployment }) => {
          const version = asked ?? deployment?.live;
          if (version === undefined) return <NotInService project={project} flow={flow} />;
          return (
            <>
              {deployment?.source === 'files' && (
                <LastSave {...{ project, flow }} version={deployment.live ?? ''} />
              )}
              <FlowVersion key={version} {...{ project, flow, version, range }} />
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

/** Leads to the canary, or to the draft; where the files take the calls, to the first step. Nothing for callers who may not deploy. */
function DeployLink({ project, flow, deployment }: FlowRef & { deployment: Deployment | undefined }) {
  if (!mayDo('deployments.write', project)) return null;
  const { source, live, canary } = deployment ?? {};
  const target = source === 'files' ? live : canary?.version;
  return (
    <a
      class="button primary"
      href={`/console/${project}/flows/${flow}/deploy/${target ?? 'draft'}`}
      {...assignKeys('d')}
    >
      {source === 'files' ? 'Deploy in steps…' : 'Deploy…'}
    </a>
  );
}

/** A version of a flow, which never changes, so that it is read once; its counts are refreshed. */
function FlowVersion({ project, flow, version, range }: FlowRef & { version: string; range: RangeName }) {
  const path = { project, flow, version };
  const drawn = useResource(`chart ${project} ${flow} ${version}`, async () => {
    const [chart, source] = await Promise.all([
      unwrap(getFlowGraph({ path })),
      unwrap(getFlowVersion({ path })),
    ]);
    return { chart, source };
  });
  const counted = useResource(
    `counts ${project} ${flow} ${range}`,
    () => {
      const query = toPeriodQuery(findPeriod(range, Date.now()));
      return unwrap(getFlowStats({ path: { project, flow }, query }));
    },
    { everyMs: REFRESH_MS },
  );
  const stats = counted.state.value.data?.versions.find((one) => one.version === version);
  return (
    <Loaded resource={drawn} what="the version" height="page">
      {({ chart, source }) => <FlowDiagram {...{ project, chart, source, stats, range }} />}
    </Loaded>
  );
}

interface FlowDiagramProps {
  project: string;
  chart: Flowchart;
  source: FlowFiles;
  /** Absent: not read yet, or the version had no calls. */
  stats: VersionStats | undefined;
  range: RangeName;
}

function FlowDiagram({ project, chart, source, stats, range }: FlowDiagramProps) {
  const { query, toHref, changeQuery } = useAddressState();
  const { step: selected, show = 'visits', as = 'diagram' } = query;
  const asides = chart.steps.filter(({ road }) => road !== 'main');
  const isFolded = query.all !== 'yes' && !asides.some(({ id }) => id === selected);
  const mode = MODES.find(({ value }) => value === show)?.value ?? 'visits';
  const marks = useMemo(() => toMarks(stats, mode), [stats, mode]);
  const toStepHref = useCallback((step: string) => toHref({ ...query, step }), [query]);
  const tools = (
    <>
      <Segmented
        label="Colour"
        options={MODES}
        value={mode}
        onChange={(value) => {
          changeQuery({ show: value }, 'replace');
        }}
      />
      <Segmented
        label="Shown as"
        options={SHOWN_AS}
        value={as === 'list' ? 'list' : 'diagram'}
        onChange={(value) => {
          changeQuery({ as: value }, 'replace');
        }}
      />
      {as !== 'list' && asides.length > 0 && (
        <button
          type="button"
          class="button compact"
          aria-pressed={!isFolded}
          onClick={() => {
            // A chosen step of the error path would keep it open.
            changeQuery({ all: isFolded ? 'yes' : '', ...(!isFolded && { step: '' }) }, 'replace');
          }}
        >
          Error path
        </button>
      )}
      {mayDo('calls.read', project) && (
        <a class="button compact" href={`/console/${project}/live?flow=${chart.flow}`}>
          Live
        </a>
      )}
      <HeatLegend mode={mode} marks={marks} />
    </>
  );
  return (
    <div class="flow-view">
      {as === 'list' ? (
        <div class="diagram">
          <StepList {...{ chart, marks, selected, toHref: toStepHref }} />
          <div class="diagram-tools">{tools}</div>
        </div>
      ) : (
        <Diagram {...{ chart, marks, selected, toHref: toStepHref, tools, isFolded }} />
      )}
      <StepPanel
        {...{ chart, source, selected, toHref: toStepHref, project, range }}
        steps={stats?.steps ?? []}
        calls={stats?.calls}
      />
    </div>
  );
}

/** Tells what the colour of a card and the red figure on it stand for. */
function HeatLegend({ mode, marks }: { mode: Mode; marks: DiagramMarks }) {
  if (marks.counts === undefined) return null;
  return (
    <>
      <span class="heat-legend small muted">
        0 <span class="heat-ramp" /> {findMaxHeat(marks)} {mode === 'drop-offs' ? 'hung up' : 'visits'}
      </span>
      <span class="small muted">
        <span class="bad">−n</span> hung up here
      </span>
    </>
  );
}

function toMarks(stats: VersionStats | undefined, mode: Mode): DiagramMarks {
  if (mode === 'plain' || stats === undefined) return {};
  const counts = new Map<string, StepCounts>(
    stats.steps.map(({ step, visits, hungUp, outcomes }) => [step, { visits, hungUp, ways: outcomes }]),
  );
  return { counts, heatOf: mode === 'drop-offs' ? 'hungUp' : 'visits' };
}
