/**
 * Reads a send request (sms.md 2.1) from either form, independent of the project. Programs send numbers and flags as
 * strings, ids as numbers, and unused fields empty. All of this is accepted, since sms.md does not forbid it.
 */
import { createCodedRefusal, createInvalidParam } from '../rest/answers.ts';
import {
  isFields,
  isNestedWithin,
  readOptionalFields,
  readOptionalFlag,
  readOptionalText,
  readOptionalTextOrNumber,
  readRequiredTextOrNumber,
  type Fields,
} from '../rest/fields.ts';
import { readDatetime } from './datetime.ts';
import type { DataCoding } from './message-text.ts';

export interface Recipient {
  to: string;
  /** Values to merge into the template. */
  values: Fields;
  uuid: string | undefined;
}

export interface SendOrder {
  from: string | undefined;
  templateId: string;
  campaignId: string;
  recipients: Recipient[];
  isBinary: boolean;
  typeDetails: Fields | undefined;
  validityMs: number | undefined;
  reference: string | undefined;
  dataCoding: DataCoding;
  flash: boolean;
  /** Virtual time, ms. */
  scheduledAt: number | undefined;
}

const maxRecipients = 1_000;
const longestValidity = 365 * 24 * 60 * 60;
const codings: readonly DataCoding[] = ['plain', 'unicode', 'auto'];

/**
 * Throws INVALID_PARAM for a missing or malformed field, INVALID_RECIPIENT for a number that is not E.164 (sms.md 7).
 */
export function readOrder(given: Fields): SendOrder {
  const fields = removeEmptyFields(given);
  const type = readOptionalText(fields, 'type') ?? 'sms';
  if (type !== 'sms' && type !== 'binary') throw createInvalidParam('type must be sms or binary');
  const typeDetails = readOptionalFields(fields, 'type_details');
  if (!isNestedWithin(typeDetails, 64)) throw createInvalidParam('type_details is nested too deeply');
  return {
    from: readOptionalTextOrNumber(fields, 'from'),
    templateId: readRequiredTextOrNumber(fields, 'template_id'),
    campaignId: readRequiredTextOrNumber(fields, 'campaign_id'),
    isBinary: type === 'binary',
    typeDetails: type === 'binary' ? typeDetails : undefined,
    validityMs: readValidity(fields),
    reference: readOptionalTextOrNumber(fields, 'reference'),
    dataCoding: readDataCoding(fields),
    flash: readFlash(fields),
    scheduledAt: readSchedule(fields),
    recipients: readRecipients(fields),
  };
}

function removeEmptyFields(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}

function readValidity({ validity }: Fields): number | undefined {
  if (validity === undefined || validity === null) return undefined;
  const isNumeric = typeof validity === 'string' && /^\d+(\.\d+)?$/.test(validity.trim());
  const seconds = isNumeric ? Number(validity) : validity;
  if (typeof seconds === 'number' && seconds > 0 && seconds <= longestValidity) return seconds * 1_000;
  throw createInvalidParam(
    `validity must be a number of seconds, more than 0 and at most ${longestValidity}`,
  );
}

function readFlash(fields: Fields): boolean {
  const { flash_message: given } = fields;
  if (given === 'true' || given === 'false') return given === 'true';
  return readOptionalFlag(fields, 'flash_message') ?? false;
}

function readDataCoding(fields: Fields): DataCoding {
  const asked = readOptionalText(fields, 'data_coding') ?? 'auto';
  const coding = codings.find((one) => one === asked);
  if (coding === undefined) throw createInvalidParam(`data_coding must be one of ${codings.join(', ')}`);
  return coding;
}

/** Reads `scheduled_at`, or else `scheduled_dt` of the sample body; `created_dt` has no meaning for the platform. */
function readSchedule(fields: Fields): number | undefined {
  for (const name of ['scheduled_at', 'scheduled_dt']) {
    const text = readOptionalText(fields, name);
    if (text !== undefined) return readDatetime(name, text);
  }
  return undefined;
}

function readRecipients(fields: Fields): Recipient[] {
  const to = readList(fields, 'to');
  const recipient = readList(fields, 'recipient');
  if (to !== undefined && recipient !== undefined) {
    throw createInvalidParam('to and recipient cannot be used together');
  }
  const data = readOptionalFields(fields, 'data');
  if (recipient === undefined) return (to ?? refuseMissing()).map((number) => readNumber(number, data ?? {}));
  if (data !== undefined) throw createInvalidParam('data goes with to, not with recipient');
  return recipient.map(readRecipient);
}

function refuseMissing(): never {
  throw createInvalidParam('one of to and recipient is required');
}

function readList(fields: Fields, name: string): unknown[] | undefined {
  const given = fields[name] ?? undefined;
  if (given === undefined) return undefined;
  const value = name === 'to' && typeof given === 'string' ? given.split(',') : given;
  if (!Array.isArray(value) || value.length === 0)
    throw createInvalidParam(`${name} must be a list that is not empty`);
  if (value.length > maxRecipients)
    throw createInvalidParam(`${name} may hold at most ${maxRecipients} recipients`);
  return value as unknown[];
}

function readNumber(value: unknown, values: Fields): Recipient {
  if (typeof value !== 'string' && typeof value !== 'number')
    throw createInvalidParam('to must hold strings');
  return { to: readE164(String(value)), values, uuid: undefined };
}

function readRecipient(value: unknown): Recipient {
  if (!isFields(value)) throw createInvalidParam('recipient must hold objects');
  const uuid = readOptionalTextOrNumber(value, 'uuid');
  return { to: readE164(readRequiredTextOrNumber(value, 'to')), values: value, uuid };
}

/** Reads a number with `+` and without spaces or dashes (sms.md 8). */
function readE164(given: string): string {
  const number = given.trim();
  if (/^\+[1-9]\d{5,14}$/.test(number)) return number;
  throw createCodedRefusal(422, 'INVALID_RECIPIENT', `${number.slice(0, 40)} is not an E.164 number`);
}

const jsonFields = new Set(['recipient', 'data', 'type_details']);

/**
 * Reads the query of the GET form, where objects and lists of objects are JSON (sms.md 2.1). Empty parameters are
 * ignored; the last of repeated ones counts.
 */
export function parseQueryFields(query: URLSearchParams): Fields {
  const given = Array.from(query).filter(([, text]) => text !== '');
  return Object.fromEntries(
    given.map(([name, text]) => [name, jsonFields.has(name) ? (parseJsonField(text, name) ?? text) : text]),
  );
}

function parseJsonField(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw createInvalidParam(`${name} is not JSON`);
  }
}
