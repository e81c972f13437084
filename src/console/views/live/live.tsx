/** The live calls on the diagram of a flow and in a list, moving as they move. */
import { computed, signal } from '@preact/signals';
import { useRoute } from 'preact-iso';
import { useEffect, useMemo } from 'preact/hooks';
import { unwrap } from '../../api/client.ts';
import { listDeployments } from '../../api/generated/index.ts';
import { useAddressState } from '../../data/address.ts';
import { useResource } from '../../data/resource.ts';
import { Page } from '../../shell/page.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { FlowChoice } from './flow-choice.tsx';
import { Listen } from './listen.tsx';
import { countByFlow, listCallsOf } from './live-calls.ts';
import type { LiveCalls } from './live-calls.ts';
import { AllFlows, LiveChart } from './live-chart.tsx';
import { LiveFeed } from './live-feed.ts';
import { LiveList } from './live-list.tsx';
import './live.css';

export function LiveView(_: { path: string }) {
  const { project = '' } = useRoute().params;
  const { query } = useAddressState();
  const { flow, call: followed } = query;
  const feed = useMemo(() => new LiveFeed(project), [project]);
  useEffect(() => feed.start(), [feed]);
  const view = useMemo(() => createView(feed), [feed]);
  const state = view.shown.value;
  const calls = useMemo(() => listCallsOf(state, flow), [state, flow]);
  const flows = useMemo(() => countByFlow(state), [state]);
  const canaries = useCanaries(project);
  return (
    <Page
      title="Live"
      flush
      actions={
        <>
          <FlowChoice flows={flows} total={state.calls.size} chosen={flow} />
          <button type="button" class="button" aria-pressed={view.isPaused.value} onClick={view.togglePause}>
            {view.isPaused.value ? 'Go on' : 'Pause view'}
          </button>
        </>
      }
    >
      {feed.problem.value !== undefined && (
        <ProblemNote problem={feed.problem.value} what="Cannot load the calls" onRetry={feed.refresh} />
      )}
      <div class="live-columns">
        {flow === undefined ? (
          <AllFlows project={project} flows={flows} />
        ) : (
          <LiveChart key={flow} project={project} flow={flow} calls={calls} moves={view.moves} />
        )}
        <div class="live-side">
          <LiveList calls={calls} flow={flow} canaries={canaries} isRead={feed.isRead.value} />
          {followed !== undefined && <Listen key={followed} project={project} id={followed} />}
        </div>
      </div>
    </Page>
  );
}

const REFRESH_MS = 15_000;
const NO_CANARIES: ReadonlySet<string> = new Set();

/** Returns the versions that are canaries now. */
function useCanaries(project: string): ReadonlySet<string> {
  const canaries = useResource(
    `canaries ${project}`,
    async () => {
      const { items } = await unwrap(listDeployments({ path: { project }, query: { limit: 200 } }));
      return items.flatMap(({ canary }) => canary?.version ?? []).toSorted();
    },
    { everyMs: REFRESH_MS },
  );
  const { data } = canaries.state.value;
  return useMemo(() => (data === undefined ? NO_CANARIES : new Set(data)), [data?.join()]);
}

/** Creates what the view shows of a feed: its state, or that of the moment when it was paused. */
function createView(feed: LiveFeed) {
  const frozen = signal<LiveCalls | undefined>(undefined);
  return {
    shown: computed(() => frozen.value ?? feed.calls.value),
    moves: computed(() => (frozen.value === undefined ? feed.moves.value : [])),
    isPaused: computed(() => frozen.value !== undefined),
    togglePause: () => {
      frozen.value = frozen.value === undefined ? feed.calls.value : undefined;
    },
  };
}
