/**
 * Text messages that come in for calls, and what became of those that calls have sent: what a call waits for has a name
 * under which the store finds it.
 */
import { callId, callOfCommand, toDigits } from '../../call/index.ts';
import type { Beginning, CallId, CallRecord, Delivery, PlatformEvent, ProjectId } from '../../call/index.ts';

/** A text message, with the project whose hook it came to. */
export interface MessageArrival {
  project: ProjectId;
  from: string;
  /** Our number. */
  to: string;
  text: string;
  /** Tells a repetition from a second message. */
  key?: string;
}

/** A delivery report of the platform on the messages of one command. */
export interface DeliveryArrival {
  project: ProjectId;
  /** Our reference for them: the id of the command. */
  reference: string;
  reports: Delivery[];
  /** Tells a repetition from a second report. */
  key?: string;
}

/** Returns the event for the call whose command sent the messages; undefined when it is no call of the project. */
export function toDeliveryEvent({ project, reference, reports }: DeliveryArrival): Reported | undefined {
  const sent = callOfCommand(reference);
  if (sent?.call.startsWith(`${project}.`) !== true) return undefined;
  return { call: sent.call, event: { type: 'delivery', number: sent.number, reports } };
}

interface Reported {
  call: CallId;
  event: Extract<PlatformEvent, { type: 'delivery' }>;
}

/** The name of a message from this number. The platform writes numbers with and without a plus. */
export function toAwaitedKey(project: ProjectId, from: string): string {
  return `message:${project}:${toDigits(from)}`;
}

/** The name of a message that a call took: under it a repetition finds the call, whatever has become of that. */
export function toTakenKey(project: ProjectId, key: string): string {
  return `taken:${project}:${key}`;
}

/** Returns the key of the message that a call awaits, else of the one that it took last; undefined: neither. */
export function getAwaited({ project, context, endedAt }: CallRecord): string | undefined {
  const { awaits, taken } = context;
  if (awaits !== '' && endedAt === undefined) return toAwaitedKey(project, awaits);
  return taken === '' ? undefined : toTakenKey(project, taken);
}

/** The call that a message begins: one to its sender. Its id is that of the message, so that it begins once. */
export function toMessageBeginning(
  { project, from, to, text, key }: MessageArrival,
  { at, newId }: { at: number; newId: () => string },
): Beginning {
  const id = callId(`${project}.${key ?? newId()}`);
  const ends = { direction: 'outbound', from: to, to: from } as const;
  return { id, project, ...ends, at, message: { from, text }, ...(key === undefined ? {} : { key }) };
}
