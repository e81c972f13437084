import { findReachable, indexSteps, type Edge, type GraphStep } from '../../model/index.ts';
import { spanAt } from '../read/document.ts';
import type { FlowRule } from './flow-rule.ts';

/** Number of times that callers may want to do the same again after the first time, such as ordering another article. */
const MORE_ROUNDS = 3;

/**
 * Reports a limit of steps that ends the calls of those who do a thing a few times: a key leads over another question back to
 * its menu, and the limit leaves no room for three more rounds beside the shortest way to the last step behind it.
 */
export const roundsCutOff: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const limit = draft.source.limits?.steps;
    if (limit === undefined || draft.isBroken) return;
    const steps = indexSteps(draft.graph);
    const depths = measureDepths(draft.graph.entry, steps);
    for (const menu of draft.graph.steps.filter(({ verb }) => verb === 'menu')) {
      const round = measureRound(menu, steps);
      const behind = findReachable(steps, [menu.name], ({ failure }) => !failure);
      const last = Math.max(0, ...[...behind].flatMap((name) => depths.get(name) ?? []));
      if (round === undefined || last > limit || last + MORE_ROUNDS * round <= limit) continue;
      const rounds = Math.floor((limit - last) / round) + 1;
      report({
        code: 'limit-too-low',
        message: `limits.steps (${limit}) ends calls that come back to menu "${menu.name}" often: a round takes ${round} steps, so ${rounds === 1 ? 'one round fits' : `${rounds} rounds fit`} into a call`,
        span: spanAt(draft.document, ['limits', 'steps']),
        hint: 'allow at least ten rounds',
      });
      return;
    }
  },
};

/** Returns the number of steps of the shortest way from a menu over a question of another kind back to the menu. */
function measureRound(menu: GraphStep, steps: ReadonlyMap<string, GraphStep>): number | undefined {
  let reached = new Map([[menu.name, false]]);
  const seen = new Set<string>();
  for (let length = 1; reached.size > 0; length += 1) {
    const next = new Map<string, boolean>();
    for (const [name, hasAsked] of reached) {
      if (seen.has(`${name} ${String(hasAsked)}`)) continue;
      seen.add(`${name} ${String(hasAsked)}`);
      for (const { to } of steps.get(name)?.edges.filter(leadsOn) ?? []) {
        const asks = hasAsked || steps.get(to)?.verb === 'collect';
        if (to === menu.name && asks) return length;
        next.set(to, asks || next.get(to) === true);
      }
    }
    reached = next;
  }
  return undefined;
}

/** True for a way of callers for whom all goes well: what stands under `on` is for the others. */
function leadsOn({ kind, failure }: Edge): boolean {
  return !failure && kind !== 'on';
}

/** Returns the number of steps of the shortest way to each step, itself included. */
function measureDepths(entry: string, steps: ReadonlyMap<string, GraphStep>): ReadonlyMap<string, number> {
  const depths = new Map([[entry, 1]]);
  // The iterator of a map also visits elements added during the iteration.
  for (const [name, depth] of depths)
    for (const { to } of steps.get(name)?.edges.filter(leadsOn) ?? [])
      if (!depths.has(to)) depths.set(to, depth + 1);
  return depths;
}
