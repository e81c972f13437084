/** What the platform's answer to a command gives a call. */
import type { Command, CommandAnswer, CommandKind, VoiceId } from '../call/index.ts';
import { asFields, asText } from './fields.ts';

/** Which texts of the answer a flow can use, by kind. */
const kept: Partial<Record<CommandKind, readonly string[]>> = {};

/** The platform's name of the call that a `dial` made; undefined when the answer has none. */
export function readVoiceId(body: unknown): VoiceId | undefined {
  return asText(asFields(body)?.voice_id) as VoiceId | undefined;
}

/** The texts that a flow can use. What is missing is left out. */
export function readCommandAnswer({ kind }: Command, body: unknown): CommandAnswer {
  const fields = asFields(body) ?? {};
  return Object.fromEntries(
    (kept[kind] ?? []).flatMap((name) => {
      const text = asText(fields[name]);
      return text === undefined ? [] : [[name, text]];
    }),
  );
}
