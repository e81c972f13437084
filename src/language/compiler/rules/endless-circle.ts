import { findCyclicParts, findShortestCycle, type GraphStep, restrictTo } from '../../model/index.ts';
import { joinFirst, quote } from '../../text/index.ts';
import { findUncountedParts } from '../check/counted-cycles.ts';
import type { FlowDraft } from '../types.ts';
import { parseDuration } from '../verbs/parts/fragments.ts';
import type { FlowRule } from './flow-rule.ts';
import { buildLuckGraph, type LuckGraph } from './luck-graph.ts';

/** A call that `limits.duration` ends within this time is not endless. */
const SHORT_CALL_MS = 600_000;

/**
 * Reports circles that callers go round for as long as something outside of their power stays as it is: nobody answers,
 * a web service gives the same answer, the office is closed, a table lacks their key. A circle is left alone when a
 * question in it lets the caller choose, when the flow counts its rounds, and when `limits.duration` ends the call within
 * minutes. Circles of questions are told by `silence-leads-nowhere`, those without a pause by `redial-loop` and `prove`.
 */
export const endlessCircle: FlowRule = {
  needsAll: true,
  check(draft, report) {
    if (isShortCall(draft)) return;
    const luck = buildLuckGraph(draft);
    for (const { at, circle, reason } of [
      ...listOwnCircles(draft, luck),
      ...listCirclesThroughFlows(draft, luck),
    ])
      report({
        code: 'endless-circle',
        message: `callers go round ${renderCircle(circle)} ${reason}, and nothing ends it`,
        span: at.span,
        hint: 'count the rounds with "set" and leave with a switch, or ask callers whether they want to go on',
      });
  },
};

/** True when `limits.duration` ends every call within minutes. */
export function isShortCall({ source }: FlowDraft): boolean {
  return parseDuration(source.limits?.duration ?? '') <= SHORT_CALL_MS;
}

interface Circle {
  /** The step at which it is reported. */
  at: GraphStep;
  circle: readonly string[];
  /** Says how long it lasts. */
  reason: string;
}

function listOwnCircles(draft: FlowDraft, { own, steps }: LuckGraph): Circle[] {
  return findUncountedParts(draft, own).flatMap((part) => {
    const inside = [...steps.values()].filter(({ name }) => part.has(name));
    const at = findLuckyStep(inside);
    if (at === undefined || isWithoutPause(draft, inside) || isLookedUpAnew(at, inside)) return [];
    const circle = findShortestCycle(at.name, restrictTo(part, own));
    return [{ at, circle, reason: describeDuration(at, inside) }];
  });
}

/** Verbs on whose luck a circle depends, the most telling first, with the time that a circle lasts. */
const REASONS: Record<string, string> = {
  connect: 'as long as nobody answers',
  http: 'as long as the web service gives the same answer',
  sms: 'as long as the text message does not arrive',
  stream: 'as long as the stream breaks',
  run: 'as long as the other flow ends the same way',
  wait: 'as long as nothing changes',
  hours: 'until the opening hours change',
  lookup: 'since nothing on the way changes the key',
};

/** Verbs that change the key of a lookup, or take the call out of the flow. */
const CHANGING = new Set(['set', 'goto']);

function describeDuration({ verb, edges }: GraphStep, inside: readonly GraphStep[]): string {
  if (verb !== 'wait') return REASONS[verb] ?? '';
  if (edges.some(({ outcome }) => outcome === 'timeout')) return 'as long as nothing comes';
  return (inside.some((step) => step.verb === 'hours') ? REASONS.hours : REASONS.wait) ?? '';
}

function findLuckyStep(inside: readonly GraphStep[]): GraphStep | undefined {
  const verb = Object.keys(REASONS).find((one) => inside.some((step) => step.verb === one));
  return inside.find((step) => step.verb === verb);
}

/** True for a lookup whose key may be another one in the next round. */
function isLookedUpAnew({ verb }: GraphStep, inside: readonly GraphStep[]): boolean {
  const names = new Set(inside.map(({ name }) => name));
  const mayChange = (step: GraphStep) =>
    CHANGING.has(step.verb) ||
    // A row that was found gives values, of which one may be the next key.
    (step.verb === 'lookup' &&
      step.edges.some(({ to, outcome }) => outcome !== 'not_found' && names.has(to)));
  return verb === 'lookup' && inside.some(mayChange);
}

/** True for steps of which `redial-loop`, or the proof, reports a circle that takes no time. */
function isWithoutPause(draft: FlowDraft, inside: readonly GraphStep[]): boolean {
  const fast = inside.filter(({ verb, waits }) => isRequest(verb) || waits === 'nothing');
  const targets = new Map(fast.map(({ name, edges }) => [name, edges.map(({ to }) => to)]));
  const requests = new Set(fast.filter(({ verb }) => isRequest(verb)).map(({ name }) => name));
  return findUncountedParts(draft, targets).some((part) => !requests.isDisjointFrom(part));
}

function isRequest(verb: string): boolean {
  return verb === 'connect' || verb === 'http';
}

/** Lists circles through other flows. Each is told once: of the flow whose name comes first. */
function listCirclesThroughFlows({ source: { name = '' } }: FlowDraft, { all, steps }: LuckGraph): Circle[] {
  return findCyclicParts(all).flatMap((part) => {
    const at = [...steps.values()].find((step) => step.verb === 'goto' && part.has(step.name));
    if (at === undefined) return [];
    const circle = findShortestCycle(at.name, restrictTo(part, all));
    const flows = circle.flatMap((step) => (step.includes('/') ? step.split('/')[0] : []));
    if (flows.some((flow) => (flow ?? '') < name)) return [];
    return [{ at, circle, reason: 'from one flow to the next' }];
  });
}

const MAX_SHOWN = 6;

function renderCircle(circle: readonly string[]): string {
  const [first = ''] = circle;
  if (circle.length > MAX_SHOWN) return joinFirst(circle.map(quote), MAX_SHOWN);
  return [...circle, first].map(quote).join(' -> ');
}
