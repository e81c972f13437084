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
 * - record: 408, "call is already recording". Should that be an earlier recording, this one is lost, but the caller is
 *   recorded; the opposite mistake would tell a flow that nobody is.
 * - stop_recording: 6139, "unable to stop the recording": there is none any more.
 * - stream: none. Asking again makes the platform begin anew; that the first stream ends may be told, and ends the step.
 * - stop_stream: there is none any more.
 * - join: none. A call that is in the room stays there.
 * - create_room, create_token, sms: none. The Idempotency-Key gives the first answer again.
 * - hangup: the call has ended, or is not known any more.
 */
import type { Command, CommandAnswer, CommandKind, VoiceId } from '../../call/index.ts';
import { asFields, asText } from './fields.ts';

const codesByKind: Record<CommandKind, readonly string[]> = {
  dial: [],
  accept: ['CALL_ALREADY_ACCEPTED', '409'],
  play: ['6122'],
  connect: ['6113'],
  hold: [],
  record: ['408'],
  stop_recording: ['6139'],
  stream: [],
  stop_stream: ['404'],
  join: [],
  create_room: [],
  create_token: [],
  sms: [],
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

/** Where in the answer the texts stand that a flow or an operator can use, by kind; the last word is their name. */
const kept: Partial<Record<CommandKind, readonly string[]>> = {
  record: ['recording_id'],
  create_room: ['room.room_id'],
  create_token: ['token'],
  sms: ['job_id'],
};

/** The platform's name of the call that a `dial` made; undefined when the answer has none. */
export function readVoiceId(body: unknown): VoiceId | undefined {
  return asText(asFields(body)?.voice_id) as VoiceId | undefined;
}

/** The texts that a flow can use. What is missing is left out. */
export function readCommandAnswer({ kind }: Command, body: unknown): CommandAnswer {
  const places = kept[kind];
  if (places === undefined) return {};
  return Object.fromEntries(
    places.flatMap((place) => {
      const path = place.split('.');
      const text = asText(path.reduce<unknown>((inner, name) => asFields(inner)?.[name], body));
      return text === undefined ? [] : [[path.at(-1), text]];
    }),
  ) as CommandAnswer;
}
