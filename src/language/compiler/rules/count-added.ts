import { namePath, type Term } from '../../model/index.ts';
import { findReferenceSpan, listExpressions } from '../check/references.ts';
import { entryOf, nodeAt } from '../read/document.ts';
import { phrase } from '../../speech/index.ts';
import type { FlowDraft, Reference } from '../types.ts';
import { hasCurrencyName } from '../verbs/parts/currency-names.ts';
import type { FlowRule } from './flow-rule.ts';
import { listSpokenAmounts } from './other-currency.ts';
import { listCollects } from './questions.ts';
import { TOTAL } from './sum-overwritten.ts';
import { groupSaidByStep, listSaid } from './words/said.ts';

/**
 * Reports amounts to which a number of things is added, such as `vars.seats + vars.price` spoken in euros: the price of one
 * has to be multiplied. Numbers that are asked for in a currency, or spoken as an amount themselves, are amounts; so is a
 * variable with the name of a price.
 */
export const countAdded: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const amounts = findAmounts(draft);
    const counts = findCounts(draft).difference(amounts);
    if (counts.size === 0) return;
    for (const { reference, source, start } of listExpressions(draft)) {
      const sum = source.includes('+') ? draft.expressions().parse(source) : undefined;
      if (sum === undefined) continue;
      const parts = listSummands(sum).map((part) => ({ part, name: readVariable(part) }));
      const added = parts.find(({ name }) => name !== undefined && counts.has(name));
      const price = parts.find(({ name }) => name !== undefined && !counts.has(name))?.name;
      if (added?.name === undefined || price === undefined) continue;
      const isTotal =
        amounts.has(price) && isSetIn(reference, (name) => TOTAL.test(name.replaceAll('_', ' ')));
      if (!isTotal && !isAmount(reference, amounts, draft)) continue;
      const place = { start: start + added.part.start, end: start + added.part.end };
      report({
        code: 'wrong-unit',
        message: `"${added.name}" is a number of things that callers key in, and is added to an amount here`,
        span: findReferenceSpan(draft.document, reference, place),
        hint: `multiply: vars.${added.name} * vars.${price}`,
      });
    }
  },
};

/** Names of prices and other sums of money. */
const PRICE = phrase(
  'prices?|fees?|fare|cost|tariff|cents|tip|donation|deposit|discount|trinkgeld|spende|rabatt|pourboire|don|propina|mancia|fooi|gorjeta|preis|tarif|gebühr|gebuehr|betrag|kosten|prix|montant|frais|centimes|precios?|tarifa|importe|coste|costo|céntimos|prezzo|tariffa|importo|costi|centesimi|prijs|tarief|bedrag|preço|preco|custo|cêntimos|cennik|opłata|kwota|pris|avgift|belopp',
);

/** Returns the variables that are spoken as an amount, beside the name of a currency, or called after a price. */
function findAmounts(draft: FlowDraft): ReadonlySet<string> {
  const told = listSaid(draft).flatMap(({ pieces }) =>
    pieces.flatMap(({ text }) =>
      Array.from(text.matchAll(AMOUNT), ({ 1: before = '', 2: name = '', 3: behind = '' }) => ({
        name,
        unit: `${before} ${behind}`,
      })),
    ),
  );
  return new Set([
    ...listSpokenAmounts(draft).map(({ name }) => name),
    ...told.filter(({ unit }) => hasCurrencyName(unit, draft.languages)).map(({ name }) => name),
    ...Object.keys(draft.vars).filter((name) => PRICE.test(name.replaceAll('_', ' '))),
  ]);
}

/** Matches a spoken variable with the sign before it and the word or sign behind it. */
const AMOUNT = /(\p{Sc}?)\s?\$\{\s*vars\.(\w+)\s*\}\s*(\p{Sc}|\p{L}+)?/gu;

/** Returns the variables that callers fill with a number, without being asked for a sum of money. */
function findCounts(draft: FlowDraft): Set<string> {
  const said = groupSaidByStep(draft);
  return new Set(
    listCollects(draft).flatMap(({ step, body: { type, save } }) => {
      const texts = (said.get(step.name) ?? []).flatMap(({ pieces }) => pieces.map(({ text }) => text));
      const isCount = type === 'number' && !texts.some((text) => hasCurrencyName(text, draft.languages));
      return isCount && save !== undefined ? [save] : [];
    }),
  );
}

/** True for an expression that is spoken in a currency, or sets a variable that is. */
function isAmount(reference: Reference, amounts: ReadonlySet<string>, draft: FlowDraft): boolean {
  const { path } = reference;
  const as = entryOf(nodeAt(draft.document.root, path.slice(0, -1)), 'as')?.value;
  const isSpoken = path.at(-1) === 'text' && as?.kind === 'map' && as.entries.has('currency');
  return isSpoken || isSetIn(reference, (name) => amounts.has(name));
}

/** True for an expression that sets a variable of such a name. */
function isSetIn({ path }: Reference, isMeant: (name: string) => boolean): boolean {
  return path.at(-2) === 'set' && isMeant(String(path.at(-1)));
}

/** Returns the parts of a sum; any other expression is its only part. */
function listSummands(term: Term): readonly Term[] {
  const isSum = term.kind === 'operation' && term.operator === '+';
  return isSum ? term.args.flatMap(listSummands) : [term];
}

function readVariable(term: Term): string | undefined {
  return /^vars\.(\w+)$/.exec(namePath(term) ?? '')?.[1];
}
