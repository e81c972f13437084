import { indexSteps, type GraphStep } from '../../model/index.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { findReads, findWrites } from './variable-uses.ts';
import { groupSaidByStep, saysAny, type Said } from './words/said.ts';

/**
 * Reports callers who reach the same party when it is closed as when it is open, without a question or another
 * decision in between. A way on which the number of the party is set makes a difference; so do words of their own on
 * both ways, none of which says that it is closed.
 */
export const closedButConnected: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const steps = indexSteps(draft.graph);
    for (const step of draft.graph.steps.filter(({ verb }) => verb === 'hours')) {
      const find = (outcomes: string[]) => findParties(step, { outcomes, steps, draft });
      const open = find(['open']);
      const same = [...find(['closed', 'holiday'])].find(([name, way]) => {
        const other = open.get(name);
        return other !== undefined && !isDifferent(way, other, draft);
      });
      if (same === undefined) continue;
      const [party] = same;
      report({
        code: 'closed-but-connected',
        message: `step "${step.name}" makes no difference: callers reach step "${party}" whether it is open or closed`,
        span: step.span,
        hint: `does a step before "${party}" lack "next: hangup"?`,
      });
    }
  },
};

interface Search {
  outcomes: readonly string[];
  steps: ReadonlyMap<string, GraphStep>;
  draft: FlowDraft;
}

/** Returns the `connect` steps that these outcomes reach without a question, another decision or a number of their own. */
function findParties({ edges }: GraphStep, { outcomes, steps, draft }: Search): Map<string, Way> {
  const from = edges.filter(({ outcome }) => outcomes.includes(outcome)).map(({ to }) => to);
  return new Map(
    from.flatMap((name) => {
      const found = followStraight(name, steps, draft);
      return found === undefined ? [] : [[found.party, found.way]];
    }),
  );
}

/** The steps that are passed. */
type Way = ReadonlySet<string>;

/** Follows the only way on from a step to a `connect` step; undefined when there is none or its number is set on the way. */
function followStraight(
  from: string,
  steps: ReadonlyMap<string, GraphStep>,
  draft: FlowDraft,
): { party: string; way: Way } | undefined {
  const passed = new Set<string>();
  let step = steps.get(from);
  while (step !== undefined && step.verb !== 'connect' && isStraight(step) && !passed.has(step.name)) {
    passed.add(step.name);
    step = steps.get(step.edges.find(({ failure }) => !failure)?.to ?? '');
  }
  if (step?.verb !== 'connect') return undefined;
  const number = findReads(draft, step.name, 'to');
  const writes = [...passed].flatMap((name) => [...(findWrites(draft).get(name) ?? [])]);
  return writes.some((name) => number.has(`vars.${name}`)) ? undefined : { party: step.name, way: passed };
}

/** True for ways on which callers hear different words, of which those when it is closed do not say so. */
function isDifferent(closed: Way, open: Way, draft: FlowDraft): boolean {
  const said = groupSaidByStep(draft);
  const [own, other] = [[...closed.difference(open)], [...open.difference(closed)]].map((steps) =>
    steps.flatMap((name) => said.get(name) ?? []),
  );
  return own?.length !== 0 && other?.length !== 0 && own?.some(saysClosed) === false;
}

function saysClosed(said: Said): boolean {
  return saysAny(said, ({ closed }) => closed);
}

/** True when exactly one way leads on from the step, failures aside. */
function isStraight({ waits, edges }: GraphStep): boolean {
  return waits !== 'caller' && waits !== 'party' && edges.filter(({ failure }) => !failure).length === 1;
}
