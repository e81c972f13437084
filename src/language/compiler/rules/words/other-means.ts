import { findPromptWords, phrase, type PromptLanguage, type SpeechLanguage } from '../../../speech/index.ts';
import type { Finding } from '../../../diagnostics/index.ts';
import type { Collect } from '../questions.ts';
import { listCollects } from '../questions.ts';
import type { FlowRule } from '../flow-rule.ts';
import { splitWords } from './counts.ts';
import { createPieceFilter, findPieceSpan, groupSaidByStep, splitSentences } from './said.ts';

/**
 * Reports questions whose text asks callers to use the keys, which the step does not take, or to speak, which it does not
 * understand: also "say or enter your number" where only keys are taken. A text that names a key with an effect of its own
 * is left alone.
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
          const words = findPromptWords(piece.language ?? said.language);
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

type Language = SpeechLanguage | PromptLanguage;

interface Found extends Pick<Finding, 'message'> {
  start: number;
  end: number;
}

type Check = (text: string, language: Language) => Found | undefined;

function selectCheck({ body: { type, speech } }: Collect): Check | undefined {
  if (type === 'text') return findKeys;
  return speech === undefined || speech === false ? findSpeech : undefined;
}

const findKeys: Check = (text, language) => {
  const found = language.talk.keyedIn.exec(text);
  if (found === null || findImperative(text, language) !== undefined) return undefined;
  return {
    start: found.index,
    end: found.index + found[0].length,
    message: 'the text asks callers to use the keys, but only speech is taken',
  };
};

const findSpeech: Check = (text, language) => {
  const either = findEither(text, language);
  if (either !== undefined) return { ...either, message: NOT_HEARD };
  const found = findImperative(text, language);
  const words = text.toLowerCase().split(/[^\p{L}]+/u);
  const press = new Set(splitWords(language.keys.press));
  if (found === undefined || language.talk.keyedIn.test(text) || words.some((word) => press.has(word)))
    return undefined;
  return { ...found, message: NOT_HEARD };
};

const NOT_HEARD = 'the text asks callers to speak, but only keys are taken: "speech" is not set';

/** Finds the choice between speaking and the keys: "say or enter your number". */
function findEither(text: string, { talk, keys }: Language): { start: number; end: number } | undefined {
  const say = `(?:${[...splitWords(talk.say), ...splitWords(ALSO)].join('|')})`;
  const key = `(?:${[...splitWords(keys.press), ...splitWords(KEYING)].join('|')})`;
  const joint = `(?:\\s+(?:sie|u|us|vous|it|them|ein|in))*,?\\s+(?:or|oder|ou|o|of|eller|lub)\\s+(?:(?:${BEFORE})\\s+)*`;
  const found = phrase(`${say}${joint}${key}|${key}${joint}${say}`).exec(text);
  return found === null ? undefined : { start: found.index, end: found.index + found[0].length };
}

/** Verbs for entering something with the keys, besides those of the languages. */
const KEYING =
  'enter type key eintippen geben eingeben tippen saisissez teclee introduzca inserisca typ introduza insira';

/** Verbs for speaking, besides those of the languages, and words before them in a request. */
const ALSO =
  'tell speak spell nennen nenne sprechen buchstabieren épelez deletree spreek noem spel soletre przeliteruj';
const BEFORE =
  'please|now|then|and|just|simply|bitte|nun|jetzt|dann|und|por|per|favor|favore|nu|dan|alstublieft|proszę';

/** Finds the request to say something at the beginning of a sentence. */
function findImperative(text: string, { talk }: Language): { start: number; end: number } | undefined {
  const verbs = [...splitWords(talk.say), ...splitWords(ALSO)].join('|');
  const asked = new RegExp(`^\\s*(?:(?:${BEFORE}),?\\s+){0,3}(${verbs})(?=\\s)`, 'iu');
  for (const { text: sentence, start } of splitSentences(text)) {
    const [all = '', verb = ''] = asked.exec(sentence) ?? [];
    if (verb !== '') return { start: start + all.length - verb.length, end: start + all.length };
  }
  return undefined;
}
