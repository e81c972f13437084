import { memoize } from '../../../model/index.ts';
import type { VoicemailStep } from '../../../../../schemas/types/flow.ts';
import type { SpeechLanguage } from '../../../speech/index.ts';
import { nodeAt } from '../../read/document.ts';
import { findTerminator } from '../../verbs/parts/collected.ts';
import type { FlowRule } from '../flow-rule.ts';
import type { DraftStep, FlowDraft } from '../../types.ts';
import { findMessageEnd } from '../../verbs/voicemail.ts';
import { listCollects, listMapSteps, takesDecimals } from '../questions.ts';
import { splitWords } from './counts.ts';
import { createPieceFilter, findPieceSpan, findWords, groupSaidByStep } from './said.ts';

/**
 * Reports questions and requests for a message whose text says that the answer ends with the star or the pound key, "followed by the star key",
 * where another key ends it or none does. Texts that tell to press the key are checked with the other keys.
 */
export const toldTerminator: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const isNew = createPieceFilter();
    for (const { step, end, pointKey } of listEnds(draft)) {
      for (const said of groupSaidByStep(draft).get(step.name) ?? [])
        for (const piece of said.part === 'confirm' ? [] : said.pieces) {
          const language = findWords(piece, said);
          const told = language === undefined ? undefined : findToldEnd(piece.text, language);
          if (told === undefined || told.key === end || end === 'any') continue;
          // A key without a meaning at the question is reported with the other keys.
          const isAnnounced = piece.keys.listAnnounced().some(({ key }) => key === told.key);
          if ((isAnnounced && told.key !== pointKey) || !isNew(piece, step.name)) continue;
          report({
            code: 'key-not-offered',
            message: `the text ends the answer with the key "${told.key}", but at step "${step.name}" ${end === undefined ? 'no key ends it' : `the key "${end}" does`}`,
            span: findPieceSpan(draft.document, piece, told),
            hint: `write terminator: '${told.key}', or correct the text`,
          });
        }
    }
  },
};

/** A step whose answer or message a key may end. */
interface Ended {
  step: DraftStep;
  /** The key that ends it; undefined when none does. */
  end?: string;
  /** The key that is the decimal point of the answer. */
  pointKey?: string;
}

function listEnds(draft: FlowDraft): Ended[] {
  const asked = listCollects(draft).flatMap(({ step, body, path }): Ended[] => {
    const end = findTerminator(body);
    // A terminator that is no key is an error of its own.
    if (end === undefined && nodeAt(draft.document.root, [...path, 'terminator']) !== undefined) return [];
    return [{ step, ...(end && { end }), ...(takesDecimals(body, draft) && { pointKey: '*' }) }];
  });
  const recorded = listMapSteps<VoicemailStep>(draft, 'voicemail').map(({ step, body }): Ended => {
    const end = findMessageEnd(body);
    return { step, ...(end && { end }) };
  });
  return [...asked, ...recorded];
}

/** Words before the key that ends an answer. */
const ENDING = String.raw`followed by|(?:end|finish|conclude|confirm|complete)(?:ing)?(?: it)? with|gefolgt von|abgeschlossen mit|(?:beenden|bestätigen|schließen) sie (?:\p{L}+ ){0,3}mit|und (?:dann|danach|zum schluss)|suivie?s? (?:de|par)|(?:terminez|validez|confirmez) (?:par|avec)|puis|seguid[oa]s? (?:de|por)|(?:termine|finalice|confirme) con|y después|seguit[oa] d[ae]l?l?a?|(?:termini|concluda|confermi) con|gevolgd door|(?:sluit (?:\p{L}+ ){0,2}af|bevestig) met|(?:termine|confirme) com|and then|e (?:poi|depois)|en (?:dan|daarna)`;

const FILLER = String.raw`(?:(?:the|a|an|die|der|den|das|dem|eine|einer|einem|la|le|un|une|una|uno|el|il|lo|de|een|het|o|um|uma|tecla|touche|tasto|toets) |l[’'])*`;

/** Words between the request to press, the words for the end and the key. */
const LINKS = String.raw`(?:(?:sie|bitte|u|dan|on|op|sur|su|em|na|no|en) )*`;

/** Returns the key with which a text says that an answer ends. */
export function findToldEnd(
  text: string,
  language: SpeechLanguage,
): { key: string; start: number; end: number } | undefined {
  for (const { key, pattern } of getPatterns(language)) {
    const found = pattern.exec(text);
    if (found !== null) return { key, start: found.index, end: found.index + found[0].length };
  }
  return undefined;
}

/** Words beside the key that ends an answer: "press star after the amount", "press at the end the star key". */
const AFTERWARDS = String.raw`after(?:wards)?|at the end|when (?:you are |you have )?(?:done|finished)|to (?:finish|end|confirm)|danach|anschließend|zum schluss|am ende|am schluss|nach (?:dem|der|ihrer?)|après|à la fin|pour (?:terminer|valider)|después|al final|para (?:terminar|finalizar|confirmar)|dopo|alla fine|al termine|per (?:terminare|confermare)|daarna|na het|aan het einde|om af te sluiten|depois|no fim|no final|ao terminar`;

const getPatterns = memoize(({ keys }: SpeechLanguage) =>
  [
    { key: '*', names: keys.star },
    { key: '#', names: keys.pound },
  ].map(({ key, names }) => {
    const name = `${FILLER}(?:${splitWords(names).join('|')})(?!\\p{L}|-\\p{L}|\\s+(?:sign of|rating))`;
    const press = splitWords(keys.press).join('|');
    return {
      key,
      pattern: new RegExp(
        `(?<!\\p{L})(?:(?:${ENDING})\\s+${name}|(?:${press})\\s+${LINKS}(?:${AFTERWARDS})\\s+${LINKS}${name}|(?:${press})\\s+${name}(?:\\s+(?:key|taste|tecla|touche|tasto|toets))?\\s+(?:${AFTERWARDS})(?!\\p{L}))`,
        'iu',
      ),
    };
  }),
);
