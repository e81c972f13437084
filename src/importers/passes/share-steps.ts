/** Makes one step of several that are alike and lead to the same places. */
import type { Step } from '../../../schemas/types/flow.ts';
import type { Draft } from '../project/index.ts';
import { mapTargets } from './targets.ts';

/** Steps of these verbs keep apart: people look for each question and each party at its own place. */
const OWN = ['menu', 'collect', 'connect', 'outcome', 'run'] as const;
/** Minimum number of places with the same text at which it counts as one that was written once, as in a handler of events. */
const MIN_SAID = 3;

/** Shares steps, the last ones of a way first, until no two are alike. */
export function shareSteps(draft: Draft): Draft {
  const [entry] = Object.keys(draft.flow.steps);
  const special = new Set([entry, draft.flow.on?.error, draft.flow.on?.end]);
  let now = draft;
  for (let isChanging = true; isChanging;) {
    const { steps } = now.flow;
    const shared = new Map<string, string>();
    const said = countForms(steps);
    const firsts = new Map<string, string>();
    for (const [name, step] of Object.entries(steps)) {
      if (special.has(name) || OWN.some((verb) => verb in step) || hasComments(now, name)) continue;
      const form = JSON.stringify(step);
      if ('say' in step && (said.get(form) ?? 0) < MIN_SAID) continue;
      const first = firsts.get(form);
      if (first === undefined) firsts.set(form, name);
      else shared.set(name, first);
    }
    isChanging = shared.size > 0;
    if (isChanging) now = leadElsewhere(now, shared);
  }
  return now;
}

/** Counts the steps that are alike, by their text. */
function countForms(steps: Draft['flow']['steps']): ReadonlyMap<string, number> {
  const forms = Map.groupBy(Object.values(steps), (step) => JSON.stringify(step));
  return new Map([...forms].map(([form, alike]) => [form, alike.length]));
}

function hasComments({ about }: Draft, name: string): boolean {
  return (about[name]?.comments.length ?? 0) > 0;
}

function leadElsewhere(draft: Draft, shared: ReadonlyMap<string, string>): Draft {
  const steps: Record<string, Step> = {};
  const about = { ...draft.about };
  for (const [name, step] of Object.entries(draft.flow.steps)) {
    const first = shared.get(name);
    if (first === undefined) steps[name] = mapTargets(step, (target) => shared.get(target) ?? target);
    else {
      const nodes = [...(about[first]?.nodes ?? []), ...(about[name]?.nodes ?? [])];
      about[first] = { comments: [], ...about[first], nodes };
    }
  }
  return { ...draft, flow: { ...draft.flow, steps }, about };
}
