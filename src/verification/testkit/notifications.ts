/** What the model of the platform tells, as a call hears it. */
import { commandNumber } from '../../call/index.ts';
import type { CallEvent, CallId } from '../../call/index.ts';
import type { Delivery } from '../../platform/emulator/model/index.ts';
import { deliveriesIn, parseNotification, parseSmsNotification } from '../../platform/wire/index.ts';
import { project } from './exchange.ts';

/** What the first notification of an inbound call says about it. */
export function callIdentity(ringing: Delivery) {
  const { voiceId, key } = parsed(ringing);
  return { ...(voiceId !== undefined && { voiceId }), ...(key !== undefined && { key }) };
}

/** What a notification is to this call; nothing when it is about a video room, or a message that nobody waits for. */
export function eventsOf(delivery: Delivery, { call, at }: { call: CallId; at: number }): CallEvent[] {
  if (delivery.url === project.videoWebhook) return [];
  if (delivery.url === project.smsWebhook) return reportsOf(delivery, { call, at });
  const { event, key } = parsed(delivery);
  return [{ ...event, at, ...(key !== undefined && { key }) }];
}

function reportsOf({ body }: Delivery, { call, at }: { call: CallId; at: number }): CallEvent[] {
  const reading = parseSmsNotification(body);
  if (!reading.ok) return [];
  return deliveriesIn(reading.notification.event).flatMap(({ reference, reports }): CallEvent[] => {
    const number = commandNumber(call, reference);
    return number === undefined ? [] : [{ type: 'delivery', number, reports, at }];
  });
}

/** A notification of the model, which is always one that can be read. */
function parsed({ body }: Delivery) {
  const reading = parseNotification(body);
  if (!reading.ok) throw new Error(`the model sent what is no notification: ${reading.reason}`);
  return reading.notification;
}
