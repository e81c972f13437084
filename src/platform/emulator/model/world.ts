/**
 * What the parts of the model share: virtual time, who is on the line, what was said and sent. Owns no rule of the
 * platform.
 *
 * 1. Whatever happens by itself was planned with `after`, which ties it to a call.
 * 2. When a call ends nothing more happens to it by itself.
 */
import type { NotificationFields, VoiceNotification } from '../../wire/index.ts';
import type { Call, CallRegistry } from './voice/call.ts';
import type { Streams } from './voice/stream.ts';
import type { Recordings } from './voice/recordings.ts';
import { dispatch } from './dispatch.ts';
import type { Directory } from './directory.ts';
import type { Ids } from './ids.ts';
import type { SmsCentre } from './sms/centre.ts';
import type { VideoState } from './video/room.ts';
import type { Happening, Journal } from './journal.ts';
import type { CompleteSettings } from './settings.ts';
import type { Ticket, VirtualClock } from './virtual-clock.ts';

/** A notification on its way: POST `body` as JSON to `url`. */
export interface Delivery {
  url: string;
  /** What it is about, such as the `voice_id` of a call: those about the same go out in order. */
  about: string;
  /** What that belongs to, such as a broadcast: whatever is about the whole goes out after it. */
  partOf?: string;
  body: object;
  /** What else is said in the head of the request. */
  headers?: Record<string, string>;
  /** Virtual time at which it left, ms. */
  at: number;
}

export interface World {
  readonly clock: VirtualClock;
  readonly settings: CompleteSettings;
  readonly directory: Directory;
  readonly calls: CallRegistry;
  readonly recordings: Recordings;
  readonly streams: Streams;
  readonly sms: SmsCentre;
  readonly video: VideoState;
  readonly journal: Journal;
  /** Notifications that nobody has fetched yet. */
  readonly outbox: Delivery[];
  readonly ids: Ids;
  /** Numbers from 0 to 1, the same for the same seed. */
  readonly random: () => number;
}

type OwnFields<N> = N extends NotificationFields ? Omit<N, keyof NotificationFields> : never;

/** A notification without what every one of a call carries. */
export type Notice = OwnFields<VoiceNotification>;

/** Virtual time as it is written on the wire. */
export function timestamp(world: World): string {
  return new Date(world.clock.now).toISOString();
}

/** Writes a line about a call into the journal. */
export function note(world: World, call: Call, happening: Happening): void {
  world.journal.write(world.clock.now, call.voiceId, happening);
}

/** Sends a notification with the common fields of voice.md 6. */
export function notify(world: World, call: Call, notice: Notice): void {
  const { voiceId: voice_id, from, to, echo } = call;
  post(world, call, {
    voice_id,
    ...notice,
    from,
    to,
    timestamp: timestamp(world),
    ...echo,
  });
}

/** Sends a notification as it is. */
export function post(world: World, call: Call, body: VoiceNotification): void {
  const { webhook: url, voiceId } = call;
  const { broadcast_id: partOf } = call.echo;
  dispatch(world, {
    appId: call.appId,
    url,
    about: voiceId,
    ...(partOf !== undefined && { partOf }),
    voiceId,
    body,
  });
}

/** Plans something for a call, `ms` from now. */
export function after(
  { world, call, ms }: { world: World; call: Call; ms: number },
  task: () => void,
): Ticket {
  const ticket = world.clock.plan(world.clock.now + ms, () => {
    call.tickets.delete(ticket);
    task();
  });
  call.tickets.add(ticket);
  return ticket;
}

/** Gives up something that was planned; nothing happens when it is already done. */
export function cancel(call: Call, ticket: Ticket | undefined): void {
  if (ticket === undefined) return;
  ticket.task = undefined;
  call.tickets.delete(ticket);
}

/** Gives up everything that was planned for a call. */
export function cancelAll(call: Call): void {
  for (const ticket of call.tickets) ticket.task = undefined;
  call.tickets.clear();
}
