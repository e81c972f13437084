import {
  findCyclicParts,
  findShortestCycle,
  indexSteps,
  memoize,
  restrictTo,
  type GraphStep,
  type Successors,
} from '../../model/index.ts';
import { joinFirst, quote } from '../../text/index.ts';
import { getStepValues } from '../check/step-values.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';

/**
 * Reports questions that are put for ever to callers who answer them: the way from the answer leads back to the
 * question, and the switches that could end it decide on variables that nothing on this way changes. A flow in which
 * keys or phrases lead on from every question is left alone, and so is a way on which something else can lead on.
 */
export const answerChangesNothing: FlowRule = {
  needsAll: true,
  check(draft, report) {
    if (draft.graph.always.length > 0) return;
    for (const { part, inside, reads } of listUnchanged(draft)) {
      const asking = draft.graph.steps.find(({ name, waits }) => part.has(name) && waits === 'caller');
      if (asking === undefined) continue;
      const circle = findShortestCycle(asking.name, inside);
      report({
        code: 'answer-changes-nothing',
        message: `callers who answer step "${asking.name}" come back to it for ever: on the way ${renderCircle(circle)} nothing changes ${[...reads].join(' or ')}, on which the way out depends`,
        span: asking.span,
        hint: 'lead the answer over the step that changes it',
      });
    }
  },
};

/** Verbs of the steps that callers pass without another decision. */
const PASSED = new Set([
  'collect',
  'set',
  'switch',
  'say',
  'play',
  'http',
  'lookup',
  'language',
  'outcome',
  'sms',
]);

/** Steps that callers pass again and again. */
interface Unchanged {
  part: ReadonlySet<string>;
  inside: Successors;
  /** The names on which the ways out depend. */
  reads: ReadonlySet<string>;
}

function listUnchanged(draft: FlowDraft): Unchanged[] {
  const passed = draft.graph.steps.filter(({ verb }) => PASSED.has(verb));
  const targets = new Map(passed.map((step) => [step.name, listPassed(step).map(({ to }) => to)]));
  const waiting = findCyclicParts(targets);
  const found: Unchanged[] = [];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    const inside = restrictTo(part, targets);
    const reads = findDecidingReads(part, draft);
    if (reads === undefined) continue;
    const changing = [...part].filter((step) =>
      getStepValues(draft, step).writes.some(({ variable }) => reads.has(`vars.${variable}`)),
    );
    if (changing.length === 0) found.push({ part, inside, reads });
    else waiting.push(...findCyclicParts(new Map([...inside].filter(([name]) => !changing.includes(name)))));
  }
  return found;
}

/** Returns the edges on which a call goes that answers everything and fails nowhere. */
function listPassed({ waits, edges }: GraphStep): GraphStep['edges'] {
  return edges.filter(({ outcome, kind, failure }) =>
    waits === 'caller' ? outcome === 'filled' : kind !== 'error' && !failure,
  );
}

const indexGraph = memoize(({ graph }: FlowDraft) => indexSteps(graph));

/** Returns the variables on which the switches decide that lead out of a part; undefined unless other steps change them. */
function findDecidingReads(part: ReadonlySet<string>, draft: FlowDraft): Set<string> | undefined {
  const steps = [...part].flatMap((name) => indexGraph(draft).get(name) ?? []);
  const leaving = steps.filter((step) => listPassed(step).some(({ to }) => !part.has(to)));
  const reads = new Set(leaving.flatMap(({ name }) => [...getStepValues(draft, name).reads]));
  const isDecided = leaving.length > 0 && leaving.every(({ verb }) => verb === 'switch');
  return isDecided && [...reads].every((name) => isWritten(name, draft)) && reads.size > 0
    ? reads
    : undefined;
}

function isWritten(name: string, draft: FlowDraft): boolean {
  return draft.steps.some((step) =>
    getStepValues(draft, step.name).writes.some(({ variable }) => `vars.${variable}` === name),
  );
}

const MAX_SHOWN = 6;

function renderCircle(circle: readonly string[]): string {
  const [first = ''] = circle;
  if (circle.length > MAX_SHOWN) return joinFirst(circle.map(quote), MAX_SHOWN);
  return [...circle, first].map(quote).join(' -> ');
}
