import { type GraphStep, indexSteps } from '../../../model/index.ts';
import { findPromptWords } from '../../../speech/index.ts';
import type { FlowDraft } from '../../types.ts';
import type { FlowRule } from '../flow-rule.ts';
import { createPieceFilter, findPieceSpan, groupSaidByStep, splitSentences } from './said.ts';

/**
 * Reports "tomorrow" in what callers hear while it is closed, when it is not true at every closed time: before opening
 * it is open on the same day, and on the eve of a closed day it is not open tomorrow. Texts behind a condition on the
 * time, behind other hours or behind a question are not judged.
 */
export const untrueTomorrow: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const steps = indexSteps(draft.graph);
    const isNew = createPieceFilter();
    // Hours that begin at midnight may make it true.
    if (/\b00:00-/.test(JSON.stringify(draft.source.hours ?? {}))) return;
    for (const step of draft.graph.steps.filter(({ verb }) => verb === 'hours'))
      for (const name of findClosedSteps(step, steps, draft))
        for (const said of groupSaidByStep(draft).get(name) ?? [])
          for (const piece of said.pieces) {
            const words = findPromptWords(piece.language ?? said.language)?.talk;
            const found = words === undefined ? undefined : findTomorrow(piece.text, words.tomorrow);
            if (found === undefined || !isNew(piece)) continue;
            report({
              code: 'untrue-tomorrow',
              message: `callers hear "${found.word}" at every closed time of step "${step.name}": before opening and on the eve of a closed day it is not true`,
              span: findPieceSpan(draft.document, piece, found),
              hint: 'say the opening hours instead',
            });
          }
  },
};

/** Finds the word, unless its sentence names another day beside it or carries an expression. */
function findTomorrow(
  text: string,
  pattern: RegExp,
): { word: string; start: number; end: number } | undefined {
  for (const sentence of splitSentences(text)) {
    const found = pattern.exec(sentence.text);
    if (found === null || sentence.text.includes('${')) continue;
    const start = sentence.start + found.index;
    return { word: found[0], start, end: start + found[0].length };
  }
  return undefined;
}

/** Returns the steps that callers reach at every closed time, up to the first question or decision about the time. */
function findClosedSteps(
  { edges }: GraphStep,
  steps: ReadonlyMap<string, GraphStep>,
  draft: FlowDraft,
): Set<string> {
  const open = new Set(edges.filter(({ outcome }) => outcome === 'open').map(({ to }) => to));
  const found = new Set(edges.filter(({ outcome }) => outcome === 'closed').map(({ to }) => to));
  // Steps that are added while the loop runs are visited too.
  for (const name of found) {
    const step = steps.get(name);
    if (step === undefined || step.verb === 'hours' || open.has(name) || decidesByTime(name, draft)) {
      found.delete(name);
      continue;
    }
    if (step.waits === 'caller' || step.waits === 'party') continue;
    for (const { to, failure } of step.edges) if (!failure) found.add(to);
  }
  return found;
}

/** True for a switch that reads more than what the caller has chosen. */
function decidesByTime(name: string, { source }: FlowDraft): boolean {
  const body = source.steps?.[name]?.switch;
  return body !== undefined && /now|date|day|time|hour|clock/i.test(JSON.stringify(body));
}
