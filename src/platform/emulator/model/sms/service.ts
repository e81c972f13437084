/** The SMS service (sms.md 4, 5). */
import type {
  SmsStatusAnswer,
  SmsStatusEntry,
  SmsSummary,
  SmsTokenAnswer,
} from '../../../../../schemas/types/sms.ts';
import { createCodedRefusal } from '../rest/answers.ts';
import type { IncomingRequest, Service } from '../rest/service.ts';
import type { World } from '../world.ts';
import { authenticateSms, sendByGetPath, tokenPath } from './authenticate.ts';
import { formatDatetime } from './datetime.ts';
import type { Message } from './job.ts';
import { sendByGet, sendByPost } from './send.ts';

export const sms: Service = {
  prefix: '/sms/v1/',
  authenticate: authenticateSms,
  isOffered: (can) => can.sms,
  routes: [
    { name: 'sms_send', method: 'POST', path: '/sms/v1/messages', handle: sendByPost, rate: 'messages' },
    { name: 'sms_send', method: 'GET', path: sendByGetPath, handle: sendByGet, rate: 'messages' },
    { name: 'sms_status', method: 'GET', path: '/sms/v1/message/:job_id', handle: getStatus },
    { name: 'sms_token', method: 'POST', path: tokenPath, handle: issueToken },
  ],
  refuseUnrouted: (status) =>
    status === 404
      ? createCodedRefusal(404, 'NOT_FOUND', 'no such path')
      : createCodedRefusal(405, 'METHOD_NOT_ALLOWED', 'the path does not take this method'),
};

/** GET /sms/v1/message/{job_id} (sms.md 2.3); jobs of other projects are not found. */
function getStatus(world: World, { project, params }: IncomingRequest): SmsStatusAnswer {
  const job = world.sms.jobs.get(params.job_id ?? '');
  if (job?.appId !== project.appId) throw createCodedRefusal(404, 'NOT_FOUND', 'no such job');
  return {
    result: 0,
    job_id: job.id,
    summary: summarize(job.messages),
    detailed: job.messages.map(toStatusEntry),
  };
}

function summarize(messages: readonly Message[]): SmsSummary {
  const summary = { total: messages.length, sent: 0, delivered: 0, failed: 0, unknown: 0 };
  for (const message of messages) summary[message.status]++;
  return summary;
}

function toStatusEntry({ to, sentAt, deliveredAt, status, uuid }: Message): SmsStatusEntry {
  return {
    to,
    sent: sentAt === undefined ? '' : formatDatetime(sentAt),
    delivered: deliveredAt === undefined ? '' : formatDatetime(deliveredAt),
    status,
    ...(uuid !== undefined && { uuid }),
  };
}

/** POST /sms/v1/token (sms.md 5), after authentication has checked the body's credentials. */
function issueToken(world: World, { project }: IncomingRequest): SmsTokenAnswer {
  const token = world.ids.next('token').replaceAll('-', '');
  world.sms.tokens.set(token, project.appId, world.clock.now);
  return { result: 0, token };
}
