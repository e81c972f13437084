import {
  type Edge,
  findCyclicParts,
  findShortestCycle,
  type GraphStep,
  restrictTo,
  type Successors,
} from '../../model/index.ts';
import { joinFirst, quote } from '../../text/index.ts';
import { findUncountedParts } from '../check/counted-cycles.ts';
import { listConditions } from '../check/known-values.ts';
import { getStepValues } from '../check/step-values.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { findUnasked } from './unasked-ways.ts';

/**
 * Reports secrets that may be guessed for ever: after a wrong PIN callers are asked again, and nothing counts the
 * attempts, or the count begins anew. Questions without a secret variable, circles that lead through a menu, and secrets
 * that callers choose by entering them twice are left alone; so is a service that says how many attempts are left.
 */
export const endlessGuessing: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const asking = new Set(
      draft.graph.steps.filter((step) => asksForSecret(step, draft)).map(({ name }) => name),
    );
    if (asking.size === 0) return;
    const steps = new Map(draft.graph.steps.map((step) => [step.name, step]));
    const targets = new Map(listGuessTargets(draft));
    const restarts = new Set(
      [...steps.values()].filter((step) => isRestart(step, draft)).map(({ name }) => name),
    );
    for (const part of findUncountedParts(draft, targets, restarts)) {
      const inside = [...steps.values()].filter(({ name }) => part.has(name));
      const asked = inside.find(({ name }) => asking.has(name));
      if (asked === undefined || !isChecked(inside, draft) || isBoundedOutside(inside, draft)) continue;
      const circle = findShortestCycle(asked.name, restrictTo(part, targets));
      const restart = inside.find(({ name }) => restarts.has(name));
      const { reason, hint } =
        restart === undefined ? describeCount(circle, { part, targets, draft }) : FORGOTTEN;
      report({
        code: 'endless-guessing',
        message: `callers may guess at step "${asked.name}" as often as they like: ${reason}`,
        span: (restart ?? asked).span,
        hint,
      });
    }
  },
};

interface Reason {
  reason: string;
  hint: string;
}

const FORGOTTEN: Reason = {
  reason: 'the flow begins anew and forgets the attempts',
  hint: 'lead back to a step of this flow, and count the attempts',
};

interface Guessing {
  /** The steps of the circles that nothing ends. */
  part: ReadonlySet<string>;
  /** All ways that a guess can take. */
  targets: Successors;
  draft: FlowDraft;
}

/** Says what becomes of the count: it begins anew, callers come back without it, or there is none. */
function describeCount(circle: readonly string[], { part, targets, draft }: Guessing): Reason {
  const way = `they come back by ${renderWay(circle.slice(1))}`;
  const counters = listCounters(draft);
  const inside = counters.find(({ name }) => part.has(name));
  if (inside !== undefined) {
    const { name, variable } = inside;
    const reset = [...part].find((step) => isReset(step, variable, draft));
    return reset === undefined
      ? {
          reason: `step "${name}" counts the attempts, but not every round looks at "${variable}"`,
          hint: `${way}: leave with a switch on vars.${variable}`,
        }
      : {
          reason: `step "${name}" counts the attempts, but step "${reset}" begins the count anew in each round`,
          hint: `${way}: lead back to a step behind "${reset}"`,
        };
  }
  const [around] = findCyclicParts(targets).filter((one) => one.has(circle[0] ?? ''));
  const passedBy = counters.find(({ name }) => around?.has(name));
  return passedBy === undefined
    ? {
        reason: 'nothing counts the attempts',
        hint: `${way}: count the attempts there with "set", and end them with a switch`,
      }
    : {
        reason: `one way back bypasses step "${passedBy.name}", which counts "${passedBy.variable}"`,
        hint: `${way}: lead that way to step "${passedBy.name}"`,
      };
}

interface Counter {
  /** The step that counts. */
  name: string;
  variable: string;
}

function listCounters(draft: FlowDraft): Counter[] {
  return draft.graph.steps.flatMap(({ name }) =>
    getStepValues(draft, name).writes.flatMap(({ variable, reads }) =>
      reads.has(`vars.${variable}`) && draft.vars[variable]?.type === 'int' ? [{ name, variable }] : [],
    ),
  );
}

function isReset(step: string, counter: string, draft: FlowDraft): boolean {
  const { writes } = getStepValues(draft, step);
  return writes.some(({ variable, reads }) => variable === counter && !reads.has(`vars.${counter}`));
}

const MAX_SHOWN = 6;

function renderWay(steps: readonly string[]): string {
  const shown = steps.map(quote);
  return steps.length > MAX_SHOWN ? joinFirst(shown, MAX_SHOWN) : shown.join(' -> ');
}

function asksForSecret({ name, verb, flow }: GraphStep, draft: FlowDraft): boolean {
  if (verb === 'run' && flow !== undefined)
    return draft.others.signature(flow)?.valueEffects().asksForSecret === true;
  return (
    verb === 'collect' &&
    [...getStepValues(draft, name).saves].some((saved) => draft.vars[saved]?.secret === true)
  );
}

/** Lists the targets of each step that a guess can pass: all but menus, conversations and the error path. */
function listGuessTargets(draft: FlowDraft): [string, string[]][] {
  const { graph } = draft;
  return graph.steps
    .filter(({ verb }) => verb !== 'menu')
    .map((step) => [
      step.name,
      [
        ...step.edges
          .filter(
            (edge) => isPassed(step, edge) && !isRight(step, edge, draft) && !isUnknown(step, edge, draft),
          )
          .map(({ to }) => to),
        ...(isRestart(step, draft) ? [graph.entry] : []),
      ],
    ]);
}

/** True for a step at which the flow begins anew. A flow with parameters may count in them. */
function isRestart({ verb, flow }: GraphStep, { source, params }: FlowDraft): boolean {
  return verb === 'goto' && flow === source.name && Object.keys(params).length === 0;
}

function isPassed({ verb, waits }: GraphStep, { outcome, kind, failure }: Edge): boolean {
  if (kind === 'error') return false;
  if (waits === 'caller') return outcome === 'filled';
  if (verb === 'run') return outcome !== 'done' && !failure;
  return !['connect', 'room', 'stream'].includes(verb);
}

/** True for an outcome of a switch that only the right guess has: what was entered equals what was expected. */
function isRight({ name, verb, edges }: GraphStep, edge: Edge, draft: FlowDraft): boolean {
  if (verb !== 'switch') return false;
  const conditions = listConditions(draft).get(name) ?? [];
  return conditions.some(({ isTrue, source }, index) => {
    const [literals = [], ...others] = isTrue ?? [];
    const reads = draft.expressions().findReads(source);
    const isGuess = [...reads].some((read) => draft.vars[read.replace('vars.', '')]?.secret === true);
    const equation = literals.find(
      ({ comparison, text }) =>
        (comparison?.kind === 'equals' && comparison.value !== '') || text.includes(' == '),
    );
    if (others.length > 0 || !isGuess || equation === undefined) return false;
    const isLast = index === conditions.length - 1 && literals.length === 1;
    return equation.isTrue ? edges[index] === edge : isLast && edge.outcome === 'otherwise';
  });
}

/**
 * True for the case that a service does not know something else which was entered, such as the number of an account, while
 * another case counts: callers are asked for that again, and have guessed nothing.
 */
function isUnknown({ name, verb, edges }: GraphStep, edge: Edge, draft: FlowDraft): boolean {
  const condition = verb === 'switch' ? listConditions(draft).get(name)?.[edges.indexOf(edge)] : undefined;
  const [[literal, ...more] = [], ...others] = condition?.isTrue ?? [];
  const { comparison, isTrue } = literal ?? {};
  const isNotFound = comparison?.name === 'error.code' && comparison.kind === 'equals' && isTrue;
  if (!isNotFound || comparison.value !== 'http_404' || more.length > 0 || others.length > 0) return false;
  const asked = [...findUnasked(draft, edge.to).values()].filter(({ waits }) => waits === 'caller');
  const counters = new Set(listCounters(draft).map((counter) => counter.name));
  const isCounted = edges.some(
    ({ to }) => to !== edge.to && [...findUnasked(draft, to).keys()].some((step) => counters.has(step)),
  );
  return (
    isCounted &&
    asked.every((step) => step.verb === 'collect' && !asksForSecret(step, draft)) &&
    asked.length > 0
  );
}

/** True for a circle in which something judges what was entered. */
function isChecked(inside: readonly GraphStep[], draft: FlowDraft): boolean {
  const secrets = inside.flatMap(({ name, verb }) =>
    verb === 'collect' ? [...getStepValues(draft, name).saves].map((saved) => `vars.${saved}`) : [],
  );
  const countSecrets = ({ name }: GraphStep) => {
    const { reads } = getStepValues(draft, name);
    return secrets.filter((secret) => reads.has(secret) && draft.vars[secret.slice(5)]?.secret === true)
      .length;
  };
  const switches = inside.filter(({ verb }) => verb === 'switch');
  // A secret that is compared with another one is being chosen, and not guessed.
  if (switches.some((step) => countSecrets(step) > 1)) return false;
  return inside.some(
    (step) => CHECKING.has(step.verb) || (step.verb === 'switch' && countSecrets(step) === 1),
  );
}

const CHECKING = new Set(['http', 'lookup', 'run']);

/** True when a service counts: a switch leaves the circle by a number of it, or in two different ways. */
function isBoundedOutside(inside: readonly GraphStep[], draft: FlowDraft): boolean {
  const names = new Set(inside.map(({ name }) => name));
  const saved = new Set(
    inside.flatMap(({ name, verb }) =>
      verb === 'http' || verb === 'run' ? [...getStepValues(draft, name).saves] : [],
    ),
  );
  return inside.some(({ name, verb, edges }) => {
    if (verb !== 'switch') return false;
    const read = [...saved].filter((one) => getStepValues(draft, name).reads.has(`vars.${one}`));
    const left = new Set(
      edges.filter(({ kind, to }) => kind !== 'error' && !names.has(to)).map(({ to }) => to),
    );
    return read.some((one) => draft.vars[one]?.type === 'int')
      ? left.size > 0
      : read.length > 0 && left.size > 1;
  });
}
