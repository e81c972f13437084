/** What a call hears and with whom it talks, as far as its record tells: what a carrier needs beside a command. */
import { commandId, commandNumber } from '../../call/index.ts';
import type { CallRecord, CommandId } from '../../call/index.ts';
import type { CommandTarget, LiveCall, StoredCall } from '../ports/index.ts';

/** Returns the play that is heard and the message that is recorded when a command is sent, and the connect whose party rings or talks. */
export function readMedia(
  { id, context: { playing, line } }: CallRecord,
  number = Infinity,
): Pick<CommandTarget, 'playing' | 'party' | 'message'> {
  const heard = playing?.command === number ? playing.replaces : playing?.command;
  return {
    ...(heard !== undefined && { playing: commandId(id, heard) }),
    ...(line.party !== undefined && line.party !== number && { party: commandId(id, line.party) }),
    ...(line.voicemail !== undefined &&
      line.voicemail !== number && { message: commandId(id, line.voicemail) }),
  };
}

/**
 * Returns what a carrier needs to know of a call that has not ended. Plays, parties, recordings and streams whose commands are still
 * in the outbox are left out: the carrier may not know them yet.
 */
export function toLiveCall({ record, outbox }: StoredCall): LiveCall {
  const { project, id: call, voiceId, context } = record;
  const [pending] = outbox;
  const { playing, party, message } = readMedia(record);
  const { stream, recording } = context.line;
  const toId = (number: number | undefined) => (number === undefined ? undefined : commandId(call, number));
  const [streamed, recorded] = [toId(stream), message ?? toId(recording)];
  const isSettled = (command: CommandId | undefined): command is CommandId =>
    command !== undefined && (commandNumber(call, command) ?? 0) < (pending?.number ?? Infinity);
  return {
    ...{ project, call, voiceId, leg: context.leg },
    ...(isSettled(playing) && { playing }),
    ...(isSettled(party) && { party }),
    ...(isSettled(recorded) && { recording: recorded }),
    ...(isSettled(streamed) && { stream: streamed }),
  };
}
