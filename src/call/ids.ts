/** Branded identifiers, so that the id of one thing is never passed as that of another. */
declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

/** One call. `<project>.<voice id>` for an inbound call, `<project>.<random>` for one we placed. */
export type CallId = Branded<'CallId'>;
/** The platform's id of a call (voice.md 2.5). Unknown for an outbound call until the platform has answered. */
export type VoiceId = Branded<'VoiceId'>;
/** A project: one set of platform credentials, one address for notifications. */
export type ProjectId = Branded<'ProjectId'>;
/** The content hash of a compiled flow. A call keeps the version on which it began (R7). */
export type FlowVersion = Branded<'FlowVersion'>;

export const callId = (text: string): CallId => text as CallId;
export const voiceId = (text: string): VoiceId => text as VoiceId;
export const projectId = (text: string): ProjectId => text as ProjectId;
export const flowVersion = (text: string): FlowVersion => text as FlowVersion;

/** The project of a service without configured projects. */
export const DEFAULT_PROJECT = projectId('default');

/** The id of the n-th command of a call: its `Idempotency-Key` on a POST, its `prompt_ref` on a play (I4). */
export type CommandId = Branded<'CommandId'>;

export function commandId(call: CallId, number: number): CommandId {
  return `${call}.${number}` as CommandId;
}

/** Parses a command id from the platform; undefined when it is none. */
export function callOfCommand(reference: string): { call: CallId; number: number } | undefined {
  const [, call, digits] = /^(.+)\.(\d{1,9})$/.exec(reference) ?? [];
  return call === undefined ? undefined : { call: callId(call), number: Number(digits) };
}

/** Returns the number in a command id from the platform; undefined when it belongs to another call. */
export function commandNumber(call: CallId, reference: string): number | undefined {
  if (!reference.startsWith(`${call}.`)) return undefined;
  const digits = reference.slice(call.length + 1);
  return /^\d{1,9}$/.test(digits) ? Number(digits) : undefined;
}
