import type { FlowRule } from '../flow-rule.ts';
import { listCollects } from '../questions.ts';
import { createPieceFilter, findPieceSpan, groupSaidByStep } from './said.ts';

/** Names of currencies in the languages of speech, and the codes that they may stand for. */
const CURRENCIES: readonly { name: RegExp; codes: RegExp }[] = [
  { name: /(?<!\p{L})euros?(?!\p{L})/iu, codes: /^EUR$/ },
  { name: /(?<!\p{L})(?:dollars?|dólar(?:es)?|dollar[io]|bucks)(?!\p{L})/iu, codes: /D$/ },
  { name: /(?<!\p{L})(?:francs?|franken|franchi|francos?)(?!\p{L})/iu, codes: /F$/ },
];

/** Reports questions for an amount whose text names another currency than the step. */
export const toldCurrency: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const isNew = createPieceFilter();
    for (const { step, body } of listCollects(draft)) {
      const { currency } = body;
      if (body.type !== 'currency' || currency === undefined) continue;
      for (const said of groupSaidByStep(draft).get(step.name) ?? [])
        for (const piece of said.pieces) {
          const named = CURRENCIES.filter(({ name }) => name.test(piece.text));
          const [only] = named;
          const found = only?.name.exec(piece.text) ?? undefined;
          if (named.length !== 1 || found === undefined || only?.codes.test(currency) !== false) continue;
          if (!isNew(piece, step.name)) continue;
          report({
            code: 'other-currency',
            message: `callers are asked for an amount in ${found[0]}, and step "${step.name}" takes it in ${currency}`,
            span: findPieceSpan(draft.document, piece, {
              start: found.index,
              end: found.index + found[0].length,
            }),
            hint: 'correct the text or "currency"',
          });
        }
    }
  },
};
