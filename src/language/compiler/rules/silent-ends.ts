import { HANGUP, findLeadingTo, resolveBack, memoize } from '../../model/index.ts';
import type { FlowDraft } from '../types.ts';
import { canLeadAnywhere } from '../check/step-outcomes.ts';

/** Returns the steps from which the call ends without anything being heard. Failures are ignored. */
export const findSilentEnds = memoize(({ graph, steps: drafts }: FlowDraft): ReadonlySet<string> => {
  const open = new Set(drafts.filter(canLeadAnywhere).map(({ name }) => name));
  const speaking = new Set(drafts.flatMap(({ name, content }) => (content?.verb.needsCall ? [name] : [])));
  const unheard = new Map(
    resolveBack(graph)
      .filter(({ name }) => !speaking.has(name))
      .map((step) => [step.name, { ...step, edges: step.edges.filter(({ failure }) => !failure) }]),
  );
  const ending = findLeadingTo(unheard, ({ edges }) => edges.some(({ to }) => to === HANGUP));
  const others = findLeadingTo(
    unheard,
    ({ name, edges }) => open.has(name) || edges.some(({ to }) => to !== HANGUP && !unheard.has(to)),
  );
  return new Set([...ending].filter((name) => !others.has(name)));
});
