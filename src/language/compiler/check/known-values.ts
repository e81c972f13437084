/** Decides the conditions of switches of which some values are known. */
import type { SwitchStep } from '../../../../schemas/types/flow.ts';
import { evaluateKnown, memoize, readEquation, type Expressions, type Value } from '../../model/index.ts';
import type { Path } from '../read/document.ts';
import type { FlowDraft, Readable } from '../types.ts';
import { holds, toAlternatives, type Alternatives, type Literal } from './condition-formula.ts';

/** The condition of a case, with the alternatives in which it is true, and false; one that cannot be read has neither. */
export interface Condition {
  source: string;
  path: Path;
  isTrue: Alternatives;
  isFalse: Alternatives;
}

/** Switch → the conditions of its cases. */
export const listConditions = memoize(
  (draft: FlowDraft): ReadonlyMap<string, readonly Condition[]> =>
    new Map(
      draft.steps.flatMap(({ name, content }) =>
        content?.verb.name === 'switch' && content.body !== undefined
          ? [[name, readConditions(draft, name, content.body as Readable<SwitchStep>)]]
          : [],
      ),
    ),
);

function readConditions(draft: FlowDraft, step: string, body: Readable<SwitchStep>): Condition[] {
  const path = ['steps', step, 'switch'];
  const read = (source: string | undefined, place: Path) => readCondition(source, [...path, ...place], draft);
  if (Array.isArray(body)) return body.map((one, index) => read(one?.when, [index, 'when']));
  const { value = '', cases = {} } = body;
  return Object.keys(cases).map((literal) =>
    read(readEquation(value, literal, draft.expressions()), ['cases', literal]),
  );
}

function readCondition(source = '', path: Path, draft: FlowDraft): Condition {
  const expressions = draft.expressions();
  const term = expressions.check(source).ok ? expressions.parse(source) : undefined;
  return {
    source,
    path,
    isTrue: term && toAlternatives(term, source),
    isFalse: term && toAlternatives(term, source, false),
  };
}

/** A value of which something is known. */
export interface Known {
  /** Absent: it may be any. */
  value?: Value;
  /** Values that it does not have. */
  not?: readonly Value[];
}

/** Name → what is known of its value, such as `vars.tries` → 0; what is missing may have any value. */
type KnownValues = ReadonlyMap<string, Known>;

/** Returns the value of a condition; undefined when it depends on a value that is not known, or fails. */
export function decide(
  { source, isTrue, isFalse }: Condition,
  known: KnownValues,
  expressions: Expressions,
): boolean | undefined {
  const evaluate = (part: string) => evaluateKnown(part, (name) => known.get(name)?.value, expressions);
  const value = evaluate(source);
  if (typeof value === 'boolean') return value;
  const canHold = (alternatives: Alternatives): boolean =>
    alternatives?.some((literals) =>
      literals.every((one) => decideLiteral(one, known, evaluate) !== false),
    ) ?? true;
  if (!canHold(isTrue)) return false;
  return canHold(isFalse) ? undefined : true;
}

function decideLiteral(
  { isTrue, text, comparison }: Literal,
  known: KnownValues,
  evaluate: (source: string) => Value | undefined,
): boolean | undefined {
  // The name of a comparison may stand for an expression.
  if (comparison === undefined || !known.has(comparison.name)) {
    const found = evaluate(text);
    return typeof found === 'boolean' ? found === isTrue : undefined;
  }
  const { value, not } = known.get(comparison.name) ?? {};
  if (value !== undefined) return holds(comparison, value) === isTrue;
  const isOther = comparison.kind === 'equals' && not?.includes(comparison.value) === true;
  return isOther ? !isTrue : undefined;
}

/** Adds what follows for unknown values when a condition has one of these alternatives. */
export function learn<Held extends Known>(
  alternatives: Alternatives,
  known: ReadonlyMap<string, Held>,
): ReadonlyMap<string, Held> {
  const [literals, ...others] = alternatives ?? [];
  if (literals === undefined || others.length > 0) return known;
  const learned = new Map(known);
  for (const { isTrue, text, comparison } of literals) {
    const name = comparison?.name ?? text;
    const before = learned.get(name);
    if (before === undefined || before.value !== undefined) continue;
    const { not = [] } = before;
    if (comparison === undefined) learned.set(name, { ...before, value: isTrue, not: [] });
    else if (comparison.kind === 'equals' && isTrue)
      learned.set(name, { ...before, value: comparison.value, not: [] });
    else if (comparison.kind === 'equals' && !not.includes(comparison.value))
      learned.set(name, { ...before, not: [...not, comparison.value] });
  }
  return learned;
}
