import { findReachable, indexSteps } from '../../model/index.ts';
import type { Report } from '../../diagnostics/index.ts';
import { findPromptWords, phrase, type PromptLanguage, type SpeechLanguage } from '../../speech/index.ts';
import { spanAt } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import { listMenus, type Menu } from './questions.ts';
import { readKeyPurposes } from './words/key-purposes.ts';
import { groupSaidByStep } from './words/said.ts';

/** Words of a choice that refuses, by language: "no" means something else in Portuguese. */
const REFUSING: Readonly<Record<string, RegExp>> = {
  en: phrase(String.raw`no|not|don['’]t|without|refuse|decline`),
  de: phrase(String.raw`nein|nicht|kein\p{L}*|ohne|ablehnen`),
  fr: phrase(String.raw`non|pas|sans|refuse[rz]?`),
  es: phrase(String.raw`no|sin|rechaza\p{L}*`),
  it: phrase(String.raw`no|non|senza|rifiuta\p{L}*`),
  nl: phrase(String.raw`nee|niet|geen|zonder|weiger\p{L}*`),
  pt: phrase(String.raw`não|sem|recusa\p{L}*`),
  pl: phrase(String.raw`nie|bez|odmawia\p{L}*`),
  sv: phrase(String.raw`nej|inte|utan|avböj\p{L}*`),
};

/** Words for a recording in languages in which callers are not understood. */
const RECORDED: Readonly<Record<string, RegExp>> = {
  pl: phrase(String.raw`nagr(?:a|yw)\p{L}*|rejestr\p{L}*`),
  sv: phrase(String.raw`spela[rs]?(?: [^.!?]{1,40})? in|inspel\p{L}*`),
};

/**
 * Reports the choice by which callers refuse a recording if it leads to one as all other choices do. What a condition
 * decides on the way is left alone.
 */
export function reportRefused(draft: FlowDraft, recordings: ReadonlySet<string>, report: Report): void {
  const steps = indexSteps(draft.graph);
  for (const menu of listMenus(draft)) {
    const { name } = menu.step;
    const isRecorded = (from: string): boolean =>
      !findReachable(
        steps,
        [from],
        ({ failure, to }, at) => !failure && to !== name && steps.get(at)?.verb !== 'switch',
      ).isDisjointFrom(recordings);
    const choices = menu.body.choices ?? [];
    if (choices.length < 2 || !choices.every((choice) => isRecorded(choice?.goto ?? ''))) continue;
    const refused = findRefusal(menu, draft);
    if (refused === undefined || !choices.some(hasKey(refused))) continue;
    report({
      code: 'recording-against-will',
      message: `callers who press "${refused}" at step "${name}" refuse the recording and are recorded all the same`,
      span: spanAt(draft.document, [...menu.path, 'choices', choices.findIndex(hasKey(refused)), 'goto']),
      hint: 'lead the choice past the recording',
    });
  }
}

function hasKey(key: string): (choice: NonNullable<Menu['body']['choices']>[number]) => boolean {
  return (choice) => String(choice?.key) === key;
}

/** Returns the key of the only choice that refuses a recording of which the prompt speaks. */
function findRefusal({ step }: Menu, draft: FlowDraft): string | undefined {
  for (const said of groupSaidByStep(draft).get(step.name) ?? []) {
    if (said.part !== 'prompt') continue;
    for (const piece of said.pieces) {
      const language = findPromptWords(piece.language ?? said.language);
      if (language === undefined || !findRecorded(language)?.test(piece.text)) continue;
      const purposes = readKeyPurposes(piece, language);
      const [refusing, ...more] = purposes.filter(({ clause }) => REFUSING[language.tag]?.test(clause));
      if (more.length === 0 && purposes.length > 1) return refusing?.key;
    }
  }
  return undefined;
}

function findRecorded(language: SpeechLanguage | PromptLanguage): RegExp | undefined {
  return 'recorded' in language.talk ? language.talk.recorded : RECORDED[language.tag];
}
