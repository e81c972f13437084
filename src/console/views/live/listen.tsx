/** Listens to one call by its events: its transcript grows, and is read out sentence by sentence. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { unwrap } from '../../api/client.ts';
import { getCallTrace, getFlowGraph } from '../../api/generated/index.ts';
import type { GetCallTraceResponse } from '../../api/generated/index.ts';
import { useAddressState } from '../../data/address.ts';
import { watchCalls } from '../../data/live.ts';
import { useResource } from '../../data/resource.ts';
import { Transcript } from '../../phone/transcript.tsx';
import { CallStatePill } from '../../ui/call-state.tsx';
import { mayDo } from '../../session/session.ts';
import { EndCall } from '../../ui/end-call.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Elapsed } from './elapsed.tsx';
import { SendEvent } from '../call/send-event.tsx';
import { readMoments } from '../call/timeline.ts';
import type { TranscriptLine } from '../call/timeline.ts';

export function Listen({ project, id }: { project: string; id: string }) {
  const trace = useResource(`listen ${project} ${id}`, () => unwrap(getCallTrace({ path: { project, id } })));
  useEffect(
    () =>
      watchCalls(project, (events) => {
        if (events.some((event) => event.kind === 'gap' || event.data.call.id === id)) trace.refresh();
      }),
    [project, id, trace],
  );
  const { changeQuery } = useAddressState();
  return (
    <section class="listen" aria-label="Followed call">
      <Loaded resource={trace} what="the call">
        {(data) => <Conversation project={project} data={data} />}
      </Loaded>
      <button
        type="button"
        class="button plain listen-close"
        aria-label="Stop following"
        onClick={() => {
          changeQuery({ call: undefined }, 'replace');
        }}
      >
        ×
      </button>
    </section>
  );
}

function Conversation({ project, data }: { project: string; data: GetCallTraceResponse }) {
  const { call } = data;
  const moments = readMoments(data);
  const lines = moments.flatMap((moment) => moment.lines);
  const place = moments.at(-1)?.place;
  return (
    <>
      <div class="row">
        <strong>{call.number}</strong>
        <span class="small muted">
          at {call.step}
          {call.endedAt === undefined && (
            <>
              , <Elapsed since={call.startedAt} />
            </>
          )}
        </span>
        <CallStatePill call={call} />
      </div>
      <Transcript
        label="Transcript"
        isSilent
        lines={lines.map(({ who, text }, key) => ({ key, by: who === 'remark' ? 'platform' : who, text }))}
      />
      <Announcer lines={lines} />
      <Actions project={project} call={call} step={place?.flow === call.flow ? place.step : undefined} />
    </>
  );
}

interface ActionsProps {
  project: string;
  call: FollowedCall;
  /** The step in which the call is; absent for one of another flow. */
  step: string | undefined;
}

/** What may be done with the call; those who may control calls press keys for the caller and end it while it is live. */
function Actions({ project, call, step }: ActionsProps) {
  const { id, number, endedAt } = call;
  const [isPressing, setPressing] = useState(false);
  const { mayAnswer, keys } = useAwaited(project, call, step);
  const mayControl = endedAt === undefined && mayDo('calls.control', project);
  return (
    <>
      <div class="row">
        {mayControl && (mayAnswer || isPressing) && (
          <button
            type="button"
            class="button"
            aria-expanded={isPressing}
            onClick={() => {
              setPressing(!isPressing);
            }}
          >
            Press keys…
          </button>
        )}
        <a class="button" href={`/console/${project}/calls/${encodeURIComponent(id)}`}>
          Open trace
        </a>
        {mayControl && (
          <span class="end">
            <EndCall project={project} id={id} number={number} />
          </span>
        )}
      </div>
      {mayControl && keys !== undefined && <p class="small muted">Waits for {keys}</p>}
      {mayControl && isPressing && <SendEvent project={project} id={id} />}
    </>
  );
}

/** Tells whether the caller may answer now, and which keys the step asks for; where that is not known, anything may be answered. */
function useAwaited(
  project: string,
  { flow, version }: FollowedCall,
  step: string | undefined,
): { mayAnswer: boolean; keys?: string | undefined } {
  const graph = useResource(`awaited ${project} ${flow} ${version}`, () =>
    unwrap(getFlowGraph({ path: { project, flow, version } })),
  );
  const shown = graph.state.value.data?.steps.find(({ id }) => id === step);
  if (shown === undefined) return { mayAnswer: true };
  const isAsking = shown.waits === 'caller';
  return { mayAnswer: isAsking || shown.waits === 'party', keys: isAsking ? shown.detail : undefined };
}

type FollowedCall = GetCallTraceResponse['call'];

const WHO: Readonly<Record<TranscriptLine['who'], string>> = { flow: 'Flow', caller: 'Caller', remark: '·' };

/** Least time between two sentences that are read out, ms. */
const PACE_MS = 2_000;

/** Passes new lines to assistive technology, the latest one where several came at once. */
function Announcer({ lines }: { lines: readonly TranscriptLine[] }) {
  const [said, setSaid] = useState({ count: lines.length, text: '' });
  const saidAt = useRef(0);
  useEffect(() => {
    const last = lines.at(-1);
    if (last === undefined || lines.length === said.count) return undefined;
    const timer = setTimeout(
      () => {
        saidAt.current = Date.now();
        setSaid({ count: lines.length, text: `${WHO[last.who]}: ${last.text}` });
      },
      Math.max(0, saidAt.current + PACE_MS - Date.now()),
    );
    return () => {
      clearTimeout(timer);
    };
  }, [lines.length, said]);
  return (
    <p class="visually-hidden" aria-live="polite">
      {said.text}
    </p>
  );
}
