/**
 * Effects of a call on the world: journal entries, notifications, timers.
 *
 * EFFECTS-1. Everything that happens to a call by itself is scheduled with `scheduleForCall`, which ties it to the call.
 * EFFECTS-2. After the end of a call nothing more happens to it by itself.
 */
import type {
  ActionErrorCode,
  NotificationFields,
  VoiceNotification,
} from '../../../../../schemas/types/voice.ts';
import { dispatch } from '../dispatch.ts';
import type { Happening } from '../../views/index.ts';
import type { Ticket } from '../virtual-clock.ts';
import { formatNow, type World } from '../world.ts';
import type { Call } from './call.ts';

type OwnFields<N> = N extends NotificationFields ? Omit<N, keyof NotificationFields> : never;

/** A notification without the fields common to all of a call. */
type Notice = OwnFields<VoiceNotification> | RingNotice | MessageNotice;

/** A call with SIP headers, which the platform does not report. */
interface RingNotice {
  state: 'incomingcall';
  channel_id: string;
  sip_headers?: Record<string, string>;
}

/** State of a message of the caller, which the platform does not have (media/message.ts). */
interface MessageNotice {
  state: 'started' | 'completed' | 'failed';
  recording_ref?: string;
  recording_url?: string;
  recording_duration?: number;
  speech_ms?: number;
  description?: string;
  error_code?: ActionErrorCode;
}

/** Writes an entry about a call to the journal. */
export function writeEntry(world: World, call: Call, happening: Happening): void {
  world.journal.write(world.clock.now, call.voiceId, happening);
}

/** Sends a notification with the common fields of voice.md 6. */
export function sendNotification(world: World, call: Call, notice: Notice): void {
  const { voiceId: voice_id, from, to, echo } = call;
  sendUnchanged(world, call, {
    voice_id,
    ...notice,
    from,
    to,
    timestamp: formatNow(world),
    ...echo,
  });
}

/** Sends a notification without adding fields. */
export function sendUnchanged(
  world: World,
  call: Call,
  body: VoiceNotification | (NotificationFields & (MessageNotice | RingNotice)),
): void {
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

/** Schedules a task of a call. */
export function scheduleForCall(
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

/** Cancels a task, if it has not run. */
export function cancelTask(call: Call, ticket: Ticket | undefined): void {
  if (ticket === undefined) return;
  ticket.task = undefined;
  call.tickets.delete(ticket);
}

/** Cancels all tasks of a call. */
export function cancelAllTasks(call: Call): void {
  for (const ticket of call.tickets) ticket.task = undefined;
  call.tickets.clear();
}
