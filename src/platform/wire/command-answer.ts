/**
 * Answers to commands, and what they mean for commands in doubt (I4): commands that were sent, but whose answer was
 * lost because the process or the connection died. They are sent again. The codes below reject the second attempt
 * because the first one was carried out; for a first attempt the same codes are failures.
 *
 * - dial: none. The Idempotency-Key returns the first answer.
 * - accept: the call was accepted before.
 * - play: 6122, "play request pending": the first request is playing.
 * - connect: 6113, "error creating a bridge": a bridge of this call is being created. If it was a real failure, no
 *   `bridged` follows and the engine's ring timer ends the wait; the opposite mistake would leave a bridge unattended.
 * - hold: none. Repeating it does no harm.
 * - record: 408, "call is already recording". If that is an earlier recording, this one is lost, but the caller is
 *   recorded; the opposite mistake would tell a flow that nothing is recorded.
 * - record_message: 408, as for record. Only the emulator of another carrier takes it.
 * - stop_recording: 6139, "unable to stop the recording": there is none any more.
 * - stream: none. The platform starts a new stream; the end of the first one may be notified, which ends the step.
 * - stop_stream: there is none any more.
 * - join: none. A call that is in the room stays there.
 * - create_room, create_token, sms: none. The Idempotency-Key returns the first answer.
 * - hangup: the call has ended, or is not known any more.
 */
import type { Command, CommandAnswer, CommandKind, RefusalMeaning, VoiceId } from '../../call/index.ts';
import { toFields, toText } from './fields.ts';

const doneCodesByKind: Record<CommandKind, readonly string[]> = {
  dial: [],
  accept: ['CALL_ALREADY_ACCEPTED', '409'],
  play: ['6122'],
  connect: ['6113'],
  hold: [],
  record: ['408'],
  stop_recording: ['6139'],
  record_message: ['408'],
  stream: [],
  stop_stream: ['404'],
  join: [],
  create_room: [],
  create_token: [],
  sms: [],
  hangup: ['CALL_ALREADY_ENDED', '404'],
};

/** Returns the codes that reject a command in doubt because it was carried out before. */
export function getDoneCodes(kind: CommandKind): readonly string[] {
  return doneCodesByKind[kind];
}

/** True when this code rejects a command in doubt because it was carried out before. */
export function isDoneCode(command: Pick<Command, 'kind'>, errorCode: string): boolean {
  return doneCodesByKind[command.kind].includes(errorCode);
}

/** Meanings of codes, by the kind of the command (voice.md 7.2, 7.3). */
const meanings: Partial<Record<CommandKind, Readonly<Record<string, RefusalMeaning>>>> = {
  play: { 6112: 'party_talks', 6122: 'busy_with_play' },
  record: { 408: 'already_recording', 409: 'not_bridged', 6137: 'name_taken' },
};

/** Returns the meaning of a refusal, if the call decides by it. */
export function readMeaning(kind: CommandKind, code: string): RefusalMeaning | undefined {
  return meanings[kind]?.[code];
}

/** Paths of the texts in the answer that a flow or an operator can use, by kind; the last segment is their name. */
const answerPaths: Partial<Record<CommandKind, readonly string[]>> = {
  record: ['recording_id'],
  create_room: ['room.room_id'],
  create_token: ['token'],
  sms: ['job_id'],
};

/** Returns the platform's id of the call that a `dial` created, if the answer has one. */
export function readVoiceId(body: unknown): VoiceId | undefined {
  return toText(toFields(body)?.voice_id) as VoiceId | undefined;
}

/** Returns the texts that a flow can use; missing ones are left out. */
export function readCommandAnswer({ kind }: Command, body: unknown): CommandAnswer {
  const paths = answerPaths[kind];
  if (paths === undefined) return {};
  return Object.fromEntries(
    paths.flatMap((path) => {
      const segments = path.split('.');
      const text = toText(segments.reduce<unknown>((inner, name) => toFields(inner)?.[name], body));
      return text === undefined ? [] : [[segments.at(-1), text]];
    }),
  ) as CommandAnswer;
}
