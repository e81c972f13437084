/** Judges a run by its effects for the caller and for services, compared with other runs of the same case. */
import type { Breach } from './oracle.ts';
import { findChoicesOfMachines, findHastyAnswers, findTakenBack } from './outcomes.ts';
import { findCommandsInVain, findRepeatedMessages, findRepeatedRequests } from './repeats.ts';
import type { CaseRun } from './run-case.ts';
import { findCutOff, findLongRinging, findLongSilence } from './silences.ts';
import { findFalseWords } from './told.ts';
import type { Compared } from './told.ts';

/** Lists the effects of a run that nobody wants. A run that threw has none. */
export function findBadEffects(run: CaseRun, compared: Compared): Breach[] {
  if (run.error !== undefined) return [];
  const toBreaches = (rule: Breach['rule'], messages: string[]) =>
    [...new Set(messages)].map((message) => ({ rule, message }));
  return [
    ...toBreaches('repeated', findRepeatedRequests(run)),
    ...toBreaches('repeated', findRepeatedMessages(run, compared.perturbation)),
    ...toBreaches('in vain', findCommandsInVain(run)),
    ...toBreaches('told', findFalseWords(run, compared)),
    ...toBreaches('taken back', findTakenBack(run, compared)),
    ...toBreaches('hasty', findHastyAnswers(run, compared)),
    ...toBreaches('machine', findChoicesOfMachines(run, compared)),
    ...toBreaches('silence', isOfService(compared) ? [...findLongRinging(run), ...findLongSilence(run)] : []),
    ...toBreaches('silence', findCutOff(run, compared)),
  ];
}

/** True if nothing but a slow service explains what a run shows. */
function isOfService({ perturbation: { kind } }: Compared): boolean {
  return kind === 'service' || kind === 'nothing';
}
