import type { GraphStep } from '../../../model/index.ts';
import type { SpeechLanguage } from '../../../speech/index.ts';
import type { FlowDraft } from '../../types.ts';
import type { FlowRule } from '../flow-rule.ts';
import { findFirst, findStep, listSuccessors } from '../unasked-ways.ts';
import { OFFERED, promiseWords } from './promise-words.ts';
import { createPieceFilter, findPieceSpan, findWords, listSaid, splitSentences } from './said.ts';

/** Verbs that take no answer of the caller and bring nobody on the line. */
const PASSING = new Set(['say', 'set', 'outcome', 'switch', 'hours', 'language', 'lookup', 'http']);
const ASKING = new Set(['menu', 'collect']);

/**
 * Reports announcements that the caller is connected, or that somebody helps now, after which the flow asks a question on
 * every way. Whether somebody is rung at all is told by `promise-not-kept` in the whole flow.
 */
export const questionBeforeConnect: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const isNew = createPieceFilter();
    for (const said of listSaid(draft)) {
      if (said.part !== 'say') continue;
      for (const piece of said.pieces) {
        const words = findWords(piece, said);
        const promise = words && findPromise(piece.text, words);
        if (promise === undefined) continue;
        const next = findFirst(draft, listSuccessors(findStep(draft, said.step.name)), isPassed);
        const [asking] = next;
        if (asking === undefined || !next.every((one) => asksOtherwise(one, draft)) || !isNew(piece))
          continue;
        report({
          code: 'promise-not-kept',
          message: `callers are told that somebody takes over, but after step "${said.step.name}" step "${asking.name}" asks them a question`,
          span: findPieceSpan(draft.document, piece, promise),
          hint: 'lead to the step that rings somebody: a step without "next" goes on to the one below',
        });
      }
    }
  },
};

function findPromise(
  text: string,
  { tag, talk }: SpeechLanguage,
): { start: number; end: number } | undefined {
  const sentence = splitSentences(text).find(
    (one) =>
      [talk.connect, promiseWords[tag]?.help].some((pattern) => pattern?.test(one.text)) &&
      !OFFERED.test(one.text),
  );
  return sentence && { start: sentence.start, end: sentence.start + sentence.text.length };
}

/** True for a question of which no answer brings somebody on the line, as one about a recording does. */
function asksOtherwise({ verb, edges }: GraphStep, draft: FlowDraft): boolean {
  const answered = edges.filter(({ kind, outcome }) => kind === 'goto' || outcome === 'filled');
  const targets = answered.map(({ to }) => to);
  return ASKING.has(verb) && findFirst(draft, targets, isPassed).every((one) => ASKING.has(one.verb));
}

function isPassed({ verb }: GraphStep): boolean {
  return PASSING.has(verb);
}
