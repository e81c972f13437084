import { findLeadingTo, findReachable, indexSteps, type Edge, type GraphStep } from '../../model/index.ts';
import { findSpeech } from '../../speech/index.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { isFailure, isFirstEffect, listEffects } from './effects.ts';
import { findUnasked, followOnlyWay } from './unasked-ways.ts';
import { foldAccents } from './words/key-purposes.ts';
import { tellsDone } from './words/outcome-words.ts';
import { groupSaidByStep, splitSentences } from './words/said.ts';

/**
 * Reports announcements that say after a failure, or to callers who have answered nothing, the sentence by which another
 * announcement tells the success: a text that was copied and not changed. In languages without words for success a
 * sentence tells it if the names of the steps have one of its words.
 */
export const sameWordsAfterFailure: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const effects = listEffects(draft);
    const steps = indexSteps(draft.graph);
    const later = findLeadingTo(steps, ({ name }) => effects.has(name));
    if (later.has(draft.graph.endStep ?? '')) return;
    for (const step of draft.graph.steps) {
      const success = step.edges.find((edge) => !edge.failure && !isFailure(edge, step.verb));
      if (success === undefined || !effects.has(step.name) || !isFirstEffect(step.name, draft)) continue;
      const told = findSpeaking(success.to, draft);
      const done = findReachable(steps, [success.to]);
      for (const { from, edge } of listMisses(step, later, draft)) {
        const other = findSpeaking(edge.to, draft);
        if (told === undefined || other === undefined || done.has(other) || done.has(from.name)) continue;
        const sentence = findShared({ told, other, step, edge }, draft);
        if (
          sentence === undefined ||
          [...findUnasked(draft, edge.to).keys()].some((name) => effects.has(name))
        )
          continue;
        report({
          code: 'success-told-after-failure',
          message: `when step "${from.name}" ends with "${edge.outcome}", callers hear from step "${other}" what those hear from step "${told}" for whom it has been done: "${sentence}"`,
          span: edge.span ?? from.span,
          hint: `say in step "${other}" that it has not been done, and what callers can do`,
        });
      }
    }
  },
};

interface Miss {
  from: GraphStep;
  edge: Edge;
}

/** Lists the failures of an effect, and the questions before it that callers leave without an answer. */
function listMisses(step: GraphStep, later: ReadonlySet<string>, { graph }: FlowDraft): Miss[] {
  const failures = step.edges
    .filter((edge) => isFailure(edge, step.verb))
    .map((edge) => ({ from: step, edge }));
  const questions = graph.steps.filter(({ name, waits }) => waits === 'caller' && later.has(name));
  const unanswered = questions.flatMap((from) =>
    from.edges.filter(({ outcome }) => outcome === 'exhausted').map((edge) => ({ from, edge })),
  );
  const misses = [...failures, ...unanswered].filter(({ edge }) => edge.kind === 'on');
  // Several outcomes lead where "failed" leads.
  return [...new Map(misses.map((miss) => [`${miss.from.name} ${miss.edge.to}`, miss])).values()];
}

/** Returns the announcement that callers hear first on their only way. */
function findSpeaking(to: string, draft: FlowDraft): string | undefined {
  const said = groupSaidByStep(draft);
  const speaking = followOnlyWay(draft, to).find(({ name, waits }) => said.has(name) || waits === 'caller');
  return speaking?.waits === 'caller' ? undefined : speaking?.name;
}

interface Compared {
  /** The announcements after the success and after the miss. */
  told: string;
  other: string;
  /** The step with the effect, and the edge of the miss. */
  step: GraphStep;
  edge: Edge;
}

/** Returns the first sentence of two announcements if it is the same and tells that something has been done. */
function findShared({ told, other, step, edge }: Compared, draft: FlowDraft): string | undefined {
  const said = groupSaidByStep(draft);
  const names = [step, ...followOnlyWay(draft, step.edges[0]?.to)].map(({ name }) => foldAccents(name));
  for (const { language, pieces } of said.get(told) ?? []) {
    const alike = (said.get(other) ?? []).find((one) => one.language === language);
    const [first, second] = [pieces[0], alike?.pieces[0]];
    if (first === undefined || second === undefined || first.node === second.node) continue;
    const [sentence, same] = [first, second].map(({ text }) => splitSentences(text)[0]?.text.trim() ?? '');
    if (sentence === undefined || sentence === '' || sentence !== same) continue;
    // What the known words tell after a failure is another rule's.
    const isKnown = edge.outcome === 'exhausted' && tellsDone(sentence);
    const isOther = findSpeech(first.language ?? language) === undefined;
    if (isKnown || (isOther && sharesStem(sentence, names))) return sentence;
  }
  return undefined;
}

/** Number of letters in which a word of a text and a word of a name agree: "registrerad" and "registrera". */
const STEM = 6;

function sharesStem(sentence: string, names: readonly string[]): boolean {
  const words = foldAccents(sentence.toLowerCase()).match(/\p{L}+/gu) ?? [];
  return words.some(
    (word) => word.length >= STEM && names.some((name) => name.toLowerCase().includes(word.slice(0, STEM))),
  );
}
