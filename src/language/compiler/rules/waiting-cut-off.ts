import { findWays } from '../../model/index.ts';
import { formatDuration } from '../../text/index.ts';
import { listDecidingNames } from '../check/empty-reads.ts';
import { followValues, listAllowedWays, type Arrival } from '../check/value-walk.ts';
import { spanAt } from '../read/document.ts';
import type { DraftStep, FlowDraft } from '../types.ts';
import { parseDuration } from '../verbs/parts/fragments.ts';
import type { FlowRule } from './flow-rule.ts';
import { measureStep } from './step-times.ts';
import { listMapSteps } from './questions.ts';

/** Maximum number of values that are followed. */
const MAX_FOLLOWED = 100_000;

/**
 * Reports a limit of time that ends calls before the rounds of ringing and waiting which a counter allows are over: nobody
 * answers, every party rings to its end, and the decision to give up is never made. It reckons with the fewest rounds, and
 * with no time for what callers say and hear between them.
 */
export const waitingCutOff: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const written = draft.source.limits?.duration;
    const limit = parseDuration(written ?? '');
    if (draft.isBroken || !(limit > 0) || listMapSteps(draft, 'connect').length === 0) return;
    const found = findLateDecision(draft, limit);
    if (found === undefined) return;
    report({
      code: 'limit-too-low',
      message: `limits.duration (${written ?? ''}) ends calls before step "${found.step}" leads to "${found.to}": when nobody answers, ringing and waiting take ${formatDuration(found.ms)} until then`,
      span: spanAt(draft.document, ['limits', 'duration']),
      hint: 'raise limits.duration, or allow fewer rounds',
    });
  },
};

interface LateDecision {
  step: string;
  to: string;
  ms: number;
}

/** Finds the first way out of a switch on a counter that takes longer than the limit. */
function findLateDecision(draft: FlowDraft, limit: number): LateDecision | undefined {
  const arrivals = followValues(draft, {
    initial: listDecidingNames(draft),
    max: MAX_FOLLOWED,
    follows: ({ outcome }) => outcome !== 'failed' && outcome !== 'busy',
  });
  const ways = findWays(draft.graph);
  const measure = createMeasure(draft);
  for (const step of draft.graph.steps) {
    if (step.verb !== 'switch' || ways.get(step.name)?.road !== 'main') continue;
    const least = new Map<string, number>();
    for (const arrival of arrivals?.get(step.name) ?? [])
      for (const { edge } of listAllowedWays(draft, step, arrival.held))
        least.set(edge.outcome, Math.min(measure(arrival), least.get(edge.outcome) ?? Infinity));
    const late = step.edges.find(({ outcome }) => (least.get(outcome) ?? 0) > limit);
    if (late !== undefined) return { step: step.name, to: late.to, ms: least.get(late.outcome) ?? 0 };
  }
  return undefined;
}

/** Creates a function that returns the time of the ringing and waiting on the way of a call. */
function createMeasure(draft: FlowDraft): (arrival: Arrival) => number {
  const drafts = new Map(draft.steps.map((step) => [step.name, step]));
  const known = new Map<Arrival, number>();
  return (last) => {
    const way: Arrival[] = [];
    for (let at: Arrival | undefined = last; at !== undefined && !known.has(at); at = at.before?.arrival)
      way.push(at);
    for (const arrival of way.toReversed()) {
      const { before } = arrival;
      const own = before && drafts.get(before.arrival.step);
      const ms = own === undefined ? 0 : measureWaiting(draft, own, before?.outcome ?? '');
      known.set(arrival, (before === undefined ? 0 : (known.get(before.arrival) ?? 0)) + ms);
    }
    return known.get(last) ?? 0;
  };
}

function measureWaiting(draft: FlowDraft, own: DraftStep, outcome: string): number {
  const verb = own.content?.verb.name;
  // What is waited for may come at once.
  const isLong = verb === 'connect' || (verb === 'wait' && outcome === 'done');
  return isLong ? measureStep(draft, own, { outcome }).provided : 0;
}
