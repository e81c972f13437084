/** What the platform's answer to a command gives a call. */
import type { Command, CommandAnswer, CommandKind, VoiceId } from '../../call/index.ts';
import { asFields, asText } from './fields.ts';

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
