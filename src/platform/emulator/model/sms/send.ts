/**
 * POST /sms/v1/messages/ and GET /sms/v1/send-sms/ (sms.md 2.1, 2.2, 4). A job is accepted as a whole: one invalid
 * recipient refuses all, so that no message is sent without the caller's knowledge.
 */
import type { SendSmsAnswer } from '../../../../../schemas/types/sms.ts';
import { createCodedRefusal, createInvalidParam } from '../rest/answers.ts';
import { readBodyWithIds, type Fields } from '../rest/fields.ts';
import type { IncomingRequest } from '../rest/service.ts';
import type { Project } from '../project.ts';
import type { World } from '../world.ts';
import { formatDatetime } from './datetime.ts';
import { schedule } from './delivery.ts';
import type { Job, Message } from './job.ts';
import { parseQueryFields, readOrder, type Recipient, type SendOrder } from './order.ts';
import { encodeText, encodeBinary, maxSegments, mergeTemplate } from './message-text.ts';
import type { Campaign, Sender, Template } from './settings.ts';

export function sendByPost(world: World, { project, body }: IncomingRequest): SendSmsAnswer {
  return sendMessages(world, project, readBodyWithIds(body));
}

export function sendByGet(world: World, { project, query }: IncomingRequest): SendSmsAnswer {
  return sendMessages(world, project, parseQueryFields(query));
}

interface Configuration {
  template: Template;
  campaign: Campaign;
  sender: Sender;
}

function sendMessages(world: World, project: Project, fields: Fields): SendSmsAnswer {
  const order = readOrder(fields);
  const configured = findConfiguration(world, project, order);
  for (const { to } of order.recipients) checkRecipient(world, project, { to, configured });
  const job = createJob(world, project, { order, configured });
  acceptJob(world, job, order);
  return { result: 0, job_id: job.id };
}

function findConfiguration(world: World, { appId }: Project, order: SendOrder): Configuration {
  const { portal } = world.sms;
  const template = portal.findTemplate(order.templateId, appId);
  if (template === undefined)
    throw createInvalidParam('template_id names no approved template of the project');
  const campaign = portal.findCampaign(order.campaignId, appId);
  if (campaign === undefined) throw createInvalidParam('campaign_id names no campaign of the project');
  const sender = order.from === undefined ? {} : portal.findSender(order.from, appId);
  if (sender === undefined) {
    throw createCodedRefusal(403, 'SENDER_NOT_CONFIGURED', 'the sender id is not assigned to the project');
  }
  return { template, campaign, sender };
}

function checkRecipient(
  world: World,
  project: Project,
  { to, configured }: { to: string; configured: Configuration },
): void {
  if (world.sms.handsets.getPhone(to).on_sms === 'unreachable') {
    throw createCodedRefusal(422, 'INVALID_RECIPIENT', `${to} is unreachable`);
  }
  if (to.startsWith('+91') && !isRegistered(project, configured)) {
    throw createCodedRefusal(403, 'DLT_VALIDATION_FAILED', 'entity, sender or template is not registered');
  }
  if (world.sms.optOuts.has(project.appId, to)) throw createCodedRefusal(403, 'OPT_OUT', `${to} opted out`);
}

/** True when entity, sender and template are registered on India's regulator portal (sms.md 7). */
function isRegistered(project: Project, { template, sender }: Configuration): boolean {
  return project.dltEntity !== false && sender.dlt !== false && template.dlt !== false;
}

function createJob(
  world: World,
  project: Project,
  { order, configured }: { order: SendOrder; configured: Configuration },
): Job {
  const { from, flash, typeDetails, validityMs } = order;
  const { campaign, template } = configured;
  return {
    id: world.ids.next('sms'),
    appId: project.appId,
    from,
    messages: order.recipients.map((recipient) => createMessage(template, recipient, order)),
    flash,
    typeDetails,
    validityMs,
    webhook: campaign.deliveryWebhook ?? project.smsWebhook ?? project.webhook,
    news: [],
  };
}

function createMessage(template: Template, { to, values, uuid }: Recipient, order: SendOrder): Message {
  const merged =
    template.body === undefined ? listValues(template, values) : mergeTemplate(template.body, values);
  const encoded = order.isBinary ? encodeBinary(merged) : encodeText(merged, order.dataCoding);
  if (encoded.segments > maxSegments) {
    throw createCodedRefusal(422, 'MESSAGE_TOO_LONG', `the message would take ${encoded.segments} segments`);
  }
  return { to, uuid, ...encoded, status: 'unknown', sentAt: undefined, deliveredAt: undefined };
}

/** Returns the text for a template whose body is unknown: its id and all values. */
function listValues({ id }: Template, { to: _to, uuid: _uuid, ...values }: Fields): string {
  const shown = Object.entries(values).map(([name, value]) => `${name}: ${String(value)}`);
  return [`[${id}]`, ...shown].join(' ');
}

function acceptJob(world: World, job: Job, { reference, scheduledAt }: SendOrder): void {
  const { now } = world.clock;
  world.sms.jobs.add(job);
  world.journal.write(now, undefined, {
    kind: 'sms_accepted',
    job_id: job.id,
    recipients: job.messages.length,
    ...(reference !== undefined && { reference }),
    ...(scheduledAt !== undefined && { scheduled_at: formatDatetime(scheduledAt) }),
  });
  schedule(world, job, scheduledAt ?? now);
}
