import { findLeadingTo, indexSteps } from '../../model/index.ts';
import { phrase } from '../../speech/index.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { findUnasked } from './unasked-ways.ts';
import { findStepReads } from './variable-uses.ts';
import { createPieceFilter, findPieceSpan, listSaid, type Said } from './words/said.ts';

/** Questions for the person who is on the line, in the languages of speech. */
const ASKS_WHO = phrase(
  [
    String.raw`(?:if you are|are you|am i (?:speaking|talking) (?:to|with)|is this|you are not) \$`,
    String.raw`(?:wenn sie|sind sie|spreche ich mit|bin ich (?:richtig )?bei)(?: (?:herr|frau)\p{L}*)? \$`,
    String.raw`(?:si vous êtes|êtes-vous|vous êtes|je parle (?:bien )?à|suis-je (?:bien )?chez)(?: (?:bien|madame|monsieur))* \$`,
    String.raw`(?:si es(?: usted)?|es usted|hablo con|usted es)(?: (?:el|la|señora?))* \$`,
    String.raw`(?:se (?:lei )?è|è lei|parlo con|lei è)(?: (?:il|la|signora?))* \$`,
    String.raw`(?:bent u|als u|spreek ik met|u bent)(?: (?:de heer|mevrouw))? \$`,
    String.raw`(?:se (?:é|for)|falo com|estou a falar com|é)(?: (?:o|a|senhora?))* \$`,
  ].join('|'),
);

/** Names of values that are nobody else's business. */
const PRIVATE_NAME =
  /(?:^|[._])(?:amount|balance|debt|due|overdue|arrears|diagnosis|finding|findings|invoice|betrag|summe|schuld|schulden|rechnung|saldo|befund|diagnose|montant|solde|dette|facture|diagnostic|importe|deuda|factura|diagnostico|importo|debito|fattura|diagnosi|bedrag|valor|divida|fatura)(?:_|$)/i;

/** Words that tell a debt, or the result of an examination. */
const PRIVATE_WORDS = phrase(
  String.raw`overdue|in arrears|outstanding (?:payment|balance|amount|bill)|(?:your )?debts?|test results?|diagnosis|überfällig\p{L}*|offene (?:rechnung|forderung)\p{L}*|mahnung|zahlungsrückstand|im rückstand|befund|laborergebnis\p{L}*|impayée?s?|en retard de paiement|résultats? d['’](?:examen|analyse)s?|pago (?:pendiente|vencido)|factura (?:pendiente|vencida)|deuda|diagnóstico|(?:pagamento|fattura) (?:scadut[oa]|insolut[oa])|debito|achterstallig\p{L}*|betalingsachterstand|onbetaalde|fatura em atraso|pagamento em atraso|dívida`,
);

/**
 * Reports calls that tell a debt, an amount or a result before they ask who is on the line: a later menu asks for the
 * person by name, and a text on the way to it says what only that person may know.
 */
export const toldBeforeIdentity: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const said = listSaid(draft);
    const asking = new Set(
      said.flatMap((one) => (one.part === 'prompt' && asksWho(one) ? [one.step.name] : [])),
    );
    if (asking.size === 0) return;
    const isNew = createPieceFilter();
    const before = findBefore(asking, draft);
    for (const one of said) {
      if (!before.has(one.step.name)) continue;
      for (const piece of one.pieces) {
        if (!isPrivate(piece.text, one, draft) || !isNew(piece)) continue;
        report({
          code: 'told-before-identity',
          message: `step "${one.step.name}" tells whoever picks up what only one person may know: step "${[...asking].join('", "')}" asks who it is only afterwards`,
          span: findPieceSpan(draft.document, piece),
          hint: 'say only who is calling, and tell the matter behind the question',
        });
      }
    }
  },
};

function asksWho({ pieces }: Said): boolean {
  return pieces.some(({ text }) => ASKS_WHO.test(text));
}

/** Returns the steps that a call passes before one of these questions, and the question. */
function findBefore(asking: ReadonlySet<string>, draft: FlowDraft): ReadonlySet<string> {
  const leading = findLeadingTo(indexSteps(draft.graph), ({ name }) => asking.has(name));
  const passed = findUnasked(draft, draft.graph.entry);
  const isFirst = [...asking].some((name) => passed.has(name));
  return isFirst ? new Set([...passed.keys()].filter((name) => leading.has(name))) : asking;
}

function isPrivate(text: string, { step }: Said, draft: FlowDraft): boolean {
  if (PRIVATE_WORDS.test(text)) return true;
  return [...findStepReads(draft, step.name)].some((name) => PRIVATE_NAME.test(name) && text.includes(name));
}
