import { commandTraits } from './commands.ts';
import type { Command } from './commands.ts';
import { isObsoletePlay } from './held-deadlines.ts';
import type { CallRecord } from './record.ts';

/**
 * Whether nobody needs a command any more that the platform has not taken: the call is over (R5) or was never named, or it is
 * a play whose step was left, that a later one replaces, or that a hang-up follows. A hang-up itself is always needed.
 */
export function isObsolete({ kind, number }: Command, record: CallRecord): boolean {
  return isBeyondCall(kind, record) || (kind === 'play' && isObsoletePlay(record.context, number));
}

/** Whether a command of this kind asks something of a call that is over, or that the platform never named. */
export function isBeyondCall(kind: Command['kind'], { context, voiceId }: CallRecord): boolean {
  if (!commandTraits[kind].needsLine) return false;
  return voiceId === undefined || (kind !== 'hangup' && context.leg === 'ended');
}
