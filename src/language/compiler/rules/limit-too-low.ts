import type { WaitStep } from '../../../../schemas/types/flow.ts';
import type { Edge, GraphStep } from '../../model/index.ts';
import { findWays } from '../../model/index.ts';
import { formatDuration } from '../../text/index.ts';
import { listDecidingNames } from '../check/empty-reads.ts';
import { getBridgeMs, outlastsBridge } from '../check/line-state.ts';
import { measureStep } from './step-times.ts';
import { followValues, listAllowedWays, type Arrival } from '../check/value-walk.ts';
import { spanAt } from '../read/document.ts';
import type { DraftStep, FlowDraft } from '../types.ts';
import { parseDuration } from '../verbs/parts/fragments.ts';
import type { Report } from '../../diagnostics/index.ts';
import type { FlowRule } from './flow-rule.ts';

/**
 * Reports limits of a flow that end calls which it was written for: a step that no call reaches within `limits.steps`, a
 * prompt, a timeout or a hunt list that outlasts `limits.duration`, and a wait that outlasts `limits.bridge`. It reckons
 * with the shortest way to a step and the shortest time on it: callers press keys at once, parties are busy at once.
 */
export const limitTooLow: FlowRule = {
  needsAll: true,
  check(draft, report) {
    if (draft.isBroken) return;
    checkSteps(draft, report);
    checkDuration(draft, report);
    checkBridge(draft, report);
  },
};

/** Maximum number of values that are followed. */
const MAX_FOLLOWED = 100_000;

function checkSteps(draft: FlowDraft, report: Report): void {
  const limit = draft.source.limits?.steps;
  if (limit === undefined) return;
  const arrivals = followValues(draft, { initial: listDecidingNames(draft), max: MAX_FOLLOWED });
  const ways = findWays(draft.graph);
  const late = draft.graph.steps.flatMap(({ name }) => {
    const [first] = (arrivals?.get(name) ?? []).toSorted((a, b) => a.depth - b.depth);
    return first !== undefined && first.depth > limit && ways.get(name)?.road === 'main' ? [first] : [];
  });
  const [missed] = late.toSorted((a, b) => a.depth - b.depth);
  if (missed === undefined) {
    const depths = [...(arrivals ?? []).values()].flatMap((all) => all.map(({ depth }) => depth));
    if (depths.some((depth) => depth * 2 > limit)) checkDecisions(draft, limit, report);
    return;
  }
  const at = findArrivalAt(missed, limit + 1);
  const steps = draft.graph.steps.find(({ name }) => name === at.step);
  if (steps === undefined) return;
  const end =
    missed.step === at.step
      ? `ends every call before step "${at.step}"`
      : `ends calls at step "${at.step}" before they reach "${missed.step}"`;
  report({
    code: 'limit-too-low',
    message: `limits.steps (${limit}) ${end}: the shortest way there takes ${missed.depth} steps`,
    span: steps.span,
    hint: 'allow at least twice as many steps as the longest way of a call takes',
  });
}

/**
 * Reports a decision that the limit keeps from being made: the rounds that a counter asks for take more steps. Ways on which
 * something fails are left out, since they may be shorter.
 */
function checkDecisions(draft: FlowDraft, limit: number, report: Report): void {
  const ways = findWays(draft.graph);
  const arrivals = followValues(draft, {
    initial: listDecidingNames(draft),
    max: MAX_FOLLOWED,
    follows: ({ outcome }) => outcome !== 'failed',
  });
  for (const step of draft.graph.steps) {
    if (step.verb !== 'switch' || ways.get(step.name)?.road !== 'main') continue;
    const depths = new Map<string, number>();
    for (const { held, depth } of arrivals?.get(step.name) ?? [])
      for (const { edge } of listAllowedWays(draft, step, held))
        depths.set(edge.outcome, Math.min(depth + 1, depths.get(edge.outcome) ?? Infinity));
    const edge = step.edges.find(({ outcome }) => (depths.get(outcome) ?? 0) > limit);
    if (edge === undefined) continue;
    report({
      code: 'limit-too-low',
      message: `limits.steps (${limit}) ends calls before step "${step.name}" leads to "${edge.to}": the shortest way there takes ${depths.get(edge.outcome) ?? 0} steps`,
      span: edge.span ?? step.span,
      hint: 'allow at least twice as many steps as the longest way of a call takes',
    });
    return;
  }
}

function findArrivalAt(arrival: Arrival, depth: number): Arrival {
  let at = arrival;
  while (at.depth > depth && at.before !== undefined) at = at.before.arrival;
  return at;
}

const DEFAULT_DURATION = '1h';

function checkDuration(draft: FlowDraft, report: Report): void {
  const limit = parseDuration(draft.source.limits?.duration ?? DEFAULT_DURATION);
  const drafts = new Map(draft.steps.map((step) => [step.name, step]));
  const timed = draft.graph.steps.map((step) => ({ step, draft: drafts.get(step.name), reached: 0 }));
  const all = timed.reduce((sum, { step, draft: own }) => sum + measureLongest(draft, step, own), 0);
  if (!(all > limit)) return;
  const reached = measureArrivals(draft, drafts);
  const found = timed.flatMap(({ step, draft: own }) => {
    const before = reached.get(step.name);
    if (own === undefined || before === undefined || before > limit) return [];
    const edge = step.edges.find((one) => before + measureStep(draft, own, one).provided > limit);
    return edge === undefined
      ? []
      : [{ span: step.span, message: describeTime(draft, own, { edge, before, limit }) }];
  });
  const [first, ...others] = found;
  const isWritten = draft.source.limits?.duration !== undefined;
  // Several steps that are all too long have one cause.
  if (first !== undefined && others.length > 0 && isWritten)
    report({
      code: 'limit-too-low',
      message: `${first.message}; the same holds for ${countOthers(others.length)}`,
      span: spanAt(draft.document, ['limits', 'duration']),
      hint: 'raise limits.duration',
    });
  else
    for (const one of found)
      report({ code: 'limit-too-low', ...one, hint: 'raise limits.duration, or shorten the step' });
}

function countOthers(count: number): string {
  return count === 1 ? 'one more step' : `${count} more steps`;
}

function measureLongest(draft: FlowDraft, step: GraphStep, own: DraftStep | undefined): number {
  return own === undefined
    ? 0
    : Math.max(0, ...step.edges.map((edge) => measureStep(draft, own, edge).provided));
}

function describeTime(
  draft: FlowDraft,
  own: DraftStep,
  { edge, before, limit }: { edge: Edge; before: number; limit: number },
): string {
  const { provided } = measureStep(draft, own, edge);
  const name = own.content?.verb.name ?? '';
  const takes = `${Math.round(provided / 1_000)} seconds`;
  const begun = Math.round(before / 1_000);
  const start = begun === 0 ? '' : `the step begins after ${begun} seconds at the earliest, `;
  const end = `${start}and limits.duration ends the call after ${formatDuration(limit)}`;
  if (name === 'say' || name === 'play')
    return `no caller hears step "${own.name}" to its end: it takes ${takes}, ${end}`;
  if (name === 'connect')
    return `in step "${own.name}" the last party may never ring: ringing takes up to ${takes}, ${end}`;
  if (QUESTION_ENDS.has(edge.outcome))
    return `callers who stay silent at step "${own.name}" are never led on: that takes ${takes}, ${end}`;
  return `step "${own.name}" never ends with "${edge.outcome}": that takes ${takes}, ${end}`;
}

/** Outcomes of a question that nobody has answered. */
const QUESTION_ENDS = new Set(['silent', 'exhausted']);

/** Maximum number of times that one step is looked at. */
const MAX_VISITS = 50;

/** Returns the least time in ms that a call takes to each step. */
function measureArrivals(draft: FlowDraft, drafts: ReadonlyMap<string, DraftStep>): Map<string, number> {
  const { graph } = draft;
  const steps = new Map(graph.steps.map((step) => [step.name, step]));
  const reached = new Map([[graph.entry, 0]]);
  const changed = new Set([graph.entry]);
  let visits = graph.steps.length * MAX_VISITS;
  // The iterator of a set revisits an element that is deleted and added again.
  for (const name of changed) {
    changed.delete(name);
    visits -= 1;
    if (visits < 0) return new Map();
    const step = steps.get(name);
    const own = drafts.get(name);
    if (step === undefined || own === undefined) continue;
    const before = reached.get(name) ?? 0;
    const always =
      step.waits === 'caller' ? graph.always.map(({ to }) => ({ to, outcome: '', kind: 'goto' })) : [];
    for (const edge of [...step.edges, ...always]) {
      const at = before + measureStep(draft, own, edge).least;
      if (edge.kind === 'error' || !((reached.get(edge.to) ?? Infinity) > at)) continue;
      reached.set(edge.to, at);
      changed.add(edge.to);
    }
  }
  return reached;
}

function checkBridge(draft: FlowDraft, report: Report): void {
  const limit = formatDuration(getBridgeMs(draft));
  for (const { name, content } of draft.steps) {
    if (content === undefined || !outlastsBridge(draft, content)) continue;
    const { timeout } = content.body as Exclude<WaitStep, string>;
    report({
      code: 'limit-too-low',
      message: `step "${name}" never times out: limits.bridge ends the conversation after ${limit}, the step waits for ${timeout ?? ''}`,
      span: spanAt(draft.document, ['steps', name, 'wait', 'timeout']),
      hint: 'raise limits.bridge, or wait for less time',
    });
  }
}
