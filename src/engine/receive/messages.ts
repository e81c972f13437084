/** Inbound text messages and delivery reports. The store finds a call by the key of the message that it awaits. */
import { callId, callOfCommand, toDigits } from '../../call/index.ts';
import type { Beginning, CallId, CallRecord, Delivery, PlatformEvent, ProjectId } from '../../call/index.ts';

/** A text message, with the project whose hook it came to. */
export interface MessageArrival {
  project: ProjectId;
  from: string;
  /** Our number. */
  to: string;
  text: string;
  /** Deduplication key. */
  key?: string;
}

/** A delivery report of the platform on the messages of one command. */
export interface DeliveryArrival {
  project: ProjectId;
  /** The id of the command. */
  reference: string;
  reports: Delivery[];
  /** Deduplication key. */
  key?: string;
}

/** Returns the event for the call that sent the messages; undefined when it is no call of the project. */
export function toDeliveryEvent({ project, reference, reports }: DeliveryArrival): Reported | undefined {
  const sent = callOfCommand(reference);
  if (sent?.call.startsWith(`${project}.`) !== true) return undefined;
  return { call: sent.call, event: { type: 'delivery', number: sent.number, reports } };
}

interface Reported {
  call: CallId;
  event: Extract<PlatformEvent, { type: 'delivery' }>;
}

/** Returns the key of an awaited message from a number, which the platform writes with or without a plus. */
export function toAwaitedKey(project: ProjectId, from: string): string {
  return `message:${project}:${toDigits(from)}`;
}

/** Returns the key of a message that a call has accepted, by which a repetition finds the call. */
export function toTakenKey(project: ProjectId, key: string): string {
  return `taken:${project}:${key}`;
}

/** Returns the key of the message that a call awaits, else of the one that it took last; undefined: neither. */
export function getAwaited({ project, context, endedAt }: CallRecord): string | undefined {
  const { awaits, taken } = context;
  if (awaits !== '' && endedAt === undefined) return toAwaitedKey(project, awaits);
  return taken === '' ? undefined : toTakenKey(project, taken);
}

/** Returns the call that a message begins, to its sender. Its id is derived from the message's key, so that it begins once. */
export function toMessageBeginning(
  { project, from, to, text, key }: MessageArrival,
  { at, newId }: { at: number; newId: () => string },
): Beginning {
  const id = callId(`${project}.${key ?? newId()}`);
  const ends = { direction: 'outbound', from: to, to: from } as const;
  return { id, project, ...ends, at, message: { from, text }, ...(key === undefined ? {} : { key }) };
}
