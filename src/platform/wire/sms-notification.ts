/**
 * Reads notifications about messages as events (sms.md 6), in all known variants. No JSON body makes it throw, and an
 * unknown status becomes `unknown`.
 */
import type { Delivery } from '../../call/index.ts';
import type { SmsDeliveryStatus } from '../../../schemas/types/sms.ts';
import {
  toFields,
  toText,
  openNotification,
  readNumber,
  type Fields,
  type NotANotification,
} from './fields.ts';
import { hashIdentity } from './fingerprint.ts';

/** Delivery status of one recipient's message. */
export interface DeliveryReport {
  /** E.164 where possible. */
  to: string;
  status: SmsDeliveryStatus;
  /** The sender's reference for this recipient. */
  uuid?: string;
  /** Time of the status, ISO 8601, UTC. */
  at?: string;
  /** Error code of a failure, if known. */
  errorCode?: string;
  /** Error message of a failure, if known. */
  errorText?: string;
}

/** Events of messages. */
export type SmsEvent =
  /** Messages of a job have a new status. */
  | { type: 'delivery'; jobId: string; reports: DeliveryReport[] }
  /** A text was sent to a number of a campaign. */
  | { type: 'incoming'; id?: string; from: string; to: string; text: string; receivedAt?: string };

/** A notification about messages in our terms. */
export interface SmsNotice {
  event: SmsEvent;
  /** Identifies repetitions of the same event; absent when the content does not allow it. */
  key?: string;
}

/** `other`: a JSON object about something else. */
export type ParsedSmsNotification =
  { ok: true; notification: SmsNotice } | { ok: false; reason: NotANotification | 'other' };

/** Maximum length of a text, which limits the size of a trace. */
const MAX_TEXT_LENGTH = 4_096;
const statuses: readonly SmsDeliveryStatus[] = ['sent', 'delivered', 'failed', 'unknown'];

/** Reads the decoded JSON body of a notification to a campaign's or project's webhook. */
export function parseSmsNotification(body: unknown): ParsedSmsNotification {
  const opened = openNotification(body);
  if (!opened.ok) return opened;
  const event = readDelivery(opened.fields) ?? readIncoming(opened.fields);
  return event
    ? { ok: true, notification: { event, ...createEventKey(event) } }
    : { ok: false, reason: 'other' };
}

/** Accepts a single entry without a list, or as the notification itself. */
function readDelivery(body: Fields): SmsEvent | undefined {
  const jobId = toText(body.job_id);
  if (jobId === undefined) return undefined;
  const entries = Array.isArray(body.detailed) ? (body.detailed as unknown[]) : [body.detailed ?? body];
  const reports = entries.map(readReport).filter((report) => report !== undefined);
  return reports.length === 0 ? undefined : { type: 'delivery', jobId, reports };
}

function readReport(entry: unknown): DeliveryReport | undefined {
  const fields = toFields(entry) ?? {};
  const to = readNumber(fields.to);
  if (to === undefined) return undefined;
  const uuid = toText(fields.uuid);
  const at = readTime(fields.datetime);
  const errorCode = toText(fields.error_code);
  const errorText = toText(fields.error_des) ?? toText(fields.error_desc);
  return {
    to,
    status: readStatus(fields.status),
    ...(uuid !== undefined && { uuid }),
    ...(at !== undefined && { at }),
    ...(errorCode !== undefined && { errorCode }),
    ...(errorText !== undefined && { errorText }),
  };
}

/** Accepts `message.delivered`, the spelling of a release note (sms.md 9). */
function readStatus(value: unknown): SmsDeliveryStatus {
  const word = toText(value)
    ?.toLowerCase()
    .replace(/^message\./, '');
  return statuses.find((status) => status === word) ?? 'unknown';
}

/** Ignores notifications about calls, which have a `voice_id`. */
function readIncoming(body: Fields): SmsEvent | undefined {
  const from = readNumber(body.from);
  const to = readNumber(body.to);
  const isMessage = body.received !== undefined || body.body !== undefined;
  if (from === undefined || to === undefined || !isMessage) return undefined;
  if (body.voice_id !== undefined || body.voice_Id !== undefined) return undefined;
  const id = toText(body.id);
  const receivedAt = readTime(body.received);
  return {
    type: 'incoming',
    ...(id !== undefined && { id }),
    from,
    to,
    text: readText(body.body),
    ...(receivedAt !== undefined && { receivedAt }),
  };
}

function readText(value: unknown): string {
  const text = typeof value === 'string' ? value : (toText(value) ?? '');
  return text.slice(0, MAX_TEXT_LENGTH);
}

/** Reads a time, UTC unless it has an offset (sms.md 2.5). */
function readTime(value: unknown): string | undefined {
  const text = toText(value)?.replace(' ', 'T');
  if (text === undefined || !/^\d{4}-\d\d-\d\dT/.test(text)) return undefined;
  const at = Date.parse(/(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}

/**
 * Returns the key of an event. Reports are distinguished by their time, texts by their id; two may have the same words.
 */
function createEventKey(event: SmsEvent): { key?: string } {
  const isUnique = event.type === 'incoming' ? event.id !== undefined : event.reports.every(({ at }) => at);
  if (!isUnique) return {};
  const identity = event.type === 'incoming' ? event.id : event;
  return { key: hashIdentity(identity) };
}

/** Groups delivery reports by reference, in order; those without a reference are left out. */
export function groupDeliveries(event: SmsEvent): { reference: string; reports: Delivery[] }[] {
  if (event.type !== 'delivery') return [];
  const byReference = Map.groupBy(event.reports, ({ uuid }) => uuid);
  return [...byReference].flatMap(([reference, reports]) =>
    reference === undefined ? [] : [{ reference, reports: reports.map(toDelivery) }],
  );
}

function toDelivery({ to, status, errorCode, errorText }: DeliveryReport): Delivery {
  return {
    to,
    status,
    ...(errorCode !== undefined && { code: errorCode }),
    ...(errorText !== undefined && { detail: errorText }),
  };
}
