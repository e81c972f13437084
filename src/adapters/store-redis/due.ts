import type { CallId } from '../../call/index.ts';

/** One of the times at which a call is due. */
export interface DueCall {
  id: CallId;
  /** ms since the epoch. */
  dueAt: number;
}

/** Each call once, the longest due first. */
export function earliestFirst(due: DueCall[]): DueCall[] {
  const first = new Map<CallId, DueCall>();
  for (const one of due.toSorted((a, b) => a.dueAt - b.dueAt)) if (!first.has(one.id)) first.set(one.id, one);
  return [...first.values()];
}
