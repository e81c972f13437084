/** Finds the questions whether a call may be recorded, and what becomes of the answers. */
import { memoize, type Edge, type Value } from '../../model/index.ts';
import { findPromptWords, phrase, type PromptLanguage, type SpeechLanguage } from '../../speech/index.ts';
import { listDecidingNames, removeHolder } from '../check/empty-reads.ts';
import { getStepValues, listWrites } from '../check/step-values.ts';
import { followValues, type Arrival } from '../check/value-walk.ts';
import { isStillInitial } from '../check/variable-sources.ts';
import type { FlowDraft } from '../types.ts';
import { listMenus, type Menu } from './questions.ts';
import { CONSENT } from './silence-decides.ts';
import type { Piece } from './spoken.ts';
import { readKeyPurposes } from './words/key-purposes.ts';
import { groupSaidByStep, splitSentences } from './words/said.ts';

type Spoken = SpeechLanguage | PromptLanguage;
export type Choice = NonNullable<Menu['body']['choices']>[number];

/** Words of a choice that refuses, by language: "no" means something else in Portuguese. */
const REFUSING: Readonly<Record<string, RegExp>> = {
  en: phrase(String.raw`no|not|don['’]t|without|refuse|decline|object`),
  de: phrase(String.raw`nein|nicht|kein\p{L}*|ohne|ablehnen|dagegen|widersprechen`),
  fr: phrase(String.raw`non|pas|sans|refuse[rz]?|opposez`),
  es: phrase(String.raw`no|sin|rechaza\p{L}*|opone`),
  it: phrase(String.raw`no|non|senza|rifiuta\p{L}*|contrari[oa]`),
  nl: phrase(String.raw`nee|niet|geen|zonder|weiger\p{L}*|bezwaar`),
  pt: phrase(String.raw`não|sem|recusa\p{L}*|opõe`),
  pl: phrase(String.raw`nie|bez|odmawia\p{L}*|sprzeciw\p{L}*`),
  sv: phrase(String.raw`nej|inte|utan|avböj\p{L}*|emot`),
};

/** Words for a recording in languages in which callers are not understood. */
const RECORDED: Readonly<Record<string, RegExp>> = {
  pl: phrase(String.raw`nagr(?:a|yw)\p{L}*|rejestr\p{L}*`),
  sv: phrase(String.raw`spela[rs]?(?: [^.!?]{1,40})? in|inspel\p{L}*`),
};

/** Words for a recording that callers hear, in any language. */
const HEARD = phrase(
  String.raw`hear|listen|play|h[öo]ren|anhören|écouter|entendre|escuchar|oír|ascoltare|sentire|luisteren|beluisteren|horen|ouvir|lyssna|höra|posłuchać|odsłuchać|usłyszeć`,
);

/** Words for what callers want or allow, in any language: "if you do not want this, press 2". */
const WANTED = phrase(
  String.raw`want|wish|like|rather|prefer|agree|consent|allow|object|möcht\p{L}*|woll\p{L}*|wünsch\p{L}*|einverstanden|zustimm\p{L}*|dagegen|widersprech\p{L}*|souhaitez|voulez|désirez|accord|acceptez|opposez|quiere|desea|acepta|acuerdo|opone|vuole|desidera|accetta|accordo|contrari[oa]|wilt|wenst|akkoord|bezwaar|quiser|queira|deseja|aceita|concorda|opõe|chce\p{L}*|życz\p{L}*|zgadza\p{L}*|sprzeciw\p{L}*|vill|önskar|godkänner|samtycker|emot`,
);

/** Returns the choice of a menu by which callers refuse a recording, when its prompt leaves no doubt. */
export function findRefusal({ step, body }: Menu, draft: FlowDraft): Choice | undefined {
  const prompts = (groupSaidByStep(draft).get(step.name) ?? []).filter(({ part }) => part === 'prompt');
  const [key] = prompts.flatMap(({ pieces, language }) =>
    pieces.flatMap((piece) => findRefusingKey(piece, findPromptWords(piece.language ?? language)) ?? []),
  );
  return key === undefined ? undefined : body.choices?.find((choice) => String(choice?.key) === key);
}

/** Returns the only key with which a text that speaks of a recording lets callers refuse it. */
function findRefusingKey(piece: Piece, language: Spoken | undefined): string | undefined {
  const recorded = language && findRecorded(language);
  const refusing = REFUSING[language?.tag ?? ''];
  if (language === undefined || refusing === undefined || !speaksOfRecording(piece, language))
    return undefined;
  const announced = piece.keys.listAnnounced();
  const asked = splitSentences(piece.text).filter(
    ({ text, start }) =>
      text.includes('?') && !announced.some((key) => key.start >= start && key.start < start + text.length),
  );
  // Who is asked "Do you not want this?" refuses with "yes".
  if (asked.some(({ text }) => refusing.test(text))) return undefined;
  const isRecorded = (text: string): boolean => recorded?.test(text) === true && !HEARD.test(text);
  const isAsked = asked.some(({ text }) => isRecorded(text));
  const purposes = readKeyPurposes(piece, language);
  const [refused, ...more] = purposes.filter(({ clause }) => refusing.test(clause));
  if (refused === undefined || more.length > 0 || purposes.length < 2) return undefined;
  const isMeant = isAsked || WANTED.test(refused.clause) || purposes.some(({ clause }) => isRecorded(clause));
  return isMeant ? refused.key : undefined;
}

/** True for a text with a sentence about a recording that callers do not merely hear. */
function speaksOfRecording({ text }: Piece, language: Spoken): boolean {
  const recorded = findRecorded(language);
  return splitSentences(text).some((one) => recorded?.test(one.text) === true && !HEARD.test(one.text));
}

function findRecorded(language: Spoken): RegExp | undefined {
  return 'recorded' in language.talk ? language.talk.recorded : RECORDED[language.tag];
}

/** Lists the menus that speak of a recording. */
export const listConsentMenus = memoize((draft: FlowDraft): readonly Menu[] =>
  listMenus(draft).filter(({ step }) =>
    groupSaidByStep(draft)
      .get(step.name)
      ?.some(({ pieces, language }) =>
        pieces.some((piece) => {
          const words = findPromptWords(piece.language ?? language);
          return words !== undefined && speaksOfRecording(piece, words);
        }),
      ),
  ),
);

/** True for a choice that sets a value which means consent. */
export function isConsent(choice: Choice): boolean {
  return Object.entries(choice?.set ?? {}).some(
    ([name, value]) =>
      (typeof value === 'string' && CONSENT.has(value.toLowerCase())) || (value === true && NAMES.test(name)),
  );
}

/** Names of a flag that stands for consent. */
const NAMES =
  /^(?:consent|agree|allow|permission|may_?record|record_?ok|einwillig|zustimm|einverstanden|erlaub|accord|consent|autoris|autoriz|permis|acept|accett|permess|toestem|akkoord|aceit|zgod|samtyck)/i;

/** One of the ways out of a menu. */
type Answer = Pick<Edge, 'outcome' | 'to' | 'failure'>;

/** What becomes of an answer before the next question about a recording. */
interface Consequence {
  /** Step → the calls that come to it. */
  arrivals: ReadonlyMap<string, readonly Arrival[]>;
  /** True when every value that the menu can set is known behind this answer. */
  isKnown: boolean;
}

/**
 * Follows an answer over what does not fail, with the values that it sets and those that are still as they were at the
 * beginning. `isEnd` tells the steps that are not left.
 */
export function followAnswer(
  { step }: Menu,
  answer: Answer,
  { draft, isEnd }: { draft: FlowDraft; isEnd?: (step: string) => boolean },
): Consequence | undefined {
  const asked = new Set(listConsentMenus(draft).map((one) => one.step.name));
  const set = getStepValues(draft, step.name).writes.map(({ variable }) => variable);
  const names = new Set([...listDecidingNames(draft).keys(), ...set.map((variable) => `vars.${variable}`)]);
  const written = new Map(listWrites(draft, step.name, answer).map((one) => [one.variable, one.literal]));
  const initial = new Map<string, Value>();
  for (const name of names) {
    const variable = removeHolder(name);
    const begun = isStillInitial(draft, variable, step.name) ? draft.vars[variable]?.initial : undefined;
    const value = written.has(variable) ? written.get(variable) : begun;
    if (value !== undefined) initial.set(name, value);
  }
  const arrivals = followValues(draft, {
    initial,
    max: MAX_FOLLOWED,
    start: answer.to,
    follows: ({ outcome, failure }, from) =>
      !failure && !UNREACHED.has(outcome) && !asked.has(from) && isEnd?.(from) !== true,
  });
  return arrivals && { arrivals, isKnown: set.every((variable) => initial.has(`vars.${variable}`)) };
}

/** Outcomes behind which a recording is a message for the party, which was not refused. */
const UNREACHED = new Set(['busy', 'no_answer']);

/** Maximum number of values that are followed behind one answer. */
const MAX_FOLLOWED = 10_000;
