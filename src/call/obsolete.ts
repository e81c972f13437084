/** Decides which commands that the platform has not accepted are obsolete, and whether the call learns of their withdrawal. */
import { commandTraits, type Command } from './commands.ts';
import type { CommandFailure } from './events.ts';
import { findAwaitedCommand } from './held-deadlines.ts';
import type { CallContext, CallRecord } from './record.ts';

/** Failure of a withdrawn command, where the call must know of it. */
export const WITHDRAWN: CommandFailure = {
  code: 'withdrawn',
  message: 'nobody needed the command any more before it was carried out',
  callEnded: false,
};

/**
 * True when a command that the platform has not accepted is no longer needed: the call is over (R5) or has no id on the
 * platform, a hang-up follows, or the command's visit or play is over (`neededUntil`). A hang-up itself is always needed.
 * False for a record from before the decision of the command.
 */
export function isObsolete({ kind, number }: Command, record: CallRecord): boolean {
  if (isBeyondCall(kind, record)) return true;
  const { context } = record;
  if (number >= context.nextCommand || kind === 'hangup') return false;
  const { needsLine, neededUntil } = commandTraits[kind];
  if (needsLine && context.hangups > 0) return true;
  if (neededUntil === 'visit_over') return number < context.visit.firstCommand;
  return neededUntil === 'replaced' && !isCurrentPlay(number, context);
}

/** True when a command of this kind needs a call that is over, or that has no id on the platform. */
export function isBeyondCall(kind: Command['kind'], { context, voiceId }: CallRecord): boolean {
  if (!commandTraits[kind].needsLine) return false;
  return voiceId === undefined || (kind !== 'hangup' && context.leg === 'ended');
}

/** True when the call must get a `command_failed` with `WITHDRAWN` for this command. */
export function mustReportWithdrawal({ kind, number }: Command, record: CallRecord): boolean {
  const { hangups, leg, visit } = record.context;
  if (hangups > 0 || leg === 'ended') return false;
  if (findAwaitedCommand(record) === number) return true;
  return commandTraits[kind].isNotedOnLine && number < visit.firstCommand;
}

/** True for the play of the current step. A filler is current until its web request is answered. */
function isCurrentPlay(number: number, { playing, web }: CallContext): boolean {
  return playing?.command === number && (web.attempt === 0 || web.outcome === '' || web.outcome === 'again');
}
