import { quote } from '../../text/index.ts';
import { type GraphStep, indexSteps } from '../../model/index.ts';
import type { FlowDraft } from '../types.ts';
import { canLeadAnywhere } from '../check/step-outcomes.ts';
import type { FlowRule } from './flow-rule.ts';
import { computePassages, findContinuations, type Passage } from './across-flows.ts';

/**
 * Reports cycles of steps that cannot be left: no step in them waits for the caller or a party, and no outcome
 * leads out of them. Failures do not count as a way out. A step that neither waits nor changes anything has the
 * same outcome each time, so none of its outcomes may lead back to it.
 */
export const loopWithoutInput: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const byName = indexSteps(draft.graph);
    const getPassage = computePassages(draft);
    const trapped = findTrappedSteps(draft, byName, getPassage);
    const reported = new Set<string>();
    for (const step of draft.graph.steps.filter((one) => !trapped.has(one.name) && isStuck(one)))
      report({
        code: 'loop-without-input',
        message: `step "${step.name}" leads to itself and changes nothing, so it would go the same way forever`,
        span: step.span,
        hint: 'lead to a step that asks the caller or sets a variable',
      });
    for (const step of draft.graph.steps.filter((one) => trapped.has(one.name))) {
      const { flow, name, span } = step;
      if (flow === undefined || canBeLeft(getPassage(flow))) continue;
      reported.add(name);
      report({
        code: 'loop-without-input',
        message: `the call never leaves the flow "${flow}" and the flows that it leads to, and nobody is asked there`,
        span,
        hint: 'ask the caller in it, or let it return or hang up',
      });
    }
    for (const start of draft.graph.steps) {
      if (!trapped.has(start.name) || reported.has(start.name)) continue;
      const cycle = followToCycle(start, byName, reported);
      const [first] = cycle;
      if (first === undefined) continue;
      report({
        code: 'loop-without-input',
        message: `the call never leaves the loop ${[...cycle, first].map((step) => quote(step.name)).join(' -> ')}`,
        span: first.span,
        hint: 'ask the caller in it, or leave it with a switch',
      });
    }
  },
};

function canBeLeft({ stops, returns }: Passage): boolean {
  return stops || returns;
}

/** True for a switch that leads to itself, and for a step without a wait whose failure leads to itself. */
function isStuck({ name, verb, waits, edges }: GraphStep): boolean {
  return edges.some(
    ({ to, kind, failure }) =>
      to === name && kind !== 'error' && (failure ? waits === 'nothing' : verb === 'switch'),
  );
}

/** Returns the steps from which, failures aside, the call can neither end nor reach a step that waits for somebody. */
function findTrappedSteps(
  { graph, steps }: FlowDraft,
  byName: ReadonlyMap<string, GraphStep>,
  getPassage: (flow: string) => Passage,
): Set<string> {
  const open = new Set(steps.filter(canLeadAnywhere).map(({ name }) => name));
  const sources = new Map(graph.steps.map(({ name }) => [name, [] as string[]]));
  const free: string[] = [];
  for (const step of graph.steps) {
    const { stops, returns, next } = findContinuations(step, byName, getPassage);
    if (stops || returns || open.has(step.name)) free.push(step.name);
    for (const to of next) sources.get(to)?.push(step.name);
  }
  const trapped = new Set(graph.steps.map(({ name }) => name));
  for (let name = free.pop(); name !== undefined; name = free.pop()) {
    if (trapped.delete(name)) free.push(...(sources.get(name) ?? []));
  }
  return trapped;
}

/**
 * Follows the way from a trapped step into its cycle; the result begins with the first step in the file and is
 * empty for a known cycle.
 */
function followToCycle(
  start: GraphStep,
  byName: ReadonlyMap<string, GraphStep>,
  reported: Set<string>,
): GraphStep[] {
  const way: GraphStep[] = [];
  let step: GraphStep | undefined = start;
  while (step !== undefined && !reported.has(step.name)) {
    reported.add(step.name);
    way.push(step);
    step = byName.get(step.edges.find(({ failure }) => !failure)?.to ?? '');
  }
  const begin = step === undefined ? -1 : way.indexOf(step);
  return begin === -1 ? [] : rotateToFirst(way.slice(begin));
}

function rotateToFirst(cycle: GraphStep[]): GraphStep[] {
  const top = cycle.reduce((first, step, index) => {
    const offset = cycle[first]?.span.start.offset ?? 0;
    return step.span.start.offset < offset ? index : first;
  }, 0);
  return [...cycle.slice(top), ...cycle.slice(0, top)];
}
