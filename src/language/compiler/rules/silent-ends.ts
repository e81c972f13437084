import { HANGUP, leadingTo, stepsWithoutBack, memoized } from '../../model/index.ts';
import type { FlowDraft } from '../types.ts';
import { mayLeadAnywhere } from '../check/step-outcomes.ts';

/** Returns the steps from which the call ends without anything being heard. Failures are ignored. */
export const silentEnds = memoized(({ graph, steps: drafts }: FlowDraft): ReadonlySet<string> => {
  const open = new Set(drafts.filter(mayLeadAnywhere).map(({ name }) => name));
  const speaking = new Set(drafts.flatMap(({ name, content }) => (content?.verb.needsCall ? [name] : [])));
  const unheard = new Map(
    stepsWithoutBack(graph)
      .filter(({ name }) => !speaking.has(name))
      .map((step) => [step.name, { ...step, edges: step.edges.filter(({ failure }) => !failure) }]),
  );
  const ending = leadingTo(unheard, ({ edges }) => edges.some(({ to }) => to === HANGUP));
  const others = leadingTo(
    unheard,
    ({ name, edges }) => open.has(name) || edges.some(({ to }) => to !== HANGUP && !unheard.has(to)),
  );
  return new Set([...ending].filter((name) => !others.has(name)));
});
