/** The flow of a call as a diagram: the way up to the chosen moment is lit. */
import { useCallback, useEffect, useMemo, useRef } from 'preact/hooks';
import { unwrap } from '../../api/client.ts';
import { getFlowGraph } from '../../api/generated/index.ts';
import type { GetCallResponse } from '../../api/generated/index.ts';
import type { Flowchart } from '../../../authoring/flowchart/index.ts';
import { useAddressState } from '../../data/address.ts';
import { useResource } from '../../data/resource.ts';
import { Diagram } from '../../flowchart/diagram.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { findMomentOf, listPath } from './timeline.ts';
import type { Moment } from './timeline.ts';

interface CallChartProps {
  project: string;
  call: GetCallResponse;
  moments: readonly Moment[];
  index: number;
}

export function CallChart({ project, call: { flow, version }, moments, index }: CallChartProps) {
  const graph = useResource(`graph ${project} ${flow} ${version}`, () =>
    unwrap(getFlowGraph({ path: { project, flow, version } })),
  );
  const { query, toHref } = useAddressState();
  const place = moments[index]?.place;
  const now = place?.flow === flow ? place.step : undefined;
  const marks = useMemo(
    () => ({ path: listPath(moments, index), ...(now !== undefined && { now }) }),
    [moments, index, now],
  );
  const element = useRef<HTMLElement>(null);
  const isLoaded = graph.state.value.data !== undefined;
  useEffect(() => {
    if (now === undefined || now === '') return;
    centreStep(element.current, now);
  }, [now, isLoaded]);
  const toStepHref = useCallback(
    (step: string) => {
      const at = findMomentOf(moments, step, index);
      return toHref({ ...query, ...(at !== undefined && { at: String(at + 1) }) });
    },
    [moments, index, query],
  );
  return (
    <section class="call-chart" aria-label="Way through the flow" ref={element}>
      {place !== undefined && place.flow !== flow && (
        <p class="notice-bar">
          The call is in the flow {place.flow}, at {place.step}.
        </p>
      )}
      <Loaded resource={graph} what="the diagram" height="page">
        {(chart) => (
          <Diagram {...{ chart, marks }} isFolded={!isAside(chart, marks)} isWhole toHref={toStepHref} />
        )}
      </Loaded>
    </section>
  );
}

/** True if the call has been on the error path, or is in the finalizer now: every call ends there. */
function isAside({ steps }: Flowchart, { path, now }: { path: readonly string[]; now?: string }): boolean {
  const roads = new Map(steps.map(({ id, road }) => [id, road]));
  return path.some((step) => roads.get(step) === 'error') || roads.get(now ?? '') === 'end';
}

/** Scrolls the diagram, not the page, so that a step is in its middle. */
function centreStep(section: HTMLElement | null, step: string): void {
  const view = section?.querySelector('.diagram-view');
  const card = view?.querySelector(`[data-step="${CSS.escape(step)}"]`);
  if (!view || !card) return;
  const [frame, place] = [view.getBoundingClientRect(), card.getBoundingClientRect()];
  view.scrollBy(
    place.left + place.width / 2 - frame.left - frame.width / 2,
    place.top + place.height / 2 - frame.top - frame.height / 2,
  );
}
