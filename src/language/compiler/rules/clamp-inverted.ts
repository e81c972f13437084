import { listTerms, namePath, type Term } from '../../model/index.ts';
import { phrase } from '../../speech/index.ts';
import { listConditions } from '../check/known-values.ts';
import { findReferenceSpan, listReferences } from '../check/references.ts';
import { findSources } from '../check/variable-sources.ts';
import { listComments } from '../read/comments.ts';
import { keyRangeAt, rangeAt, spanAt } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { findStep, followOnlyWay } from './unasked-ways.ts';
import { groupSaidByStep } from './words/said.ts';
import type { Span } from '../../diagnostics/index.ts';

/**
 * Reports limits of a number that work the wrong way round: a minimum to which the larger values are lowered, or a maximum
 * to which the smaller ones are raised. Names, comments and texts with the limit tell which of the two is meant.
 */
export const clampInverted: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const clamp of [...listSwitchClamps(draft), ...listChosenClamps(draft)]) {
      const meant = LIMIT.test(readWords(clamp.variable)) ? undefined : findMeant(clamp, draft);
      if (meant === undefined || (meant === 'minimum') === clamp.isRaising) continue;
      report({
        code: 'reversed-comparison',
        message: `"${clamp.bound}" is a ${meant}, but ${clamp.isRaising ? 'smaller values are raised' : 'larger values are lowered'} to it here`,
        span: clamp.span,
        hint: `compare the other way round: ${clamp.operator.startsWith('<') ? '>' : '<'}`,
      });
    }
  },
};

/** A place where a value beyond a limit becomes the limit. */
interface Clamp {
  variable: string;
  /** The limit as it is written. */
  bound: string;
  operator: string;
  /** True when the smaller values become the limit. */
  isRaising: boolean;
  span: Span;
  /** The steps that do it. */
  steps: readonly string[];
}

const MIN = String.raw`minimums?|minimal\p{L}*|mindest\p{L}*|wenigstens|at least|no less than|not (?:less|below|under)|au moins|minimale?|mínim[oa]s?|minimo|minima|al menos|por lo menos|almeno|minstens|minimaal|ten minste|pelo menos|co najmniej|minst`;
const MAX = String.raw`maximums?|maximal\p{L}*|höchst\p{L}*|at most|no more than|not (?:more|above|over)|au plus|maximale?|plafond\p{L}*|máxim[oa]s?|massim[oa]|al massimo|hoogstens|maximaal|ten hoogste|co najwyżej|högst`;
const MINIMUM = phrase(MIN);
const MAXIMUM = phrase(MAX);
/** In names. */
const MINIMUM_NAME = phrase(`min|raised?|anheben|${MIN}`);
const MAXIMUM_NAME = phrase(`max|cap(?:ped)?|hoechst\\p{L}*|maximo|maxima|${MAX}`);
/** Names of the least or the greatest of several values, which take the place of those before them. */
const LIMIT = phrase(`min|max|lowest|highest|cheapest|best|${MIN}|${MAX}`);

const readWords = (name: string): string => name.replaceAll('_', ' ').replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');

const ORDERS = new Set(['<', '<=', '>', '>=']);
const MIRRORED: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

/** A comparison of a value with a limit, the value on the left. */
interface Comparison {
  value: string;
  bound: string;
  operator: string;
}

function readComparison(term: Term | undefined, source: string, draft: FlowDraft): Comparison | undefined {
  const [left, right] = term?.kind === 'operation' && ORDERS.has(term.operator) ? term.args : [];
  if (term?.kind !== 'operation' || left === undefined || right === undefined) return undefined;
  const [one, other] = [left, right].map(({ start, end }) => source.slice(start, end).trim());
  if (one === undefined || other === undefined) return undefined;
  if (isConstant(right, draft)) return { value: one, bound: other, operator: term.operator };
  const operator = MIRRORED[term.operator] ?? '';
  return isConstant(left, draft) ? { value: other, bound: one, operator } : undefined;
}

/** True for a number, a setting, a parameter, and a variable that no step sets. */
function isConstant(term: Term, draft: FlowDraft): boolean {
  if (term.kind === 'value') return typeof term.value === 'number' || typeof term.value === 'bigint';
  const [, root, name = ''] = /^(vars|env|params)\.(\w+)$/.exec(namePath(term) ?? '') ?? [];
  return root === 'vars'
    ? (findSources(draft).get(name) ?? []).every(({ step }) => step === undefined)
    : root !== undefined;
}

/** Lists the switches past a step that sets the value to the limit. */
function listSwitchClamps(draft: FlowDraft): Clamp[] {
  return [...listConditions(draft)].flatMap(([step, [only, ...others]]) => {
    if (only === undefined) return [];
    const found = readComparison(draft.expressions().parse(only.source), only.source, draft);
    const [, variable = ''] = /^vars\.(\w+)$/.exec(found?.value ?? '') ?? [];
    const [holds, fails] = findStep(draft, step)?.edges.map(({ to }) => to) ?? [];
    if (found === undefined || others.length > 0 || holds === undefined || fails === undefined) return [];
    const setting = [holds, fails].find((name, index) => {
      const isSet = isSetTo(name, variable, { bound: found.bound, draft });
      return isSet && followOnlyWay(draft, name).some((one) => one.name === (index === 0 ? fails : holds));
    });
    if (setting === undefined) return [];
    const { bound, operator } = found;
    const isRaising = operator.startsWith('<') === (setting === holds);
    const span = spanAt(draft.document, only.path);
    return [{ variable, bound, operator, isRaising, span, steps: [step, setting] }];
  });
}

/** True for a step that sets the variable to the limit, and nothing else. */
function isSetTo(
  name: string,
  variable: string,
  { bound, draft }: { bound: string; draft: FlowDraft },
): boolean {
  const set = draft.source.steps?.[name]?.set ?? {};
  const [[only, value] = [], ...others] = Object.entries(set);
  if (only !== variable || others.length > 0) return false;
  const source = /^\s*\$\{([^{}]*)\}\s*$/.exec(String(value))?.[1] ?? String(value);
  return source.trim() === bound || (source.trim() !== '' && Number(source) === Number(bound));
}

/** Lists the expressions such as `vars.price > 40 ? 40 : vars.price` that set a variable. */
function listChosenClamps(draft: FlowDraft): Clamp[] {
  return listReferences(draft, 'value').flatMap((reference) => {
    const [, source = ''] = /^\s*\$\{([^{}]*\?[^{}]*)\}\s*$/.exec(reference.text) ?? [];
    const term = source === '' ? undefined : draft.expressions().parse(source);
    const choices = term === undefined ? [] : listTerms(term);
    return choices.flatMap((choice) => {
      if (choice.kind !== 'operation' || choice.operator !== '?:') return [];
      const [condition, ...chosen] = choice.args;
      const found = readComparison(condition, source, draft);
      const [holds, fails] = chosen.map(({ start, end }) => source.slice(start, end).trim());
      if (found === undefined || ![holds, fails].includes(found.value)) return [];
      const { value, bound, operator } = found;
      if (![holds, fails].includes(bound)) return [];
      return [
        {
          variable: value.replace(/^vars\./, ''),
          bound,
          operator,
          isRaising: operator.startsWith('<') === (holds === bound),
          span: findReferenceSpan(draft.document, reference),
          steps: [String(reference.path[1])],
        },
      ];
    });
  });
}

type Meant = 'minimum' | 'maximum';

/** Returns what the limit is called: in names, in comments on its steps, or in texts with its number. */
function findMeant({ bound, steps }: Clamp, draft: FlowDraft): Meant | undefined {
  const names = [bound.replace(/^\w+\./, ''), ...steps].map(readWords);
  const number = readNumber(bound, draft);
  const hasNumber = (text: string): boolean =>
    number !== undefined && new RegExp(`(?<![\\d.,])${RegExp.escape(number)}(?![\\d]|[.,][1-9])`).test(text);
  const said = [...groupSaidByStep(draft).values()].flatMap((all) =>
    all.flatMap(({ pieces }) => pieces.map(({ text }) => text)),
  );
  const written = [draft.source.description ?? '', ...said].filter(hasNumber);
  const texts = [...listNearComments(steps, draft), ...written];
  const isMinimum = names.some((one) => MINIMUM_NAME.test(one)) || texts.some((one) => MINIMUM.test(one));
  const isMaximum = names.some((one) => MAXIMUM_NAME.test(one)) || texts.some((one) => MAXIMUM.test(one));
  if (isMinimum === isMaximum) return undefined;
  return isMinimum ? 'minimum' : 'maximum';
}

function readNumber(bound: string, { vars }: FlowDraft): string | undefined {
  const [, name] = /^vars\.(\w+)$/.exec(bound) ?? [];
  const value = Number(name === undefined ? bound : vars[name]?.initial);
  return Number.isFinite(value) ? String(value) : undefined;
}

/** Lists the comments of these steps and of the one above them. */
function listNearComments(steps: readonly string[], { document, ...draft }: FlowDraft): string[] {
  const above = draft.steps.findIndex(({ name }) => steps.includes(name)) - 1;
  const names = [...steps, draft.steps[above]?.name].filter((name) => name !== undefined);
  const lines = names.map((name) => ({
    from: document.text.lastIndexOf('\n', keyRangeAt(document.root, ['steps', name]).from),
    to: `${document.text}\n`.indexOf('\n', rangeAt(document.root, ['steps', name]).to),
  }));
  return listComments(document.text).flatMap(({ text, range: { from } }) =>
    lines.some((line) => from > line.from && from < line.to) ? [text] : [],
  );
}
