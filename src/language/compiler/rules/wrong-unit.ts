import { namePath, scanTemplate, type Term } from '../../model/index.ts';
import {
  EXPRESSION_KINDS,
  findReferenceSpan,
  isSpokenText,
  listReferences,
  stepNameOf,
} from '../check/references.ts';
import { findAnswerExpression, findSources } from '../check/variable-sources.ts';
import type { FlowDraft, Reference } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMoneyTexts } from './money-texts.ts';

/**
 * Reports values in the wrong unit: `${vars.minutes} hours`; a name in minutes that gets hours, or hours divided by 60; two
 * amounts of one answer that are spoken in a currency, of which one is divided by 100 and the other is not. A value has a
 * unit only when the last word of its name is one.
 */
export const wrongUnit: FlowRule = {
  needsAll: false,
  check(draft, report) {
    for (const reference of listReferences(draft, ...EXPRESSION_KINDS)) {
      const message = isSpokenText(reference)
        ? findSpoken(reference.text, draft)
        : findConverted(reference, draft);
      if (message === undefined) continue;
      report({
        code: 'wrong-unit',
        message,
        span: findReferenceSpan(draft.document, reference),
        hint: 'convert the value, or name it after its unit',
      });
    }
    for (const { reference, others } of findUnequalAmounts(draft))
      report({
        code: 'wrong-unit',
        message: `callers hear "${String(reference.path.at(-1))}" in another unit than ${others}, though one answer gives both`,
        span: findReferenceSpan(draft.document, reference),
        hint: 'divide all amounts of the answer by the same number',
      });
  },
};

/** Plurals of units: singulars mean a point in time ("day") or are words of other meanings. */
const UNITS: readonly (readonly [RegExp, string, number])[] = [
  [/^(?:seconds|sekunden|secondes|segundos|secondi|seconden)$/, 'time', 1],
  [/^(?:minutes|minuten|minutos|minuti)$/, 'time', 60],
  [/^(?:hours|stunden|heures|horas|ore|uren)$/, 'time', 3600],
  [/^(?:days|tage|tagen|jours|días|dias|giorni|dagen)$/, 'time', 86_400],
  [/^(?:weeks|wochen|semaines|semanas|settimane|weken)$/, 'time', 604_800],
  [/^(?:grams|gramm|grammes|gramos|grammi|gramas|gram)$/, 'mass', 1],
  [/^(?:kilograms|kilogramm|kilos?|kilogrammes|kilogramos|chili|kg)$/, 'mass', 1000],
  [/^(?:metres|meters|meter|mètres|metros|metri)$/, 'length', 1],
  [/^(?:kilometres|kilometers|kilometer|kilomètres|kilómetros|chilometri|km)$/, 'length', 1000],
];

interface Unit {
  dimension: string;
  size: number;
}

function findUnit(word: string | undefined): Unit | undefined {
  const found = UNITS.find(([pattern]) => pattern.test((word ?? '').toLowerCase()));
  return found && { dimension: found[1], size: found[2] };
}

function findUnitOfName(name: string): Unit | undefined {
  return findUnit(
    name
      .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1_')
      .split('_')
      .at(-1),
  );
}

function findSpoken(text: string, draft: FlowDraft): string | undefined {
  for (const { 1: holder = '', 2: name = '', 3: word = '' } of text.matchAll(
    /\$\{\s{0,9}(vars|params)\.(\w+)\s{0,9}\}\s(\p{L}+)/gu,
  )) {
    const said = findUnit(word);
    const own = findUnitOfName(name) ?? (holder === 'vars' ? findUnitOfAnswers(name, draft) : undefined);
    if (said === undefined || own?.dimension !== said.dimension) continue;
    if (Math.abs(own.size - said.size) <= said.size * 1e-6) continue;
    return `callers hear "${name}" as ${word}`;
  }
  return undefined;
}

/** Returns the unit of a variable that keeps fields of answers, as their names tell it; undefined when they differ. */
function findUnitOfAnswers(variable: string, draft: FlowDraft): Unit | undefined {
  const written = (findSources(draft).get(variable) ?? []).filter(({ step }) => step !== undefined);
  const [first, ...others] = written.map((source) => {
    const expression = findAnswerExpression(source, draft);
    const term = expression === undefined ? undefined : draft.expressions().parse(expression);
    const found = term && readConversion(term);
    const unit = findUnitOfName(found?.name.split('.').at(-1) ?? '');
    return found && unit && { dimension: unit.dimension, size: unit.size / found.factor };
  });
  const isSame = others.every((one) => one?.dimension === first?.dimension && one?.size === first?.size);
  return isSame ? first : undefined;
}

function findConverted({ path, text }: Reference, draft: FlowDraft): string | undefined {
  const key = path.at(-1);
  const wanted = typeof key === 'string' ? findUnitOfName(key) : undefined;
  const [only, ...others] = wanted === undefined ? [] : scanTemplate(text.trim()).parts;
  if (wanted === undefined || typeof only !== 'object' || others.length > 0) return undefined;
  const term = draft.expressions().parse(only.expr);
  const found = term && readConversion(term);
  const given = findUnitOfName(found?.name.split('.').at(-1) ?? '');
  if (found === undefined || given?.dimension !== wanted.dimension) return undefined;
  const right = given.size / wanted.size;
  if (Math.abs(found.factor - right) <= right * 1e-6) return undefined;
  return `"${String(key)}" gets a value that is not in this unit: ${found.factor === 1 ? `"${found.name.split('.').at(-1) ?? ''}"` : only.expr.trim()}`;
}

/** A name that is multiplied by a factor; what is added, for instance to round it up, does not count. */
interface Conversion {
  name: string;
  factor: number;
}

function readConversion(term: Term): Conversion | undefined {
  const name = namePath(term);
  if (name !== undefined)
    return /^(?:vars|params|response\.json)\./.test(name) ? { name, factor: 1 } : undefined;
  if (term.kind === 'call')
    return term.on === undefined && CONVERTING.has(term.name) && term.args[0] !== undefined
      ? readConversion(term.args[0])
      : undefined;
  const [left, right] = term.kind === 'operation' ? term.args : [];
  const number = readNumber(right);
  const inner = left === undefined || number === undefined ? undefined : readConversion(left);
  if (term.kind !== 'operation' || inner === undefined || number === undefined) return undefined;
  switch (term.operator) {
    case '+':
    case '-':
      return inner;
    case '*':
      return { ...inner, factor: inner.factor * number };
    case '/':
      return { ...inner, factor: inner.factor / number };
    default:
      return undefined;
  }
}

const CONVERTING = new Set(['int', 'double', 'math.ceil', 'math.floor', 'math.round']);

function readNumber(term: Term | undefined): number | undefined {
  const value = term?.kind === 'value' ? term.value : undefined;
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : undefined;
}

interface Amount {
  reference: Reference;
  factor: number;
}

/** Finds the amounts that one answer gives and callers hear in a currency, with another factor than the others. */
function findUnequalAmounts(draft: FlowDraft): { reference: Reference; others: string }[] {
  const spoken = findSpokenFactors(draft);
  const answers = listReferences(draft, 'answer').flatMap((reference) => {
    const factor = readFactor(reference.text, /^response\.json(?:\.\w+)+$/);
    const said = spoken.get(String(reference.path.at(-1)));
    return factor === undefined || said === undefined ? [] : [{ reference, factor: factor * said }];
  });
  return [...Map.groupBy(answers, ({ reference }) => stepNameOf(reference)).values()].flatMap(findOdd);
}

function findOdd(amounts: readonly Amount[]): { reference: Reference; others: string }[] {
  const [first, ...rest] = [...amounts].sort((a, b) => a.factor - b.factor);
  const last = rest.at(-1);
  if (first === undefined || last === undefined || last.factor / first.factor < 1.001) return [];
  const isFirstOdd = amounts.filter(({ factor }) => factor === first.factor).length * 2 < amounts.length;
  const [odd, other] = isFirstOdd ? [first, last] : [last, first];
  return [{ reference: odd.reference, others: `"${String(other.reference.path.at(-1))}"` }];
}

/** Returns the variables that are spoken in a currency, each with the factor by which they are multiplied then. */
function findSpokenFactors(draft: FlowDraft): ReadonlyMap<string, number> {
  const factors = new Map<string, number>();
  for (const { text } of listMoneyTexts(draft)) {
    const factor = readFactor(text, /^vars\.\w+$/);
    const [, name = ''] = /vars\.(\w+)/.exec(text) ?? [];
    if (factor !== undefined) factors.set(name, factor);
  }
  return factors;
}

/** Returns the constant by which a text multiplies the one name of which it consists. */
function readFactor(text: string, name: RegExp): number | undefined {
  const [only, ...others] = scanTemplate(text.trim()).parts;
  if (typeof only !== 'object' || others.length > 0) return undefined;
  const found = /^(?:(?:int|double)\(\s*)?([\w.]+?)\s*\)?(?:\s*([*/])\s*(\d+(?:\.\d+)?))?\s*\)?$/.exec(
    only.expr.trim(),
  );
  if (found === null || !name.test(found[1] ?? '')) return undefined;
  const factor = Number(found[3] ?? '1');
  return found[2] === '/' ? 1 / factor : factor;
}
