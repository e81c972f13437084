import type { WebhookReading, WebhookRequest, Webhooks } from '../../engine/ports/index.ts';
import { decodeNotifications, parseNotification, readSentAt, UNDECRYPTABLE } from '../wire/index.ts';

/** Creates the reader of the platform's notifications about calls. Without the App ID, encrypted ones are refused. */
export function createPlatformWebhooks(appId?: string): Webhooks {
  return { kind: 'webhooks', read: (request) => readRequest(request, appId) };
}

function readRequest({ body, headers, query }: WebhookRequest, appId: string | undefined): WebhookReading[] {
  const bodies = decodeNotifications({ body, headers }, appId);
  if (typeof bodies === 'string') return [{ kind: 'refused', reason: bodies }];
  return bodies.map((one) => readOne(one, query));
}

function readOne(content: unknown, query: WebhookRequest['query']): WebhookReading {
  if (content === UNDECRYPTABLE) return { kind: 'refused', reason: 'undecryptable' };
  const parsed = parseNotification(content, query);
  if (!parsed.ok) return { kind: 'ignored', reason: parsed.reason };
  const reading: WebhookReading = { kind: 'event', arrival: parsed.notification };
  const sentAt = readSentAt(content);
  if (sentAt !== undefined) reading.sentAt = sentAt;
  if (parsed.notification.voiceId === undefined) reading.content = content;
  return reading;
}
