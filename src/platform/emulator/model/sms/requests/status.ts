import type { SmsStatusAnswer, SmsStatusEntry, SmsSummary } from '../../../../wire/index.ts';
import { coded } from '../../answers.ts';
import type { Incoming } from '../../service.ts';
import type { World } from '../../world.ts';
import { datetime } from '../datetime.ts';
import type { Message } from '../job.ts';

/** GET /sms/v1/message/{job_id} (sms.md 2.3); a job of another project is as unknown as one that never was. */
export function status(world: World, { project, params }: Incoming): SmsStatusAnswer {
  const job = world.sms.jobs.get(params.job_id ?? '');
  if (job?.appId !== project.appId) throw coded(404, 'NOT_FOUND', 'no such job');
  return {
    result: 0,
    job_id: job.id,
    summary: summarize(job.messages),
    detailed: job.messages.map(entryOf),
  };
}

function summarize(messages: readonly Message[]): SmsSummary {
  const summary = { total: messages.length, sent: 0, delivered: 0, failed: 0, unknown: 0 };
  for (const message of messages) summary[message.status]++;
  return summary;
}

function entryOf({ to, sentAt, deliveredAt, status, uuid }: Message): SmsStatusEntry {
  return {
    to,
    sent: sentAt === undefined ? '' : datetime(sentAt),
    delivered: deliveredAt === undefined ? '' : datetime(deliveredAt),
    status,
    ...(uuid !== undefined && { uuid }),
  };
}
