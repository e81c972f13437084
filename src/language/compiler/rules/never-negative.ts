import { listTerms, namePath, type Term } from '../../model/index.ts';
import { findReferenceSpan, listExpressions, stepNameOf } from '../check/references.ts';
import { findAnswerExpression, findSources } from '../check/variable-sources.ts';
import { phrase } from '../../speech/index.ts';
import { shortenText } from '../read/words.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMoneyTexts } from './money-texts.ts';
import { findStep, followOnlyWay } from './unasked-ways.ts';
import { findStepReads } from './variable-uses.ts';
import { groupSaidByStep } from './words/said.ts';

/** Names of counts, times, prices and fees in the languages of speech: none of them is below 0. */
const QUANTITY =
  /^(?:\w+_)?(?:counts?|fees?|prices?|minutes?|hours|days|weeks|delays?|seats|spaces|slots|items|tickets|rooms|loans|books|minuten|stunden|tage|plätze|plaetze|stück|verspätung|minutos|horas|días|dias|plazas|heures|jours|retard|minuti|giorni|posti|ritardo|uren|dagen|plaatsen|vertraging|minut|godzin|miejsc|minuter|timmar|dagar|platser|anzahl|geb(?:ue|ü)hr(?:en)?|preis|nombre|frais|prix|cantidad|tasas?|precio|quantit[aà]|prezzo|aantal|kosten|prijs|quantidade|taxas?|preço|preco|liczba|ilo(?:ść|sc)|op[lł]at[ay]|cena|antal|avgift(?:er)?|pris)$/i;

/**
 * Reports conditions that ask whether a count, a price or a fee of a service is at least 0, which it always is, or a sum that
 * callers are told to owe. A flow
 * that knows a value below 0, such as -1 for "unknown", or compares the variable elsewhere as well is left alone.
 */
export const neverNegative: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const { reference, source, start } of listExpressions(draft)) {
      if (reference.kind !== 'condition') continue;
      const term = /[<>]/.test(source) ? draft.expressions().parse(source) : undefined;
      const found = term === undefined ? undefined : readBound(term);
      if (found === undefined || isComparedTwice(found.name, draft)) continue;
      const isSum = isOwed(found.name, stepNameOf(reference), draft);
      if (!isQuantity(found.name, { draft, isSum })) continue;
      const condition = shortenText(source);
      report({
        code: found.isTrue ? 'certain-condition' : 'impossible-condition',
        message: `"vars.${found.name}" is ${isSum ? 'what callers owe' : 'a count or a price of a service'}, and never below 0, so ${condition} is ${found.isTrue ? 'always' : 'never'} true`,
        span: findReferenceSpan(draft.document, reference, { start, end: start + source.length }),
        hint: found.isTrue ? 'exclude 0 with >' : 'include 0 with <=, or ask for 0 with ==',
      });
    }
  },
};

interface Bound {
  name: string;
  /** True when all numbers from 0 on fulfil the condition, false when none does. */
  isTrue: boolean;
}

/** Reads a comparison of a variable with 0, or -1, that tells nothing of numbers from 0 on. */
function readBound(term: Term): Bound | undefined {
  if (term.kind !== 'operation') return undefined;
  const [left, right] = term.args;
  const [, name] = /^vars\.(\w+)$/.exec((left && namePath(left)) ?? '') ?? [];
  if (name === undefined || right?.kind !== 'value' || Number(right.value) !== 0) return undefined;
  return term.operator === '>=' || term.operator === '<'
    ? { name, isTrue: term.operator === '>=' }
    : undefined;
}

/** Words for what somebody owes. */
const DEBT = phrase(
  String.raw`(?:open|outstanding|overdue|unpaid) (?:amount|balance|invoices?|bills?|fees?|sum)|(?:amount|balance|sum|fee)s? (?:is |are )?(?:due|owed|owing|outstanding|overdue)|you (?:still )?owe|in arrears|(?:offene[rnsm]?|ausstehende[rnsm]?|unbezahlte[rnsm]?) (?:\p{L}*betrag|\p{L}*rechnung(?:en)?|\p{L}*forderung(?:en)?|posten|summe|beiträge)|schulden|zahlungsrückstand|noch zu (?:be)?zahlen|(?:impayée?s?|restez devoir|nous devez|reste à (?:payer|régler))|(?:pendientes? de pago|nos debe|adeuda|por pagar)|(?:ancora da pagare|da saldare|insolut[oi]|ci deve)|openstaande?|verschuldigd|nog te betalen|em dívida`,
);
const NOTHING = phrase(
  'no|not|nothing|kein(?:e|en|er)?|nicht|nichts|aucune?|pas|rien|nada|ninguna?|no|nessuna?|niente|non|geen|niets|não',
);

/** True for a sum that one way out of a switch tells as what callers owe, while the other ways do not speak of it. */
function isOwed(name: string, step: string | undefined, draft: FlowDraft): boolean {
  const targets = new Set(
    findStep(draft, step)
      ?.edges.filter(({ failure }) => !failure)
      .map(({ to }) => to),
  );
  const telling = [...targets].filter((to) =>
    followOnlyWay(draft, to).some((one) => findStepReads(draft, one.name).has(`vars.${name}`)),
  );
  const [only, ...others] = telling;
  if (only === undefined || others.length > 0 || targets.size !== 2) return false;
  const spoken = followOnlyWay(draft, only).find((one) => groupSaidByStep(draft).has(one.name));
  const texts = (groupSaidByStep(draft).get(spoken?.name ?? '') ?? []).flatMap(({ pieces }) =>
    pieces.map(({ text }) => text),
  );
  const isTold = texts.some((text) => DEBT.test(text)) && !texts.some((text) => NOTHING.test(text));
  return (
    isTold &&
    listMoneyTexts(draft).some(
      (reference) => stepNameOf(reference) === spoken?.name && reference.text.trim() === `\${vars.${name}}`,
    )
  );
}

/** True for a number that a service tells, under the name of a count or a price, and nothing else but numbers from 0 on. */
function isQuantity(name: string, { draft, isSum }: { draft: FlowDraft; isSum: boolean }): boolean {
  const sources = findSources(draft).get(name) ?? [];
  const answers = sources.flatMap((source) => findAnswerExpression(source, draft) ?? []);
  const isOther = sources.some(
    (source) =>
      findAnswerExpression(source, draft) === undefined &&
      !(source.literal !== undefined || source.step === undefined),
  );
  const known = [draft.vars[name]?.initial, ...sources.flatMap(({ literal }) => literal ?? [])];
  const isBelow = known.some((one) => Number(one) < 0) || answers.some((answer) => answer.includes('-'));
  // What is counted here is known, and judged with all other numbers.
  const isCounted = answers.some((answer) => /\bsize\s*\(/.test(answer));
  const isNamed =
    isSum ||
    answers.every((answer) => {
      const field = /\.(\w+)\W*$/.exec(answer)?.[1] ?? '';
      return QUANTITY.test(field) || QUANTITY.test(name);
    });
  return answers.length > 0 && !isOther && !isBelow && !isCounted && isNamed;
}

function isComparedTwice(name: string, draft: FlowDraft): boolean {
  const compared = listExpressions(draft).flatMap(({ source }) => {
    const term = source.includes(name) ? draft.expressions().parse(source) : undefined;
    return term === undefined
      ? []
      : listTerms(term).filter(
          (one) =>
            one.kind === 'operation' &&
            /[<>=]/.test(one.operator) &&
            one.args.some((part) => namePath(part) === `vars.${name}`),
        );
  });
  return compared.length > 1;
}
