/**
 * POST /sms/v1/messages/ and GET /sms/v1/send-sms/ (sms.md 2.1, 2.2, 4). A job is accepted as a whole: one invalid
 * recipient refuses all, so that no message is sent without the caller's knowledge.
 */
import type { SendSmsAnswer } from '../../../wire/index.ts';
import { coded, invalid } from '../rest/answers.ts';
import { readBodyWithIds } from '../rest/fields.ts';
import type { Fields } from '../rest/fields.ts';
import type { Incoming } from '../rest/service.ts';
import type { Project } from '../project.ts';
import type { World } from '../world.ts';
import { datetime } from './datetime.ts';
import { schedule } from './delivery.ts';
import type { Job, Message } from './job.ts';
import { fieldsOf, readOrder } from './order.ts';
import type { Recipient, SendOrder } from './order.ts';
import { encode, encodeBinary, maxSegments, merge } from './message-text.ts';
import type { Campaign, Sender, Template } from './settings.ts';

export function sendByPost(world: World, { project, body }: Incoming): SendSmsAnswer {
  return send(world, project, readBodyWithIds(body));
}

export function sendByGet(world: World, { project, query }: Incoming): SendSmsAnswer {
  return send(world, project, fieldsOf(query));
}

/** Portal configuration for an order. */
interface Configured {
  template: Template;
  campaign: Campaign;
  sender: Sender;
}

function send(world: World, project: Project, fields: Fields): SendSmsAnswer {
  const order = readOrder(fields);
  const configured = configuredFor(world, project, order);
  for (const { to } of order.recipients) checkRecipient(world, project, { to, configured });
  const job = createJob(world, project, { order, configured });
  accept(world, job, order);
  return { result: 0, job_id: job.id };
}

function configuredFor(world: World, { appId }: Project, order: SendOrder): Configured {
  const { portal } = world.sms;
  const template = portal.template(order.templateId, appId);
  if (template === undefined) throw invalid('template_id names no approved template of the project');
  const campaign = portal.campaign(order.campaignId, appId);
  if (campaign === undefined) throw invalid('campaign_id names no campaign of the project');
  const sender = order.from === undefined ? {} : portal.sender(order.from, appId);
  if (sender === undefined) {
    throw coded(403, 'SENDER_NOT_CONFIGURED', 'the sender id is not assigned to the project');
  }
  return { template, campaign, sender };
}

function checkRecipient(
  world: World,
  project: Project,
  { to, configured }: { to: string; configured: Configured },
): void {
  if (world.sms.handsets.phone(to).on_sms === 'unreachable') {
    throw coded(422, 'INVALID_RECIPIENT', `${to} is unreachable`);
  }
  if (to.startsWith('+91') && !isRegistered(project, configured)) {
    throw coded(403, 'DLT_VALIDATION_FAILED', 'entity, sender or template is not registered');
  }
  if (world.sms.optOuts.has(project.appId, to)) throw coded(403, 'OPT_OUT', `${to} opted out`);
}

/** True when entity, sender and template are registered on India's regulator portal (sms.md 7). */
function isRegistered(project: Project, { template, sender }: Configured): boolean {
  return project.dltEntity !== false && sender.dlt !== false && template.dlt !== false;
}

function createJob(
  world: World,
  project: Project,
  { order, configured }: { order: SendOrder; configured: Configured },
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
  const merged = template.body === undefined ? listed(template, values) : merge(template.body, values);
  const encoded = order.isBinary ? encodeBinary(merged) : encode(merged, order.dataCoding);
  if (encoded.segments > maxSegments) {
    throw coded(422, 'MESSAGE_TOO_LONG', `the message would take ${encoded.segments} segments`);
  }
  return { to, uuid, ...encoded, status: 'unknown', sentAt: undefined, deliveredAt: undefined };
}

/** Returns the text for a template whose body is unknown: its id and all values. */
function listed({ id }: Template, { to: _to, uuid: _uuid, ...values }: Fields): string {
  const shown = Object.entries(values).map(([name, value]) => `${name}: ${String(value)}`);
  return [`[${id}]`, ...shown].join(' ');
}

function accept(world: World, job: Job, { reference, scheduledAt }: SendOrder): void {
  const { now } = world.clock;
  world.sms.jobs.add(job);
  world.journal.write(now, undefined, {
    kind: 'sms_accepted',
    job_id: job.id,
    recipients: job.messages.length,
    ...(reference !== undefined && { reference }),
    ...(scheduledAt !== undefined && { scheduled_at: datetime(scheduledAt) }),
  });
  schedule(world, job, scheduledAt ?? now);
}
