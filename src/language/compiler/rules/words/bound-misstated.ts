import { listTerms, memoize, namePath, type Term } from '../../../model/index.ts';
import { findPromptWords } from '../../../speech/index.ts';
import {
  findReferenceSpan,
  isImportedStep,
  listExpressions,
  stepNameOf,
  type WrittenExpression,
} from '../../check/references.ts';
import { findSources } from '../../check/variable-sources.ts';
import { shortenText } from '../../read/words.ts';
import type { FlowDraft } from '../../types.ts';
import type { FlowRule } from '../flow-rule.ts';
import { listCollects } from '../questions.ts';
import { findRange } from '../value-domains.ts';
import { listToldBounds, type ToldBound } from './bound-words.ts';
import { foldAccents } from './key-purposes.ts';
import { groupSaidByStep, splitSentences } from './said.ts';

/**
 * Reports comparisons with a number that take it in where a text leaves it out, or the other way round: "free from five
 * bags on", and `vars.bags > 5`. The text is that of the question for the number, or of a step beside the condition, and
 * names the same thing as the variable. Counters are left alone, and so are bounds that another comparison or the range
 * of the question keeps.
 */
export const boundMisstated: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const reported = new Set<string>();
    for (const one of listComparisons(draft)) {
      const found = isCounter(one.variable, draft) ? undefined : findMisstated(one, draft);
      if (found === undefined || reported.has(`${one.variable} ${one.bound}`)) continue;
      reported.add(`${one.variable} ${one.bound}`);
      const { reference, start } = one.written;
      const source = one.written.source.slice(one.term.start, one.term.end);
      report({
        code: 'bound-misstated',
        message: `${shortenText(source)} ${one.holdsAtBound ? 'holds' : 'does not hold'} for ${one.bound}, but step "${found.step}" says "${shortenText(found.text)}"`,
        span: findReferenceSpan(draft.document, reference, {
          start: start + one.term.start,
          end: start + one.term.end,
        }),
        hint: `write ${source.replace(/[<>]=?/, OTHER[one.operator] ?? '')}, or correct the text`,
      });
    }
  },
};

/** A comparison of a variable with a number. */
interface Comparison {
  written: WrittenExpression;
  term: Term;
  variable: string;
  operator: string;
  bound: number;
  /** True when the number belongs to the larger ones. */
  isAbove: boolean;
  holdsAtBound: boolean;
}

/** Operator → the one that treats the number otherwise. */
const OTHER: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
const MIRRORED: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

/** The smallest number that a text draws a line at: one may be an article. */
const MIN_BOUND = 2;

const listComparisons = memoize((draft: FlowDraft): readonly Comparison[] =>
  listExpressions(draft).flatMap((written) => {
    const term = /[<>]/.test(written.source) ? draft.expressions().parse(written.source) : undefined;
    if (term === undefined || isImportedStep(draft, written.reference)) return [];
    return listTerms(term).flatMap((one) => readComparison(one, written) ?? []);
  }),
);

function readComparison(term: Term, written: WrittenExpression): Comparison | undefined {
  const [left, right] = term.kind === 'operation' ? term.args : [];
  if (term.kind !== 'operation' || left === undefined || right === undefined) return undefined;
  const { operator } = term;
  const [named, number] = right.kind === 'value' ? [left, right] : [right, left];
  const [, variable] = /^vars\.(\w+)$/.exec(namePath(named) ?? '') ?? [];
  const bound = number.kind === 'value' ? Number(number.value) : NaN;
  const turned = named === left ? operator : MIRRORED[operator];
  if (variable === undefined || OTHER[operator] === undefined || !(bound >= MIN_BOUND)) return undefined;
  const isAbove = turned === '>=' || turned === '<';
  return { written, term, variable, operator, bound, isAbove, holdsAtBound: operator.endsWith('=') };
}

/** True for a variable that is computed from itself. */
function isCounter(variable: string, draft: FlowDraft): boolean {
  return (findSources(draft).get(variable) ?? []).some(({ reads }) => reads.has(`vars.${variable}`));
}

interface Misstated {
  step: string;
  text: string;
}

/** Returns a text that draws the line on the other side of the number. */
function findMisstated(one: Comparison, draft: FlowDraft): Misstated | undefined {
  const told = listNear(one, draft).flatMap((step) => listTold(step, one.variable, draft));
  const same = told.filter(({ bound }) => bound.value === one.bound);
  const isKept = same.some(
    ({ bound }) => bound.isAbove === one.isAbove || isKeptElsewhere(one, bound, draft),
  );
  const [first] = same;
  return isKept || first === undefined ? undefined : first;
}

/** True when another comparison, or the range of the question, draws the line as the text does. */
function isKeptElsewhere({ variable }: Comparison, { value, isAbove }: ToldBound, draft: FlowDraft): boolean {
  const first = isAbove ? value : value + 1;
  const isDrawn = listComparisons(draft).some(
    (other) => other.variable === variable && (other.isAbove ? other.bound : other.bound + 1) === first,
  );
  const ranges = listCollects(draft).flatMap(({ body }) => (body.save === variable ? [findRange(body)] : []));
  return isDrawn || ranges.some(({ min, max }) => (isAbove ? min === value : max === value));
}

/** Lists the steps whose texts may speak of a condition: the questions for the variable, and the steps beside it. */
function listNear({ variable, written }: Comparison, draft: FlowDraft): string[] {
  const own = stepNameOf(written.reference) ?? '';
  const asking = listCollects(draft).flatMap(({ step, body }) => (body.save === variable ? [step.name] : []));
  const beside = draft.graph.steps.flatMap(({ name, edges }) =>
    name === own ? edges.map(({ to }) => to) : edges.some(({ to }) => to === own) ? [name] : [],
  );
  return [...new Set([...asking, own, ...beside])];
}

/** Lists the bounds that the texts of a step name for a variable. */
function listTold(step: string, variable: string, draft: FlowDraft): (Misstated & { bound: ToldBound })[] {
  const isAsked = listCollects(draft).some((one) => one.step.name === step && one.body.save === variable);
  return (groupSaidByStep(draft).get(step) ?? []).flatMap(({ pieces, language }) =>
    pieces.flatMap(({ text, language: own }) => {
      const words = findPromptWords(own ?? language);
      return (words === undefined ? [] : listToldBounds(text, words))
        .filter((bound) => speaksOf(bound, { variable, text, isAsked }))
        .map((bound) => ({ step, text: text.slice(bound.start, bound.end), bound }));
    }),
  );
}

/** True when a bound is about what the variable holds: by its name, or by the words of the question for it. */
function speaksOf(
  { words }: ToldBound,
  { variable, text, isAsked }: { variable: string; text: string; isAsked: boolean },
): boolean {
  const names = variable.split(/_|(?<=\p{Ll})(?=\p{Lu})/u);
  const asked = isAsked ? splitSentences(text).filter((one) => one.text.includes('?')) : [];
  const known = [...names, ...asked.flatMap((one) => one.text.match(/\p{L}{4,}/gu) ?? [])];
  return (isAsked && words.length === 0) || words.some((word) => known.some((one) => isAlike(word, one)));
}

/** The length of a beginning that two forms of a word have in common. */
const STEM = 4;

function isAlike(word: string, other: string): boolean {
  const [one, two] = [word, other].map((text) => foldAccents(text.toLowerCase()));
  if (one === undefined || two === undefined) return false;
  const length = Math.min(one.length, two.length, STEM);
  return length >= STEM - 1 && one.slice(0, length) === two.slice(0, length);
}
