/** One call, moment by moment: what was heard and pressed, where it was in the flow, its variables, why it went on. */
import { useRoute } from 'preact-iso';
import { useEffect, useMemo } from 'preact/hooks';
import { unwrap } from '../../api/client.ts';
import { getCallTrace } from '../../api/generated/index.ts';
import type { GetCallTraceResponse } from '../../api/generated/index.ts';
import { renderQuery, useAddressState } from '../../data/address.ts';
import { watchCalls } from '../../data/live.ts';
import { useResource } from '../../data/resource.ts';
import type { Resource } from '../../data/resource.ts';
import { Page } from '../../shell/page.tsx';
import { CallStatePill } from '../../ui/call-state.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { formatExactMoment } from '../../ui/format.ts';
import { formatDuration } from '../../ui/time.ts';
import { CallActions } from './call-actions.tsx';
import { CallChart } from './call-chart.tsx';
import { Player } from './player.tsx';
import { SendEvent } from './send-event.tsx';
import { StatePanel } from './state-panel.tsx';
import { chooseMoment, readMoments } from './timeline.ts';
import { Transcript } from './transcript.tsx';
import './call.css';

export function CallView(_: { path: string }) {
  const { project = '', id = '' } = useRoute().params;
  const trace = useResource(`call ${project} ${id}`, () =>
    unwrap(getCallTrace({ path: { project, id }, query: { detail: 'variables' } })),
  );
  useFollowing(project, id, trace);
  const call = trace.state.value.data?.call;
  return (
    <Page
      title={call?.number ?? 'Call'}
      path={[{ href: `/console/${project}/calls`, label: 'Calls' }]}
      flush
      actions={
        call && (
          <>
            <CallFacts project={project} call={call} />
            <CallActions project={project} call={call} />
          </>
        )
      }
    >
      <Loaded resource={trace} what="the call" height="page">
        {(data) => <CallBody project={project} data={data} />}
      </Loaded>
    </Page>
  );
}

/** Reads a live call again whenever something happens to it. */
function useFollowing(project: string, id: string, trace: Resource<GetCallTraceResponse>): void {
  useEffect(
    () =>
      watchCalls(project, (events) => {
        const concerns = events.some((event) => event.kind === 'gap' || event.data.call.id === id);
        if (concerns) trace.refresh();
      }),
    [project, id, trace],
  );
}

function CallBody({ project, data }: { project: string; data: GetCallTraceResponse }) {
  const { query, changeQuery } = useAddressState();
  const moments = useMemo(() => readMoments(data), [data]);
  const { call, unknownStates } = data;
  const index = chooseMoment(query.at, moments);
  const choose = (next: number) => {
    const isFollowing = call.endedAt === undefined && next === moments.length - 1;
    changeQuery({ at: isFollowing ? undefined : String(next + 1) }, 'replace');
  };
  // The address names the moment that is shown.
  useEffect(() => {
    if (index >= 0 && query.at !== undefined && query.at !== String(index + 1)) choose(index);
  }, [query.at, index]);
  if (moments.length === 0) return <Empty>The trace of this call is not stored any more.</Empty>;
  return (
    <>
      <Player moments={moments} index={index} endMs={findEnd(data)} onChoose={choose} />
      <div class="call-columns">
        <section aria-label="Heard and pressed" class="call-transcript" tabIndex={0}>
          <h2>Heard and pressed</h2>
          <Transcript moments={moments} index={index} onChoose={choose} />
          {call.endedAt === undefined && <SendEvent project={project} id={call.id} />}
        </section>
        <CallChart project={project} call={call} moments={moments} index={index} />
        <StatePanel {...{ project, call, moments, index }} unknown={unknownStates} />
      </div>
    </>
  );
}

function CallFacts({ project, call }: { project: string; call: GetCallTraceResponse['call'] }) {
  const { startedAt, endedAt, flow, version, number, from, to } = call;
  return (
    <span class="call-facts small muted">
      <CallStatePill call={call} /> {formatExactMoment(startedAt)}
      {endedAt !== undefined && <> · {formatDuration(endedAt - startedAt)}</>} ·{' '}
      {number === from ? `to ${to}` : `from ${from}`} ·{' '}
      <a href={`/console/${project}/flows/${flow}${renderQuery({ version })}`}>
        {flow} <code>{version.slice(0, 8)}</code>
      </a>
    </span>
  );
}

/** Returns the time of the last entry or the end, ms since the begin. */
function findEnd({ call, trace }: GetCallTraceResponse): number {
  return Math.max(call.endedAt ?? 0, ...trace.map(({ at }) => at)) - call.startedAt;
}
