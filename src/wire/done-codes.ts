/**
 * Commands in doubt (I4): sent, but whether the platform carried them out is not known, because this process or the
 * connection died before the answer. They are sent again; these refusals of the second attempt say that the first
 * one was carried out. To a first attempt the same refusals are failures.
 *
 * - dial: none. The Idempotency-Key gives the first answer again.
 * - accept: refused because the call was accepted before.
 * - play: 6122, "play request pending": the first request is being played.
 * - connect: 6113, "error creating a bridge": a bridge of this call is under way. Should it be a true failure, no
 *   `bridged` follows and the engine's ring timer ends the wait; the opposite mistake would leave a bridge unattended.
 * - hold: none. Asking for the same again does no harm.
 * - hangup: the call has ended, or is not known any more.
 */
import type { Command, CommandKind } from '../call/index.ts';

const codesByKind: Record<CommandKind, readonly string[]> = {
  dial: [],
  accept: ['CALL_ALREADY_ACCEPTED', '409'],
  play: ['6122'],
  connect: ['6113'],
  hold: [],
  hangup: ['CALL_ALREADY_ENDED', '404'],
};

/** The codes that refuse a command in doubt because it had been carried out before. */
export function doneCodes(kind: CommandKind): readonly string[] {
  return codesByKind[kind];
}

/** Whether this refusal of a command in doubt says that it had been carried out before. */
export function countsAsDone(command: Pick<Command, 'kind'>, errorCode: string): boolean {
  return codesByKind[command.kind].includes(errorCode);
}
