/** Branded identifiers, so that a step name is never passed where a call is meant. */

declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

/** One call. `<project>.<voice id>` for an inbound call, `<project>.<random>` for one we placed. */
export type CallId = Branded<'CallId'>;
/** The platform's name for a call (voice.md 2.5). Unknown for an outbound call until the platform has answered. */
export type VoiceId = Branded<'VoiceId'>;
/** A project: one set of platform credentials, one address for what the platform tells. */
export type ProjectId = Branded<'ProjectId'>;
/** The content hash of a compiled flow. A call stays on the version on which it began (R7). */
export type FlowVersion = Branded<'FlowVersion'>;

export const callId = (text: string): CallId => text as CallId;
export const voiceId = (text: string): VoiceId => text as VoiceId;
export const projectId = (text: string): ProjectId => text as ProjectId;
export const flowVersion = (text: string): FlowVersion => text as FlowVersion;

/** The project that a service has without being told of any. */
export const DEFAULT_PROJECT = projectId('default');

/** The id of the n-th command of a call: its `Idempotency-Key` on a POST, its `prompt_ref` on a play (I4). */
export type CommandId = Branded<'CommandId'>;

export function commandId(call: CallId, number: number): CommandId {
  return `${call}.${number}` as CommandId;
}

/** The call and the number of a command id that came back on the wire; undefined for what is none. */
export function callOfCommand(reference: string): { call: CallId; number: number } | undefined {
  const [, call, digits] = /^(.+)\.(\d{1,9})$/.exec(reference) ?? [];
  return call === undefined ? undefined : { call: callId(call), number: Number(digits) };
}

/** The number in a command id that came back on the wire; undefined when it is not one of this call's. */
export function commandNumber(call: CallId, reference: string): number | undefined {
  if (!reference.startsWith(`${call}.`)) return undefined;
  const digits = reference.slice(call.length + 1);
  return /^\d{1,9}$/.test(digits) ? Number(digits) : undefined;
}
