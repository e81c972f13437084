import { checkedLanguages, parseLanguage } from '../../../speech/index.ts';
import type { Finding } from '../../../diagnostics/index.ts';
import type { Collect } from '../questions.ts';
import { listCollects } from '../questions.ts';
import type { FlowRule } from '../flow-rule.ts';
import { splitWords } from './counts.ts';
import { createPieceFilter, findPieceSpan, groupSaidByStep, splitSentences } from './said.ts';

/**
 * Reports questions whose text asks callers to use the keys, which the step does not take, or to speak, which it does not
 * understand. A text that offers both means, and one that names a key with an effect of its own, are left alone.
 */
export const otherMeans: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const isNew = createPieceFilter();
    for (const collect of listCollects(draft)) {
      const check = selectCheck(collect);
      for (const said of groupSaidByStep(draft).get(collect.step.name) ?? []) {
        if (said.part === 'confirm' || check === undefined) continue;
        for (const piece of said.pieces) {
          const words = findTalk(piece.language ?? said.language);
          const found = words === undefined ? undefined : check(piece.text, words);
          if (found === undefined || !isNew(piece, collect.step.name)) continue;
          if (piece.keys.listAnnounced().length > 0) continue;
          report({
            code: 'misleading-question',
            message: `${found.message} at step "${collect.step.name}"`,
            span: findPieceSpan(draft.document, piece, found),
            hint: 'change the text or the step, so that both say the same',
          });
        }
      }
    }
  },
};

type Talk = (typeof checkedLanguages)[number]['talk'];

interface Found extends Pick<Finding, 'message'> {
  start: number;
  end: number;
}

type Check = (text: string, talk: Talk) => Found | undefined;

function findTalk(tag: string): Talk | undefined {
  return checkedLanguages.find((one) => one.tag === parseLanguage(tag))?.talk;
}

function selectCheck({ body: { type, speech } }: Collect): Check | undefined {
  if (type === 'text') return findKeys;
  return speech === undefined || speech === false ? findSpeech : undefined;
}

const findKeys: Check = (text, talk) => {
  const found = talk.keyedIn.exec(text);
  if (found === null || findImperative(text, talk) !== undefined) return undefined;
  return {
    start: found.index,
    end: found.index + found[0].length,
    message: 'the text asks callers to use the keys, but only speech is taken',
  };
};

const findSpeech: Check = (text, talk) => {
  const found = findImperative(text, talk);
  if (found === undefined || talk.keyedIn.test(text)) return undefined;
  return {
    ...found,
    message: 'the text asks callers to speak, but only keys are taken: "speech" is not set',
  };
};

/** Finds the request to say something at the beginning of a sentence or clause. */
function findImperative(text: string, { say }: Talk): { start: number; end: number } | undefined {
  const verbs = splitWords(say).join('|');
  const asked = new RegExp(`^\\s*(?:[^,]{0,40},\\s*)?(?:\\p{L}+\\s+){0,2}?(?:${verbs})(?=\\s)`, 'iu');
  for (const { text: sentence, start } of splitSentences(text)) {
    const found = asked.exec(sentence);
    const word = found?.[0].split(/\s+/).at(-1) ?? '';
    if (found !== null) return { start: start + found[0].length - word.length, end: start + found[0].length };
  }
  return undefined;
}
