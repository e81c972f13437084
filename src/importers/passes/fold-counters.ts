/**
 * Turns a counter around a question into its attempts: ask, count, compare, say something, ask again.
 *
 * COUNTER-1 Only a counter that one step writes and one step reads is folded, and only around a question that has one
 *    attempt: a counter that tests another name than it counts is a mistake of the original, and stays visible.
 */
import type { Step, Variable } from '../../../schemas/types/flow.ts';
import type { Draft } from '../project/index.ts';

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
  /** What is said before the question is repeated. */
  said: NonNullable<Step['say']> | undefined;
}

function foldCounter(draft: Draft, name: string): Draft | undefined {
  const { steps, vars = {} } = draft.flow;
  const step = steps[name];
  const question = step?.menu ?? step?.collect;
  if (step === undefined || question?.attempts !== 1) return undefined;
  const { silent, exhausted } = step.on ?? {};
  const quiet = silent === undefined ? undefined : findRound(silent, name, steps, vars);
  const wrong = exhausted === undefined ? undefined : findRound(exhausted, name, steps, vars);
  const round = quiet ?? wrong;
  const isBoth = quiet !== undefined && wrong !== undefined && isSameEnd(quiet, wrong);
  if (round === undefined || !isBoth || countUses(draft, round.variable) !== USES) return undefined;
  const replies = {
    ...(quiet.said !== undefined && { no_input: quiet.said }),
    ...(wrong.said !== undefined && { no_match: wrong.said }),
  };
  const { attempts: _one, ...rest } = question;
  const asked = { ...rest, attempts: round.attempts, ...replies };
  const { silent: _silent, ...on } = step.on ?? {};
  const folded = {
    ...step,
    ...(step.menu ? { menu: asked } : { collect: asked }),
    on: { ...on, exhausted: round.end },
  };
  return { ...draft, flow: { ...draft.flow, steps: { ...steps, [name]: folded as Step } } };
}

/** A counter is read twice: where it is increased and where it is compared. */
const USES = 2;

function countUses({ flow }: Draft, variable: string): number {
  const { vars: _vars, ...rest } = flow;
  return JSON.stringify(rest).split(new RegExp(`\\bvars\\.${variable}\\b`)).length - 1;
}

function isSameEnd(one: Round, other: Round): boolean {
  return one.variable === other.variable && one.attempts === other.attempts && one.end === other.end;
}

const COUNT = /^\$\{vars\.(\w+) \+ 1\}$/;
const BELOW = /^vars\.(\w+) (<=?) (\d+)$/;
const REACHED = /^vars\.(\w+) (>=?|==) (\d+)$/;

/** Follows set and switch, and a say before, between or after them, back to the question. */
function findRound(
  from: string,
  question: string,
  steps: Steps,
  vars: Record<string, Variable>,
): Round | undefined {
  const said: NonNullable<Step['say']>[] = [];
  let [variable, end, attempts] = ['', '', 0];
  let at = from;
  for (let passed = 0; passed < MAX_STEPS && at !== question; passed += 1) {
    const step = steps[at];
    if (step?.say !== undefined && step.next !== undefined) {
      if (attempts === 0) return undefined;
      said.push(step.say);
      at = step.next;
    } else if (step?.set !== undefined && step.next !== undefined && variable === '') {
      const [[name, value] = ['', ''], ...others] = Object.entries(step.set);
      if (others.length > 0 || COUNT.exec(String(value))?.[1] !== name || vars[name] !== 0) return undefined;
      variable = name;
      at = step.next;
    } else if (Array.isArray(step?.switch) && step.next !== undefined && variable !== '' && attempts === 0) {
      const decided = readComparison(step, variable);
      if (decided === undefined) return undefined;
      ({ attempts, end } = decided);
      at = decided.again;
    } else return undefined;
  }
  const isRound = at === question && attempts > 1 && said.length <= 1;
  return isRound ? { variable, attempts, end, said: said[0] } : undefined;
}

const MAX_STEPS = 6;

function readComparison(
  { switch: decision, next = '' }: Step,
  variable: string,
): { attempts: number; end: string; again: string } | undefined {
  const [first, ...others] = Array.isArray(decision) ? decision : [];
  if (first === undefined || others.length > 0) return undefined;
  const below = BELOW.exec(first.when);
  if (below?.[1] === variable)
    return { attempts: Number(below[3]) + (below[2] === '<=' ? 1 : 0), end: next, again: first.goto };
  const reached = REACHED.exec(first.when);
  if (reached?.[1] !== variable) return undefined;
  return { attempts: Number(reached[3]) + (reached[2] === '>' ? 1 : 0), end: first.goto, again: next };
}
