/** Decides whether a condition can hold. In doubt it can. */
import { holds, type Alternatives, type Comparison, type Literal } from '../check/condition-formula.ts';
import type { Domain } from './value-domains.ts';

/** Returns the values that a name can have; undefined when they are not known. */
export type FindDomain = (name: string) => Domain | undefined;

/** True when no values of the names make the condition hold. */
export function isImpossible(condition: Alternatives, findDomain: FindDomain): boolean {
  return condition?.every((literals) => !canHold(literals, findDomain)) ?? false;
}

type Test = Literal & { comparison: Comparison };

function canHold(literals: readonly Literal[], findDomain: FindDomain): boolean {
  const [named, others] = [literals.filter(isTest), literals.filter((one) => !isTest(one))];
  const opposite = others.some((one) =>
    others.some(({ text, isTrue }) => text === one.text && isTrue !== one.isTrue),
  );
  if (opposite) return false;
  return [...Map.groupBy(named, ({ comparison }) => comparison.name)].every(([name, tests]) =>
    canHaveValue(tests, findDomain(name)),
  );
}

function isTest(literal: Literal): literal is Test {
  return literal.comparison !== undefined;
}

function canHaveValue(tests: readonly Test[], domain: Domain | undefined): boolean {
  const isNumber = tests.some(({ comparison: one }) => typeof readConstant(one) === 'number');
  if (isNumber) return canBeNumber(tests, domain?.kind === 'number' ? domain : undefined);
  return domain?.kind === 'number' || canBeText(tests, domain);
}

function readConstant(one: Comparison): string | number {
  if (one.kind === 'below') return one.bound;
  return one.kind === 'equals' ? one.value : one.text;
}

function canBeText(tests: readonly Test[], domain: Extract<Domain, { kind: 'text' }> | undefined): boolean {
  const fits = (text: string) => tests.every((test) => holds(test.comparison, text) === test.isTrue);
  const isIn = (text: string) =>
    domain === undefined || domain.texts.has(text) || domain.forms.some((form) => form.matches(text));
  const required = tests.filter(({ isTrue }) => isTrue).map(({ comparison }) => comparison);
  const equal = required.find((one) => one.kind === 'equals');
  if (equal !== undefined) return fits(String(equal.value)) && isIn(String(equal.value));
  if (domain !== undefined && [...domain.texts].some(fits)) return true;
  if (domain?.forms.length === 0) return false;
  if (!hasText(tests, domain)) return false;
  const prefixes = required.flatMap((one) => (one.kind === 'begins' ? [one.text] : []));
  const suffixes = required.flatMap((one) => (one.kind === 'ends' ? [one.text] : []));
  const longest = findLongest(prefixes);
  if (!prefixes.every((one) => longest.startsWith(one))) return false;
  if (!suffixes.every((one) => findLongest(suffixes).endsWith(one))) return false;
  if (domain !== undefined && !domain.forms.some((form) => form.canBegin(longest))) return false;
  const parts = [
    longest,
    ...suffixes,
    ...required.flatMap((one) => (one.kind === 'contains' ? [one.text] : [])),
  ];
  return tests.every(({ isTrue, comparison: one }) => {
    if (isTrue || one.kind === 'equals' || one.kind === 'below') return true;
    if (one.kind === 'begins') return !longest.startsWith(one.text);
    if (one.kind === 'ends') return !suffixes.some((suffix) => suffix.endsWith(one.text));
    return !parts.some((part) => part.includes(one.text));
  });
}

/** True when a text lies between the bounds of the tests, and between those of a form of the domain. */
function hasText(tests: readonly Test[], domain: Extract<Domain, { kind: 'text' }> | undefined): boolean {
  const within = tests.reduce(narrowTexts, { min: '', isMinOut: false, isMaxOut: false });
  const excluded = tests.flatMap(({ isTrue, comparison: one }) =>
    !isTrue && one.kind === 'equals' ? [one.value] : [],
  );
  return (domain?.forms ?? [{ bounds: undefined }]).some(({ bounds }) => {
    const { min, max, isMinOut, isMaxOut } = bounds === undefined ? within : intersectTexts(within, bounds);
    if (max === undefined || min < max) return true;
    return min === max && !isMinOut && !isMaxOut && !excluded.includes(min);
  });
}

/** Texts between two bounds; without an upper one there are always some. */
interface TextInterval {
  min: string;
  max?: string;
  isMinOut: boolean;
  isMaxOut: boolean;
}

function narrowTexts(within: TextInterval, { isTrue, comparison: one }: Test): TextInterval {
  if (one.kind !== 'below' || typeof one.bound !== 'string') return within;
  const { bound, isIncluded } = one;
  return isTrue
    ? intersectTexts(within, { min: '', max: bound, isMaxOut: !isIncluded })
    : intersectTexts(within, { min: bound, isMinOut: isIncluded });
}

function intersectTexts(
  one: TextInterval,
  other: Pick<TextInterval, 'min'> & Partial<TextInterval>,
): TextInterval {
  const min = one.min > other.min ? one.min : other.min;
  const max = one.max === undefined || (other.max !== undefined && other.max < one.max) ? other.max : one.max;
  return {
    min,
    ...(max !== undefined && { max }),
    isMinOut: (one.min === min && one.isMinOut) || (other.min === min && other.isMinOut === true),
    isMaxOut: (one.max === max && one.isMaxOut) || (other.max === max && other.isMaxOut === true),
  };
}

function findLongest(texts: readonly string[]): string {
  return texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '');
}

interface Interval {
  min: number;
  max: number;
  isMinOut: boolean;
  isMaxOut: boolean;
}

function canBeNumber(
  tests: readonly Test[],
  domain: Extract<Domain, { kind: 'number' }> | undefined,
): boolean {
  const within = tests.reduce(narrow, { min: -Infinity, max: Infinity, isMinOut: false, isMaxOut: false });
  const excluded = new Set(
    tests.flatMap(({ isTrue, comparison: one }) =>
      !isTrue && one.kind === 'equals' ? [Number(one.value)] : [],
    ),
  );
  const ranges = domain?.ranges ?? [{ min: -Infinity, max: Infinity }];
  return ranges.some((range) =>
    hasNumber(intersect(within, range), { excluded, isWhole: domain?.isWhole ?? false }),
  );
}

function narrow(within: Interval, { isTrue, comparison: one }: Test): Interval {
  if (one.kind === 'equals') {
    const value = Number(one.value);
    return isTrue ? intersect(within, { min: value, max: value }) : within;
  }
  if (one.kind !== 'below' || typeof one.bound !== 'number') return within;
  const { bound, isIncluded } = one;
  return isTrue
    ? intersect(within, { min: -Infinity, max: bound, isMaxOut: !isIncluded })
    : intersect(within, { min: bound, max: Infinity, isMinOut: isIncluded });
}

function intersect(one: Interval, other: { min: number; max: number } & Partial<Interval>): Interval {
  const min = Math.max(one.min, other.min);
  const max = Math.min(one.max, other.max);
  return {
    min,
    max,
    isMinOut: (one.min === min && one.isMinOut) || (other.min === min && other.isMinOut === true),
    isMaxOut: (one.max === max && one.isMaxOut) || (other.max === max && other.isMaxOut === true),
  };
}

function hasNumber(
  { min, max, isMinOut, isMaxOut }: Interval,
  { excluded, isWhole }: { excluded: ReadonlySet<number>; isWhole: boolean },
): boolean {
  if (isWhole) {
    const first = Math.ceil(min) + (isMinOut && Number.isInteger(min) ? 1 : 0);
    const last = Math.floor(max) - (isMaxOut && Number.isInteger(max) ? 1 : 0);
    if (last - first > excluded.size) return true;
    for (let value = first; value <= last; value += 1) if (!excluded.has(value)) return true;
    return false;
  }
  if (min < max) return true;
  return min === max && !isMinOut && !isMaxOut && !excluded.has(min);
}
