import type { SwitchStep } from '../../../../schemas/types/flow.ts';
import { findNearest, isSlip, type Finding, type Report } from '../../diagnostics/index.ts';
import { listTerms, readEquation, type Term } from '../../model/index.ts';
import { findReferenceSpan, listExpressions, stepNameOf } from '../check/references.ts';
import { findImportAt, keySpanAt } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import { toAlternatives, type Comparison } from '../check/condition-formula.ts';
import type { FlowRule } from './flow-rule.ts';
import { findDirection } from './call-direction.ts';
import { hasTrunkZero, isPhoneName } from './call-numbers.ts';
import { listDescribedValues } from './described-values.ts';
import { isPossibleNumber } from './phone-numbers.ts';
import { listMapSteps } from './questions.ts';
import type { Form } from './answer-forms.ts';
import { describeTexts, findDomain, type TextDomain } from './value-domains.ts';

/**
 * Reports comparisons with a text that the compared value never is: a language that the flow does not have, a cell that no
 * row has, a date, a time or a number in another form. Values from services and settings are not known.
 */
export const impossibleComparison: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const expressions = draft.expressions();
    for (const { reference, source, start } of listExpressions(draft)) {
      if (!COMPARING.test(source)) continue;
      const term = expressions.parse(source);
      for (const { comparison, effect, at } of term === undefined ? [] : listComparisons(term, source)) {
        const problem = findProblem(comparison, effect, { draft, step: stepNameOf(reference) });
        if (problem === undefined) continue;
        const place = { start: start + at.start, end: start + at.end };
        const span = findReferenceSpan(draft.document, reference, place);
        const isShared = 'node' in reference.at && findImportAt(draft.document, reference.at.node.range);
        if (isShared !== false && isShared !== undefined) continue;
        const { meant, ...told } = problem;
        const isQuoted = /^["']/.test(source.slice(at.start, at.end));
        report({
          code: 'impossible-condition',
          ...told,
          span,
          ...(meant !== undefined &&
            isQuoted && { fix: { span, text: requote(meant, source[at.start] ?? '"') } }),
        });
      }
    }
    checkCases(draft, report);
  },
};

/** Checks the cases of switches on a value, each of which is a comparison. */
function checkCases(draft: FlowDraft, report: Report): void {
  const expressions = draft.expressions();
  for (const { step, path, body } of listMapSteps<Extract<SwitchStep, { cases: unknown }>>(draft, 'switch')) {
    const { value = '', cases = {} } = body;
    for (const literal of Object.keys(cases)) {
      const source = readEquation(value, literal, expressions) ?? '';
      const term = expressions.parse(source);
      const found = term === undefined ? [] : listComparisons(term, source);
      const problem = found
        .flatMap(
          ({ comparison, effect }) => findProblem(comparison, effect, { draft, step: step.name }) ?? [],
        )
        .at(0);
      if (problem === undefined) continue;
      const span = keySpanAt(draft.document, [...path, 'cases', literal]);
      const { meant, ...told } = problem;
      report({
        code: 'impossible-condition',
        ...told,
        span,
        ...(meant !== undefined && !Object.hasOwn(cases, meant) && { fix: { span, text: meant } }),
      });
    }
  }
}

/** Quick check: most expressions compare nothing. */
const COMPARING = /[=<>]|\bin\b|startsWith/;

interface FoundComparison {
  comparison: Comparison;
  effect: Effect;
  /** The constant. */
  at: Term;
}

function listComparisons(term: Term, source: string): FoundComparison[] {
  return listTerms(term).flatMap((one) => {
    const constants = findConstants(one);
    if (constants.length === 0) return [];
    const effect = toEffect(one);
    const compared = one.kind === 'operation' && isOrder(one) ? { ...one, operator: '==' } : one;
    const alternatives = toAlternatives(compared, source) ?? [];
    const found = alternatives.flat().flatMap(({ comparison }) => comparison ?? []);
    return found.length === constants.length
      ? found.map((comparison, index) => ({ comparison, effect, at: constants[index] ?? one }))
      : [];
  });
}

/** The consequence of a text that never occurs. */
type Effect = 'never' | 'always' | 'order' | 'nothing';

const EFFECTS: Record<Effect, string> = {
  never: ', so this condition never holds',
  always: ', so this condition always holds',
  order: ', and texts of different forms have no order that means anything',
  nothing: ', so this value changes nothing',
};

function toEffect(term: Term): Effect {
  if (term.kind !== 'operation') return 'never';
  if (ORDERS.has(term.operator)) return 'order';
  if (term.operator === 'in') return 'nothing';
  return term.operator === '!=' ? 'always' : 'never';
}

const ORDERS = new Set(['<', '<=', '>', '>=']);

function isOrder(term: Term): boolean {
  return term.kind === 'operation' && ORDERS.has(term.operator);
}

/** Returns the texts with which a single comparison compares. */
function findConstants(term: Term): Term[] {
  const isText = (one: Term) => one.kind === 'value' && typeof one.value === 'string';
  if (term.kind === 'call')
    return term.on !== undefined && term.name === 'startsWith' ? term.args.filter(isText) : [];
  if (term.kind !== 'operation') return [];
  if (term.operator === 'in') return term.args[1]?.kind === 'list' ? term.args[1].items.filter(isText) : [];
  return term.operator === '==' || term.operator === '!=' || isOrder(term) ? term.args.filter(isText) : [];
}

interface Problem extends Pick<Finding, 'message' | 'hint'> {
  /** The text that is meant for certain. */
  meant?: string;
}

function findProblem(
  comparison: Comparison,
  effect: Effect,
  { draft, step }: { draft: FlowDraft; step: string | undefined },
): Problem | undefined {
  const { name } = comparison;
  const isPrefix = comparison.kind === 'begins';
  const text = comparison.kind === 'equals' ? comparison.value : isPrefix ? comparison.text : undefined;
  if (text === '' && !isPrefix) return findNeverEmpty(name, effect, draft);
  if (typeof text !== 'string' || text === '') return undefined;
  if (isPhoneName(draft, name)) return findNumberProblem({ name, text, isPrefix, effect });
  if (name === 'error.code') return isPrefix ? undefined : findCodeProblem(text, effect);
  const fits = (value: string) => (isPrefix ? value.startsWith(text) : value === text);
  const canBe = ({ texts, forms }: TextDomain) =>
    [...texts].some(fits) || forms.some((form) => (isPrefix ? form.canBegin(text) : form.matches(text)));
  // Whoever excludes a value that the step never sees harms nobody.
  const domain = (effect === 'never' ? [undefined, step] : [undefined])
    .map((at) => findDomain(draft, name, at))
    .find((one) => one?.kind === 'text' && !canBe(one));
  if (domain?.kind !== 'text')
    return isPrefix || effect === 'order' ? undefined : findDescribedProblem(draft, { name, text, effect });
  const problem = describeProblem({ name, text, isPrefix, effect }, domain);
  return effect === 'order' && problem.meant === undefined ? undefined : problem;
}

/** The number that a call goes to is known, and so is our own one, which an outbound call comes from. */
function findNeverEmpty(name: string, effect: Effect, draft: FlowDraft): Problem | undefined {
  const isKnown = name === 'call.to' || (name === 'call.from' && findDirection(draft) === 'outbound');
  if (!isKnown) return undefined;
  const isOwn = name === 'call.from' || findDirection(draft) === 'inbound';
  return {
    message: `"${name}" is ${isOwn ? 'our own number' : 'the number that is called'} and never ""${EFFECTS[effect]}`,
    hint: `only the number of a caller may be withheld${name === 'call.to' ? ': did you mean "call.from"?' : ''}`,
  };
}

/** Finds a slip of a value that the description of a variable or parameter lists beside others that are compared. */
function findDescribedProblem(
  draft: FlowDraft,
  { name, text, effect }: Pick<Compared, 'name' | 'text' | 'effect'>,
): Problem | undefined {
  const values = listDescribedValues(draft, name);
  if (values.length === 0 || values.some((one) => one.toLowerCase() === text.toLowerCase())) return undefined;
  const { best } = findNearest(text, values);
  if (best === undefined || !isSlip(text, best)) return undefined;
  return {
    message: `"${name}" is ${describeTexts({ texts: new Set(values), forms: [] })} by its description and never "${text}"${EFFECTS[effect]}`,
    hint: `did you mean "${best}"?`,
  };
}

interface Compared {
  name: string;
  text: string;
  isPrefix: boolean;
  effect: Effect;
}

function describeProblem(
  { name, text, isPrefix, effect }: Compared,
  { texts, forms }: Pick<TextDomain, 'texts' | 'forms'>,
): Problem {
  const filled = [...texts].filter((one) => one !== '');
  const verb = isPrefix ? 'never begins with' : 'never';
  const meant = isPrefix
    ? undefined
    : forms.map((form) => reform(text, form)).find((one) => one !== undefined);
  const message = `"${name}" is ${describeTexts({ texts, forms })} and ${verb} "${text}"${EFFECTS[effect]}`;
  if (meant !== undefined) return { message, hint: `did you mean "${meant}"?`, meant };
  const same = filled.filter((one) => one.toLowerCase() === text.toLowerCase());
  const language = filled.filter(
    (one) => name === 'call.language' && one.split('-')[0] === text.split('-')[0],
  );
  const near = findNearest(text, filled);
  const guess =
    same[0] ?? language[0] ?? (near.best !== undefined && isSlip(text, near.best) ? near.best : undefined);
  return guess === undefined ? { message } : { message, hint: `did you mean "${guess}"?` };
}

/** Returns a date or a time in the form in which it is stored; undefined when that is not certain. */
function reform(text: string, form: Form): string | undefined {
  if (form.convert !== undefined) return form.convert(text);
  const [, day, month, year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? [];
  const [, hour, minute] = /^(\d{1,2})[:.](\d{2})$/.exec(text) ?? [];
  const pad = (part = '') => part.padStart(2, '0');
  const forms = [
    ...(year === undefined ? [] : [`${year}-${pad(month)}-${pad(day)}`]),
    ...(minute === undefined ? [] : [`${pad(hour)}:${minute}`]),
  ];
  return forms.find((one) => form.matches(one));
}

/** Numbers of calls are in E.164 form; short codes, SIP addresses and withheld numbers are other texts. */
function findNumberProblem({ name, text, isPrefix, effect }: Compared): Problem | undefined {
  if (WITHHELD.test(text))
    return {
      message: `"${name}" is never "${text}"${EFFECTS[effect]}: it is empty when the number is withheld`,
      hint: `compare it with ""`,
      meant: '',
    };
  if (!/^\+?[\d\s()./-]+$/.test(text)) return undefined;
  const digits = text.replace(/[^+\d]/g, '');
  const plus = digits.startsWith('+')
    ? digits
    : digits.startsWith('00')
      ? `+${digits.slice(2)}`
      : `+${digits}`;
  const isShort = isPrefix ? digits === '' : digits.length < (digits.startsWith('0') ? 6 : MIN_NUMBER);
  const isFit = text === digits && /^\+(?:[1-9]|$)/.test(digits) && !hasTrunkZero(digits);
  if (isFit || (isShort && !digits.startsWith('+'))) return undefined;
  const message = `"${name}" ${isPrefix ? 'never begins with' : 'is never'} "${text}"${EFFECTS[effect]}: telephone numbers are in the form +493012345`;
  const isCertain = isPrefix ? /^00[1-9]\d/.test(digits) : isPossibleNumber(plus);
  if (isCertain && !hasTrunkZero(plus)) return { message, hint: `did you mean "${plus}"?`, meant: plus };
  return {
    message,
    hint: hasTrunkZero(digits)
      ? 'leave out the 0 behind the country code'
      : `write ${isPrefix ? 'the country code before it' : 'the number with its country code'}, as in "+49"`,
  };
}

/** What other systems have in place of a number that is withheld. */
const WITHHELD = /^(?:anonymous|unknown|private|restricted|withheld|unavailable|blocked|hidden|null)$/i;

/** Texts of fewer digits may be short codes. */
const MIN_NUMBER = 7;

/** The codes of web services begin with `http_`. */
function findCodeProblem(text: string, effect: Effect): Problem | undefined {
  const status = /^(?:HTTP[ _-]?)?([1-5]\d\d)$/i.exec(text)?.[1];
  if (status === undefined || text === `http_${status}`) return undefined;
  const meant = `http_${status}`;
  return {
    message: `"error.code" is never "${text}"${EFFECTS[effect]}: the code of an answer ${status} is "${meant}"`,
    hint: `did you mean "${meant}"?`,
    meant,
  };
}

function requote(text: string, quote: string): string {
  return `${quote}${text}${quote}`;
}
