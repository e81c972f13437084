/** The graph of a flow: what can be reached, and what holds when a block is reached. */
import type { Action, ConnectFlow } from './read-flow.ts';

/** Lists where an action can lead. */
function listWays(action: Action): string[] {
  const conditional = action.conditions.flatMap(({ next }) => next ?? []);
  return [...(action.next === undefined ? [] : [action.next]), ...conditional, ...action.errors.values()];
}

/** Things that may hold at a moment, at most `MAX_VALUES`: more of them are not told apart. */
export type Values = readonly string[];

/** More than the languages that there are, and than the queues that a flow has. */
export const MAX_VALUES = 64;

/**
 * Computes what may hold when each block is reached, for the blocks that can be reached. `change` says what holds after a
 * block: a value, or undefined if the block changes nothing.
 */
export function spreadValues(
  flow: ConnectFlow,
  first: string,
  change: (action: Action) => string | undefined,
): Map<string, Values> {
  const before = new Map<string, Values>();
  const pending: { id: string; values: Values }[] = [];
  if (flow.start !== undefined) pending.push({ id: flow.start, values: [first] });
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    const action = flow.actions.get(item.id);
    if (action === undefined) continue;
    const known = before.get(item.id);
    const values = [...new Set([...(known ?? []), ...item.values])].slice(0, MAX_VALUES);
    if (values.length === known?.length) continue;
    before.set(item.id, values);
    const changed = change(action);
    const after = changed === undefined ? values : [changed];
    pending.push(...listWays(action).map((id) => ({ id, values: after })));
  }
  return before;
}

/** Lists the blocks that can be reached, in the order of the file. */
export function listReachable(flow: ConnectFlow): Action[] {
  const reached = spreadValues(flow, '', () => undefined);
  return [...flow.actions.values()].filter(({ id }) => reached.has(id));
}
