import { memoize } from '../../../model/index.ts';
import type { SpeechLanguage } from '../../../speech/index.ts';
import { findTerminator } from '../../verbs/parts/collected.ts';
import type { FlowRule } from '../flow-rule.ts';
import { listCollects } from '../questions.ts';
import { splitWords } from './counts.ts';
import { createPieceFilter, findPieceSpan, findWords, groupSaidByStep } from './said.ts';

/**
 * Reports questions whose text says that the answer ends with the star or the pound key, "followed by the star key",
 * where another key ends it or none does. Texts that tell to press the key are checked with the other keys.
 */
export const toldTerminator: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const isNew = createPieceFilter();
    for (const { step, body } of listCollects(draft)) {
      const end = findTerminator(body);
      for (const said of groupSaidByStep(draft).get(step.name) ?? [])
        for (const piece of said.part === 'confirm' ? [] : said.pieces) {
          const language = findWords(piece, said);
          const told = language === undefined ? undefined : findTold(piece.text, language);
          if (told === undefined || told.key === end) continue;
          if (piece.keys.listAnnounced().some(({ key }) => key === told.key) || !isNew(piece, step.name))
            continue;
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

/** Words before the key that ends an answer. */
const ENDING = String.raw`followed by|(?:end|finish|conclude|confirm|complete)(?:ing)?(?: it)? with|gefolgt von|abgeschlossen mit|(?:beenden|bestätigen|schließen) sie (?:\p{L}+ ){0,3}mit|und (?:dann|danach|zum schluss)|suivie?s? (?:de|par)|(?:terminez|validez|confirmez) (?:par|avec)|puis|seguid[oa]s? (?:de|por)|(?:termine|finalice|confirme) con|y después|seguit[oa] d[ae]l?l?a?|(?:termini|concluda|confermi) con|gevolgd door|(?:sluit (?:\p{L}+ ){0,2}af|bevestig) met|(?:termine|confirme) com`;

const FILLER = String.raw`(?:(?:the|a|die|der|den|das|einer|la|le|un|une|el|il|lo|de|het|o|tecla|touche|tasto|toets) |l[’'])*`;

function findTold(
  text: string,
  language: SpeechLanguage,
): { key: string; start: number; end: number } | undefined {
  for (const { key, pattern } of getPatterns(language)) {
    const found = pattern.exec(text);
    if (found !== null) return { key, start: found.index, end: found.index + found[0].length };
  }
  return undefined;
}

const getPatterns = memoize(({ keys }: SpeechLanguage) =>
  [
    { key: '*', names: keys.star },
    { key: '#', names: keys.pound },
  ].map(({ key, names }) => ({
    key,
    pattern: new RegExp(
      `(?<!\\p{L})(?:${ENDING})\\s+${FILLER}(?:${splitWords(names).join('|')})(?!\\p{L}|-\\p{L}|\\s+(?:sign of|rating))`,
      'iu',
    ),
  })),
);
