import type { Finding, Report } from '../../diagnostics/index.ts';
import { findImportAt, nodeAt, spanAt, type Path } from '../read/document.ts';
import { shortenText } from '../read/words.ts';
import type { FlowDraft } from '../types.ts';
import { conjoin, type Alternatives, type Literal } from '../check/condition-formula.ts';
import { listConditions, type Condition } from '../check/known-values.ts';
import { isImpossible, type FindDomain } from './condition-solver.ts';
import { listDecisionsBefore } from './decisions-before.ts';
import type { FlowRule } from './flow-rule.ts';
import { findDomain, findWholeNumbers } from './value-domains.ts';

/**
 * Reports cases of a `switch` that no call takes, since their condition contradicts itself or earlier cases take every
 * call that it fits, and conditions that every call fits. Only comparisons with constants are judged, with the values
 * that the flow itself shows. Of earlier steps the switches count that every call passes right before.
 */
export const cases: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const [step, conditions] of listConditions(draft)) judgeCases(conditions, step, { draft, report });
  },
};

/** Maximum number of cases of one switch that are compared. */
const MAX_CASES = 100;

function judgeCases(
  conditions: readonly Condition[],
  step: string,
  { draft, report }: { draft: FlowDraft; report: Report },
): void {
  let before: Alternatives = [[]];
  for (const [index, condition] of conditions.slice(0, MAX_CASES).entries()) {
    const find: FindDomain = isImported(draft, condition.path)
      ? ANY
      : (name) => findDomain(draft, name, step);
    const told =
      describeContradiction(condition) ??
      describeUnfit(condition, find) ??
      describeTaken(condition, { before, earlier: conditions.slice(0, index), find }) ??
      (isImpossible(condition.isTrue, find)
        ? undefined
        : describeDecided(condition, { before, step, draft })) ??
      describeCertain(condition, index === conditions.length - 1);
    if (told !== undefined) report({ ...told, span: spanAt(draft.document, condition.path) });
    before = conjoin(before, condition.isFalse);
    // Nothing gets past a case that fits every call.
    if (told?.code === 'certain-condition' || isImpossible(before, find)) return;
  }
}

const ANY: FindDomain = () => undefined;

type Told = Pick<Finding, 'code' | 'message' | 'hint'>;

function describeContradiction({ source, isTrue }: Condition): Told | undefined {
  if (isTrue?.length === 0 || !isImpossible(isTrue, ANY)) return undefined;
  return {
    code: 'impossible-condition',
    message: `no call takes this case: ${shortenText(source)} requires two things that exclude each other`,
    hint: source.includes('&&') ? 'do you mean || instead of &&?' : 'correct one of the two',
  };
}

/** A condition that no value of its names fits, although each of its comparisons may hold or is told by no other rule. */
function describeUnfit({ source, isTrue }: Condition, find: FindDomain): Told | undefined {
  const isTold = (one: Literal) =>
    isImpossible([[one]], find) && one.comparison?.kind !== 'ends' && one.comparison?.kind !== 'contains';
  const isFree = isTrue === undefined || isTrue.length === 0 || !isImpossible(isTrue, find);
  if (isFree || isTrue.some((literals) => literals.some(isTold))) return undefined;
  return {
    code: 'impossible-condition',
    message: `no call takes this case: no value that the flow asks for or sets fits ${shortenText(source)}`,
    hint: 'correct the values with which it compares',
  };
}

interface Above {
  before: Alternatives;
  earlier: readonly Condition[];
  find: FindDomain;
}

function describeTaken({ isTrue }: Condition, { before, earlier, find }: Above): Told | undefined {
  // Another rule reports values that never occur.
  if (isImpossible(isTrue, find) || !isImpossible(conjoin(before, isTrue), find)) return undefined;
  const index = earlier.findIndex(({ isFalse }) => isImpossible(conjoin(isFalse, isTrue), find));
  const taker =
    index === -1
      ? 'the cases above take'
      : `case ${index + 1}, ${shortenText(earlier[index]?.source ?? '')}, takes`;
  return {
    code: 'unreachable-case',
    message: `no call takes this case: ${taker} every call that it fits`,
    hint: 'put the narrower case first',
  };
}

/** A case that the switches before have decided against. */
function describeDecided(
  { isTrue }: Condition,
  { before, step, draft }: Pick<Above, 'before'> & { step: string; draft: FlowDraft },
): Told | undefined {
  const find = findWholeNumbers(draft);
  const decisions = listDecisionsBefore(draft, step);
  const isExcluded = (...all: readonly Alternatives[]): boolean => isImpossible(conjoin(...all), find);
  const held = decisions.map((one) => one.held);
  if (isExcluded(isTrue) || isExcluded(...held, before) || !isExcluded(...held, before, isTrue))
    return undefined;
  const decider = decisions.find((one) => isExcluded(one.held, before, isTrue)) ?? decisions.at(-1);
  return {
    code: 'unreachable-case',
    message: `no call takes this case: step "${decider?.step ?? ''}" leads every call elsewhere that it fits`,
    hint: 'decide the narrower case first',
  };
}

function describeCertain({ source, isTrue, isFalse }: Condition, isLast: boolean): Told | undefined {
  const isConstant = isTrue?.some((literals) => literals.length === 0) ?? true;
  if (isConstant || !isImpossible(isFalse, ANY)) return undefined;
  return {
    code: 'certain-condition',
    message: `every call takes this case${isLast ? '' : ' and none the cases below'}: ${shortenText(source)} is always true`,
    hint: source.includes('||')
      ? 'do you mean && instead of ||?'
      : 'correct it, or use next instead of a case',
  };
}

function isImported({ document }: FlowDraft, place: Path): boolean {
  const node = nodeAt(document.root, place);
  return node !== undefined && findImportAt(document, node.range) !== undefined;
}
