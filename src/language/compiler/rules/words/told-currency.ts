import type { FlowRule } from '../flow-rule.ts';
import { listCollects } from '../questions.ts';
import { spanAt } from '../../read/document.ts';
import { listSpokenAmounts } from '../other-currency.ts';
import type { Piece } from '../spoken.ts';
import { createPieceFilter, findPieceSpan, groupSaidByStep, listSaid } from './said.ts';
import { phrase } from '../../../speech/index.ts';

/** Names of currencies in the languages of speech, and the codes that they may stand for. Franken is a region as well. */
const CURRENCIES: readonly { name: RegExp; codes: RegExp; isAmbiguous?: boolean }[] = [
  { name: phrase('euros?'), codes: /^EUR$/ },
  { name: phrase('dollars?|dólar(?:es)?|dollar[io]|bucks'), codes: /D$/ },
  { name: phrase('francs?|franken|franchi|francos?'), codes: /F$/, isAmbiguous: true },
  { name: phrase('pounds|pfund sterling|livres sterling|libras esterlinas'), codes: /P$/ },
  { name: /(?<!\p{L})kron(?:or|er)(?!\p{L})/iu, codes: /K$/ },
  { name: /(?<!\p{L})z[łl]ot(?:y|e|ych)(?!\p{L})/iu, codes: /^PLN$/ },
  { name: phrase('pesos'), codes: /^(?:ARS|CLP|COP|CUP|DOP|MXN|PHP|UYU)$/ },
  { name: phrase('reais'), codes: /^BRL$/ },
];

/** Weights are told in pounds as well. */
const WEIGHT = phrase(String.raw`weigh\p{L}*|gewicht|kilos?|kilograms?`);

/**
 * Reports questions for an amount whose text names another currency than the step, and amounts that are read out in
 * another currency than the only one that the texts of the flow name.
 */
export const toldCurrency: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const isNew = createPieceFilter();
    for (const { step, body } of listCollects(draft)) {
      const { currency } = body;
      if (body.type !== 'currency' || currency === undefined) continue;
      for (const said of groupSaidByStep(draft).get(step.name) ?? [])
        for (const piece of said.pieces) {
          const [only, ...others] = findNamed([piece]);
          if (only === undefined || others.length > 0 || only.codes.test(currency)) continue;
          if (!isNew(piece, step.name)) continue;
          const { start, word } = only;
          report({
            code: 'other-currency',
            message: `callers are asked for an amount in ${word}, and step "${step.name}" takes it in ${currency}`,
            span: findPieceSpan(draft.document, piece, { start, end: start + word.length }),
            hint: 'correct the text or "currency"',
          });
        }
    }
    const spoken = listSpokenAmounts(draft);
    const pieces = spoken.length === 0 ? [] : listSaid(draft).flatMap((said) => said.pieces);
    const [only, ...others] = findNamed(pieces);
    if (
      only === undefined ||
      only.isAmbiguous ||
      others.length > 0 ||
      pieces.some(({ text }) => WEIGHT.test(text))
    )
      return;
    const asked = listCollects(draft).flatMap(({ body }) => body.currency ?? []);
    if ([...asked, ...spoken.map(({ code }) => code)].some((code) => only.codes.test(code))) return;
    for (const { code, path } of spoken)
      report({
        code: 'other-currency',
        message: `callers hear the amount in ${code}, although the texts speak of ${only.word}`,
        span: spanAt(draft.document, path),
        hint: 'write the currency of the amount',
      });
  },
};

/** Returns the currencies that texts name, each with the first word for it. */
function findNamed(
  pieces: readonly Piece[],
): { codes: RegExp; isAmbiguous: boolean; word: string; start: number }[] {
  return CURRENCIES.flatMap(({ name, codes, isAmbiguous = false }) => {
    const found = pieces.map(({ text }) => name.exec(text)).find((one) => one !== null);
    return found === undefined ? [] : [{ codes, isAmbiguous, word: found[0], start: found.index }];
  });
}
