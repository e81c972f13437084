/**
 * The way of a message to its phone (sms.md 3, 6).
 *
 * 1. A message is sent once, and reaches at most one end: delivered, failed or unknown.
 * 2. Changes of one job at the same time go out in one notification, in the order in which they happened.
 * 3. A job that was forgotten goes its way, but leaves nothing in inboxes.
 * 4. Who has opted out by the time of sending gets nothing.
 */
import type { SmsDeliveryNotification, SmsDeliveryStatus } from '../../../wire/index.ts';
import { dispatch } from '../dispatch.ts';
import type { World } from '../world.ts';
import { datetime } from './datetime.ts';
import type { Job, JobMessage } from './job.ts';
import type { Phone } from './settings.ts';

/** Why a message failed, where that is known. */
interface Reason {
  error_code?: string;
  error_des?: string;
}

/** How it ends for a message, so long after it was sent. */
interface End extends Reason {
  status: Exclude<SmsDeliveryStatus, 'sent'>;
  afterMs: number;
}

/** Plans the sending of a job at a time, or at once when that has passed. */
export function schedule(world: World, job: Job, at: number): void {
  world.clock.plan(Math.max(at, world.clock.now) + world.settings.sms.sendMs, () => {
    for (const message of job.messages) send(world, { job, message });
  });
}

function send(world: World, item: JobMessage): void {
  const { job, message } = item;
  if (world.sms.optOuts.has(job.appId, message.to)) {
    move(world, item, { status: 'failed', error_code: 'OPT_OUT', error_des: 'the recipient opted out' });
    return;
  }
  message.sentAt = world.clock.now;
  move(world, item, { status: 'sent' });
  const end = endOf(world.sms.handsets.phone(message.to), job.validityMs);
  if (end === undefined) return;
  const { afterMs, ...rest } = end;
  world.clock.plan(world.clock.now + afterMs, () => {
    if (rest.status === 'delivered') arrive(world, item);
    move(world, item, rest);
  });
}

function endOf(phone: Phone, validityMs = Infinity): End | undefined {
  const { on_sms: behaviour = 'delivers', afterMs = 1_000 } = phone;
  if (behaviour === 'never' || afterMs > validityMs) return expiry(validityMs);
  if (behaviour === 'delivers') return { status: 'delivered', afterMs };
  if (behaviour === 'unknown') return { status: 'unknown', afterMs };
  return { status: 'failed', afterMs, ...reasonOf(phone) };
}

/** An undelivered message is discarded at the end of its validity (sms.md 2.1); without one it waits for ever. */
function expiry(validityMs: number): End | undefined {
  if (validityMs === Infinity) return undefined;
  const reason = { error_code: 'EXPIRED', error_des: 'not delivered within its validity' };
  return { status: 'failed', afterMs: validityMs, ...reason };
}

function reasonOf({ errorCode, errorText }: Phone): Reason {
  return {
    ...(errorCode !== undefined && { error_code: errorCode }),
    ...(errorText !== undefined && { error_des: errorText }),
  };
}

function arrive(world: World, item: JobMessage): void {
  item.message.deliveredAt = world.clock.now;
  if (world.sms.jobs.remembers(item.job)) world.sms.handsets.take(item);
}

function move(
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
  if (job.news.length === 0) planNews(world, job);
  job.news.push({ to, datetime: datetime(now), ...change, ...(uuid !== undefined && { uuid }) });
}

/** Plans to tell what happens at this time, once all of it has. */
function planNews(world: World, job: Job): void {
  world.clock.plan(world.clock.now, () => {
    tell(world, job);
  });
}

function tell(world: World, job: Job): void {
  const body: SmsDeliveryNotification = { job_id: job.id, detailed: job.news };
  job.news = [];
  dispatch(world, { appId: job.appId, url: job.webhook, about: job.id, body });
}
