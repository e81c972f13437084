import type { CallRecord, Command } from '../call/index.ts';

/**
 * Whether a command that may have been sent by a process that is gone need not be sent again, judged by what came in
 * since (I4). What is not moot is sent again.
 *
 * - dial, hangup: never. A second one does no harm, a missing one leaves a call that nobody looks after.
 * - accept: once the call is answered or over.
 * - play, connect: once the call is over or has gone on to a later command; a connect also once the bridge stands.
 */
export function isMoot({ kind, number }: Command, { context }: CallRecord): boolean {
  const { leg, nextCommand } = context;
  const isLeftBehind = leg === 'ended' || number < nextCommand - 1;
  switch (kind) {
    case 'dial':
    case 'hangup':
      return false;
    case 'accept':
      return leg !== 'accepting';
    case 'play':
      return isLeftBehind;
    case 'connect':
      return isLeftBehind || leg === 'bridged';
  }
}
