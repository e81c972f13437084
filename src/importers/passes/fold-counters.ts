/**
 * Turns a counter around a question into its attempts: ask, count, compare, say something, ask again.
 *
 * COUNTER-1 Only a counter that nothing else reads is folded, and only around a question that has one attempt: a counter that
 *    tests another name than it counts is a mistake of the original, and stays visible.
 * COUNTER-2 Callers who come back to the question must find a counter of 0: attempts begin anew each time.
 */
import { memoize } from '../../language/model/index.ts';
import type { Step, Variable } from '../../../schemas/types/flow.ts';
import { addStep } from '../project/index.ts';
import type { Draft } from '../project/index.ts';
import { listTargets } from './targets.ts';

type Steps = Draft['flow']['steps'];

/** Folds every counter of a flow that has the form. */
export function foldCounters(draft: Draft): Draft {
  let now = draft;
  for (const name of Object.keys(draft.flow.steps)) now = foldCounter(now, name) ?? now;
  return now;
}

/** The way from a failed attempt back to the question. */
interface Round {
  variable: string;
  attempts: number;
  /** Where the last failed attempt leads. */
  end: string;
  /** The step that counts. */
  counts: string;
  /** What is said before the question is repeated. */
  said: Said | undefined;
}

interface Said {
  what: NonNullable<Step['say']>;
  step: string;
  /** True if it is said after the last attempt, too. */
  isLast: boolean;
}

function foldCounter(draft: Draft, name: string): Draft | undefined {
  const { steps, vars = {} } = draft.flow;
  const step = steps[name];
  const question = step?.menu ?? step?.collect;
  if (step === undefined || question?.attempts !== 1) return undefined;
  const { exhausted = '', silent = exhausted } = step.on ?? {};
  const quiet = findRound(silent, { question: name, steps, vars });
  const wrong = findRound(exhausted, { question: name, steps, vars });
  if (quiet === undefined || wrong === undefined || !isSameEnd(quiet, wrong)) return undefined;
  const counting = new Set([quiet.counts, wrong.counts]).size;
  if (countUses(draft, quiet.variable) !== counting + 1) return undefined;
  if (comesBack(steps, name, { rounds: [silent, exhausted], round: quiet })) return undefined;
  const isAlike = JSON.stringify(quiet.said?.what) === JSON.stringify(wrong.said?.what);
  const asked = {
    ...question,
    ...(step.menu !== undefined &&
      isAlike && { choices: leaveOutWrong(step.menu.choices, [silent, exhausted]) }),
    attempts: quiet.attempts,
    ...(quiet.said !== undefined && { no_input: quiet.said.what }),
    ...(wrong.said !== undefined && { no_match: wrong.said.what }),
  };
  const changed = { ...draft, flow: { ...draft.flow, steps: { ...steps } }, about: { ...draft.about } };
  const ends = [wrong, quiet].map((round) => addEnd(changed, name, round));
  const { silent: _silent, ...on } = step.on ?? {};
  const body = step.menu === undefined ? { collect: asked } : { menu: asked };
  const [last = '', lastQuiet = last] = ends;
  const ways = { ...on, exhausted: last, ...(lastQuiet !== last && { silent: lastQuiet }) };
  changed.flow.steps[name] = { ...step, ...body, on: ways } as Step;
  return changed;
}

/** Returns where the last attempt leads: to what is said even then, which a step of its own says. */
function addEnd(draft: Draft, question: string, { said, end }: Round): string {
  if (said?.isLast !== true) return end;
  const { steps } = draft.flow;
  const users = Object.entries(steps).filter(([, step]) => listTargets(step).includes(said.step));
  const isOwn = users.every(([name]) => name === question);
  const base = isOwn ? said.step : `${question}_last`;
  let name = base;
  const step: Step = { say: said.what, next: end };
  const isFree = (wanted: string) =>
    !Object.hasOwn(steps, wanted) || JSON.stringify(steps[wanted]) === JSON.stringify(step);
  for (let number = 2; !isOwn && !isFree(name); number += 1) name = `${base}_${number}`;
  addStep(draft, name, { step, nodes: draft.about[said.step]?.nodes ?? [] });
  return name;
}

/** True if callers who left the question can come back to it without the counter being set to 0. */
function comesBack(
  steps: Steps,
  question: string,
  { rounds, round }: { rounds: readonly string[]; round: Round },
): boolean {
  const ways = listTargets(steps[question] ?? {}).filter((target) => !rounds.includes(target));
  const reached = new Set([...ways, round.end]);
  // The iterator of a set also visits elements added during the iteration.
  for (const name of reached) {
    if (name === question) return true;
    const step = steps[name];
    const isReset = step?.set?.[round.variable] === 0;
    if (step !== undefined && !isReset) for (const target of listTargets(step)) reached.add(target);
  }
  return false;
}

type Choices = NonNullable<Step['menu']>['choices'];

/** Leaves out choices that count as a failed attempt: without them their keys do the same. */
function leaveOutWrong(choices: Choices, rounds: readonly string[]): Choices {
  const kept = choices.filter(
    ({ goto, set, phrases }) => !rounds.includes(goto) || set !== undefined || phrases !== undefined,
  );
  return kept.length === 0 ? choices : kept;
}

/** Counts how often the texts and expressions of a flow name a variable. */
function countUses({ flow }: Draft, variable: string): number {
  const { vars: _vars, steps, ...rest } = flow;
  const parts = [countNames(rest), ...Object.values(steps).map(countNames)];
  return parts.reduce((sum, names) => sum + (names.get(variable) ?? 0), 0);
}

/** Counts the variables that a part of a flow names. Most folds leave most steps as they are. */
const countNames = memoize((part: object): ReadonlyMap<string, number> => {
  const names = new Map<string, number>();
  for (const [, name = ''] of JSON.stringify(part).matchAll(/\bvars\.(\w+)/g))
    names.set(name, (names.get(name) ?? 0) + 1);
  return names;
});

function isSameEnd(one: Round, other: Round): boolean {
  return one.variable === other.variable && one.attempts === other.attempts && one.end === other.end;
}

const COUNT = /^\$\{vars\.(\w+) \+ 1\}$/;
const BELOW = /^vars\.(\w+) (<=?) (\d+)$/;
const REACHED = /^vars\.(\w+) (>=?|==) (\d+)$/;

/** Follows a count and a comparison, in any order, and a text before, between or after them, back to the question. */
function findRound(
  from: string,
  { question, steps, vars }: { question: string; steps: Steps; vars: Record<string, Variable> },
): Round | undefined {
  const said: Said[] = [];
  let counted: { variable: string; step: string } | undefined;
  let tested: Comparison | undefined;
  let at = from;
  for (let passed = 0; passed < MAX_STEPS && at !== question; passed += 1) {
    const step = steps[at];
    if (step?.next === undefined) return undefined;
    if (step.say !== undefined) {
      said.push({ what: step.say, step: at, isLast: tested === undefined });
      at = step.next;
    } else if (step.set !== undefined && counted === undefined) {
      const [[name, value] = ['', ''], ...others] = Object.entries(step.set);
      if (others.length > 0 || COUNT.exec(String(value))?.[1] !== name || vars[name] !== 0) return undefined;
      counted = { variable: name, step: at };
      at = step.next;
    } else if (step.switch !== undefined && tested === undefined) {
      tested = readComparison(step, counted === undefined ? 1 : 0);
      if (tested === undefined) return undefined;
      at = tested.again;
    } else return undefined;
  }
  if (at !== question || counted === undefined || counted.variable !== tested?.variable) return undefined;
  if (tested.attempts < 2 || said.length > 1) return undefined;
  const { variable, attempts, end } = tested;
  return { variable, attempts, end, counts: counted.step, said: said[0] };
}

const MAX_STEPS = 6;

interface Comparison {
  variable: string;
  attempts: number;
  end: string;
  again: string;
}

/** Reads the test of a counter; `uncounted`: 1 if the attempt is counted behind it. */
function readComparison({ switch: decision, next = '' }: Step, uncounted: number): Comparison | undefined {
  const [first, ...others] = Array.isArray(decision) ? decision : [];
  if (first === undefined || others.length > 0) return undefined;
  const [, low, belowSign, most] = BELOW.exec(first.when) ?? [];
  if (low !== undefined) {
    const attempts = Number(most) + (belowSign === '<=' ? 1 : 0) + uncounted;
    return { variable: low, attempts, end: next, again: first.goto };
  }
  const [, high, sign, least] = REACHED.exec(first.when) ?? [];
  if (high === undefined) return undefined;
  const attempts = Number(least) + (sign === '>' ? 1 : 0) + uncounted;
  return { variable: high, attempts, end: first.goto, again: next };
}
