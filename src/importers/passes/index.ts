/** The passes that make a translated flow shorter, in their order. Each is kept only where the comparison still holds. */
import type { Draft } from '../project/index.ts';
import { decideChoices } from './decide-choices.ts';
import { dropDeadValues } from './drop-dead-values.ts';
import { dropUnusedSettings } from './drop-unused-settings.ts';
import { foldGlobalChoices } from './fold-global-choices.ts';
import { foldGuards } from './fold-guards.ts';
import { foldCounters } from './fold-counters.ts';
import { joinPrompts } from './join-prompts.ts';
import { toLastWords } from './last-words.ts';
import { mergeChoices } from './merge-choices.ts';
import { setByChoice } from './set-by-choice.ts';
import { shareSteps } from './share-steps.ts';
import { skipEmptySteps } from './skip-empty.ts';
import { toSwitchCases } from './switch-cases.ts';

export { breakLoops } from './break-loops.ts';
export { listReached, listTargets, mapTargets } from './targets.ts';

/** A change of a flow that callers must not notice. */
export interface Pass {
  name: string;
  apply: (draft: Draft) => Draft;
}

export const passes: readonly Pass[] = [
  { name: 'prompts', apply: joinPrompts },
  { name: 'choices', apply: (draft) => tidyChoices(decideChoices(draft)) },
  { name: 'counters', apply: (draft) => skipEmptySteps(foldCounters(draft)) },
  { name: 'dead values', apply: (draft) => tidyChoices(dropDeadValues(draft)) },
  { name: 'guards', apply: (draft) => tidyChoices(foldGuards(draft)) },
  { name: 'cases', apply: toSwitchCases },
  { name: 'last words', apply: (draft) => skipEmptySteps(toLastWords(draft)) },
  { name: 'shared steps', apply: shareSteps },
  // Only now are ways alike that led to steps of their own, and readers gone.
  { name: 'assignments', apply: (draft) => skipEmptySteps(setByChoice(draft)) },
  { name: 'rest', apply: (draft) => tidyChoices(dropDeadValues(draft)) },
  { name: 'global choices', apply: foldGlobalChoices },
  { name: 'settings', apply: dropUnusedSettings },
];

/** Leaves out steps that became empty, and then choices that became the same. */
function tidyChoices(draft: Draft): Draft {
  return skipEmptySteps(mergeChoices(skipEmptySteps(draft)));
}
