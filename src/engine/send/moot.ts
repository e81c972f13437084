import { commandTraits, isObsolete } from '../../call/index.ts';
import type { CallRecord, Command, CommandKind } from '../../call/index.ts';

/** How long to wait for what the platform has to tell before a command in doubt is sent again, ms. */
export const DOUBT_GRACE_MS = 1_000;

/**
 * How long to listen before a command in doubt of this kind is sent again, ms. What became of a bridge may be told late; of
 * what else would be heard twice a node has been told, if it was there to listen: what nobody took is on its way again.
 */
export function graceMs(kind: CommandKind, upForMs: number): number {
  if (kind === 'connect') return DOUBT_GRACE_MS;
  return kind === 'play' || kind === 'stream' ? Math.max(0, DOUBT_GRACE_MS - upForMs) : 0;
}

/**
 * Whether a command need not be sent. Nobody hears what is asked of a call that is over (R5), and one that the platform
 * never named cannot be asked for anything; nor does anybody need what belongs to a visit that is over (`isObsolete`).
 * Beyond that, of a command that may have been sent by a process that is
 * gone, judged by where the call stands (I4); what is neither moot nor known to be carried out (signs.ts) is sent again:
 *
 * - dial, hangup: never. A second one does no harm, a missing one leaves a call that nobody looks after. Neither are
 *   messages and what is asked of the video service, which have keys.
 * - what the call waits to hear the end of, such as a hold: never, for that reason.
 * - accept: once the call is answered.
 * - play, connect, join: once the call has gone on to a later command; a connect also once the bridge stands.
 */
export function isMoot(command: Command, record: CallRecord, inDoubt: boolean): boolean {
  const { kind, number } = command;
  if (isObsolete(command, record)) return true;
  if (!inDoubt || kind === 'hangup' || !commandTraits[kind].needsLine) return false;
  if (commandTraits[kind].tellsDone) return false;
  const { leg, nextCommand } = record.context;
  if (kind === 'accept') return leg !== 'accepting';
  return number < nextCommand - 1 || (kind === 'connect' && leg === 'bridged');
}
