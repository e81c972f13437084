import type { FlowRule } from '../flow-rule.ts';
import { listCodes } from '../other-country.ts';
import { createPieceFilter, findPieceSpan, listSaid } from './said.ts';

/** Emergency numbers of other countries that are dead in those of these codes; the first fitting row counts. */
const DEAD: readonly { codes: RegExp; numbers: ReadonlySet<string>; right: string }[] = [
  { codes: /^1$/, numbers: new Set(['112', '999', '000']), right: '911' },
  { codes: /^44$/, numbers: new Set(['911', '000']), right: '999' },
  { codes: /^(?:353|48)$/, numbers: new Set(['911', '000']), right: '112' },
  { codes: /^61$/, numbers: new Set(['911', '999']), right: '000' },
  { codes: /^64$/, numbers: new Set(['911', '999', '000']), right: '111' },
  { codes: /^(?:3\d\d?|4\d\d?)$/, numbers: new Set(['911', '999', '000']), right: '112' },
];

/** A number of three digits, spelt or not, after a word that tells to call it. */
const TOLD =
  /(?<!\p{L})(?:dial|call|ring|phone|wählen|rufen|rufen sie|notruf|composez|appelez|faites|marque|llame|llame al|disque|ligue|chiami|componga|digiti|bel|kies|ring|zadzwoń|wybierz)(?:\s+(?:sie|bitte|die|den|das|the|le|al|a|para|o|il|het|naar|now|jetzt|sofort|pod|numer|número|numero|numéro|nummer|number|immediately|inmediatamente|immediatamente|immédiatement|direct|onmiddellijk)){0,4}\s+(\d(?:[,\s-]{0,2}\d){2})(?![,\s-]{0,2}\d)/giu;

/**
 * Reports emergency numbers that callers are told to dial and that do not exist in the country of all telephone numbers of
 * the flow. Numbers that work there beside the usual one, and countries with several, are left alone.
 */
export const emergencyNumber: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const [code, ...others] = listCodes(draft);
    const dead = others.length > 0 ? undefined : DEAD.find(({ codes }) => codes.test(code ?? ''));
    const isNew = createPieceFilter();
    for (const { pieces } of dead === undefined ? [] : listSaid(draft))
      for (const piece of pieces) {
        const told = [...piece.text.matchAll(TOLD)].find(([, number = '']) =>
          dead?.numbers.has(number.replace(/\D/g, '')),
        );
        if (told === undefined || !isNew(piece)) continue;
        const number = told[1]?.replace(/\D/g, '') ?? '';
        report({
          code: 'other-country',
          message: `callers are told to dial ${number}, which is not the emergency number of the country of this flow (+${code ?? ''})`,
          span: findPieceSpan(draft.document, piece, { start: told.index, end: told.index + told[0].length }),
          hint: `say ${dead?.right ?? ''}`,
        });
      }
  },
};
