/**
 * Delivery of messages to phones (sms.md 3, 6).
 *
 * SMS-DELIVERY-1. A message is sent once and gets at most one final status: delivered, failed or unknown.
 * SMS-DELIVERY-2. Simultaneous changes of one job are sent in one notification, in order.
 * SMS-DELIVERY-3. Messages of a job that was dropped are still sent, but do not appear in inboxes.
 * SMS-DELIVERY-4. Recipients who opted out by the time of sending get no message.
 */
import type { SmsDeliveryNotification, SmsDeliveryStatus } from '../../../../../schemas/types/sms.ts';
import { dispatch } from '../dispatch.ts';
import type { World } from '../world.ts';
import { formatDatetime } from './datetime.ts';
import type { Job, JobMessage } from './job.ts';
import type { Phone } from './settings.ts';

interface Reason {
  error_code?: string;
  error_des?: string;
}

/** Final status of a message and the time after sending when it gets it. */
interface End extends Reason {
  status: Exclude<SmsDeliveryStatus, 'sent'>;
  afterMs: number;
}

/** Schedules the sending of a job, immediately if the time has passed. */
export function schedule(world: World, job: Job, at: number): void {
  world.clock.plan(Math.max(at, world.clock.now) + world.settings.sms.sendMs, () => {
    for (const message of job.messages) send(world, { job, message });
  });
}

function send(world: World, item: JobMessage): void {
  const { job, message } = item;
  if (world.sms.optOuts.has(job.appId, message.to)) {
    changeStatus(world, item, {
      status: 'failed',
      error_code: 'OPT_OUT',
      error_des: 'the recipient opted out',
    });
    return;
  }
  message.sentAt = world.clock.now;
  changeStatus(world, item, { status: 'sent' });
  const end = decideEnd(world.sms.handsets.getPhone(message.to), job.validityMs);
  if (end === undefined) return;
  const { afterMs, ...rest } = end;
  world.clock.plan(world.clock.now + afterMs, () => {
    if (rest.status === 'delivered') deliver(world, item);
    changeStatus(world, item, rest);
  });
}

function decideEnd(phone: Phone, validityMs = Infinity): End | undefined {
  const { on_sms: behaviour = 'delivers', afterMs = 1_000 } = phone;
  if (behaviour === 'never' || afterMs > validityMs) return decideExpiry(validityMs);
  if (behaviour === 'delivers') return { status: 'delivered', afterMs };
  if (behaviour === 'unknown') return { status: 'unknown', afterMs };
  return { status: 'failed', afterMs, ...toReason(phone) };
}

/** An undelivered message is dropped at the end of its validity (sms.md 2.1); without a validity it waits forever. */
function decideExpiry(validityMs: number): End | undefined {
  if (validityMs === Infinity) return undefined;
  const reason = { error_code: 'EXPIRED', error_des: 'not delivered within its validity' };
  return { status: 'failed', afterMs: validityMs, ...reason };
}

function toReason({ errorCode, errorText }: Phone): Reason {
  return {
    ...(errorCode !== undefined && { error_code: errorCode }),
    ...(errorText !== undefined && { error_des: errorText }),
  };
}

function deliver(world: World, item: JobMessage): void {
  item.message.deliveredAt = world.clock.now;
  if (world.sms.jobs.remembers(item.job)) world.sms.handsets.receive(item);
}

function changeStatus(
  world: World,
  { job, message }: JobMessage,
  change: { status: SmsDeliveryStatus } & Reason,
): void {
  const { now } = world.clock;
  const { to, uuid, text } = message;
  const { status, error_code } = change;
  message.status = status;
  world.journal.write(now, undefined, {
    kind: 'sms_status',
    job_id: job.id,
    to,
    status,
    ...(status === 'sent' && { text }),
    ...(error_code !== undefined && { error_code }),
  });
  if (job.news.length === 0) scheduleNotification(world, job);
  job.news.push({ to, datetime: formatDatetime(now), ...change, ...(uuid !== undefined && { uuid }) });
}

/** Schedules one notification about everything that happens at this time. */
function scheduleNotification(world: World, job: Job): void {
  world.clock.plan(world.clock.now, () => {
    notifyChanges(world, job);
  });
}

function notifyChanges(world: World, job: Job): void {
  const body: SmsDeliveryNotification = { job_id: job.id, detailed: job.news };
  job.news = [];
  dispatch(world, { appId: job.appId, url: job.webhook, about: job.id, body });
}
