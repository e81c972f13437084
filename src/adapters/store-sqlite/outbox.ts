/** What a write makes of a call's outbox, which its row holds as JSON, and of the lane that goes with it. */
import type { Command } from '../../call/index.ts';
import type { NodeId } from '../../engine/ports/index.ts';

/** An outbox without commands, as it is stored. */
export const EMPTY = '[]';

/** Who holds the lane and until when; nobody while the outbox is empty. */
export interface LaneRow {
  holder: NodeId | null;
  until: number | null;
}

/** The commands in an outbox. */
export function outboxOf(outbox: string): Command[] {
  return outbox === EMPTY ? [] : (JSON.parse(outbox) as Command[]);
}

/** An outbox without what is settled, and with the JSON of further commands behind. */
export function outboxAfter(
  before: string,
  { settled, commands }: { settled: number; commands: string },
): string {
  const left = outboxOf(before).filter(({ number }) => number > settled);
  return left.length === 0 ? commands : JSON.stringify([...left, ...outboxOf(commands)]);
}

/** The lane after a commit of this node: taken if it is free and needed, longer if it is the node's own. */
export function laneAfter(
  { holder, until }: LaneRow,
  outbox: string,
  { node, leaseUntil }: { node: NodeId; leaseUntil: number },
): LaneRow {
  if (outbox === EMPTY) return { holder: null, until: null };
  if (holder !== null && holder !== node) return { holder, until };
  return { holder: node, until: Math.max(leaseUntil, until ?? leaseUntil) };
}
