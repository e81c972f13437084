/** Reads JSON bodies of unknown shape. Invalid fields are refused with INVALID_PARAM. */
import { createInvalidParam } from './answers.ts';

/** A JSON object of unknown shape. */
export type Fields = Readonly<Record<string, unknown>>;

/** Parses the body; an empty body, which clients send with a JSON content type, is an empty object. */
export function readBody(text: string | undefined): Fields {
  return readObject(text, (json) => JSON.parse(json) as unknown);
}

/** Parses the body and keeps integers that exceed a number's precision, such as ids, as text. */
export function readBodyWithIds(text: string | undefined): Fields {
  return readObject(text, (json) => JSON.parse(json, keepDigits) as unknown);
}

function readObject(text: string | undefined, parse: (json: string) => unknown): Fields {
  if (text === undefined || text.trim() === '') return {};
  let body: unknown;
  try {
    body = parse(text);
  } catch {
    throw createInvalidParam('the body is not JSON');
  }
  if (isFields(body)) return body;
  throw createInvalidParam('the body must be a JSON object');
}

/** Reviver for JSON.parse; `source` is the value as written. */
function keepDigits(_name: string, value: unknown, { source }: { source?: string } = {}): unknown {
  const isLossy = typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source ?? '');
  return isLossy ? source : value;
}

/** True for JSON objects. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads optional text. Null counts as absent in all these functions. */
export function readOptionalText(fields: Fields, name: string): string | undefined {
  const value = fields[name] ?? undefined;
  if (value === undefined || typeof value === 'string') return value;
  throw createInvalidParam(`${name} must be a string`);
}

/** Reads text that must not be empty. */
export function readRequiredText(fields: Fields, name: string): string {
  return requireValue(name, readOptionalText(fields, name));
}

/** Reads optional text that may be a number: `template_id: 1207` is `"1207"`. */
export function readOptionalTextOrNumber(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'number' ? String(value) : readOptionalText(fields, name);
}

/** Reads text or a number that must not be empty. */
export function readRequiredTextOrNumber(fields: Fields, name: string): string {
  return requireValue(name, readOptionalTextOrNumber(fields, name));
}

function requireValue(name: string, value: string | undefined): string {
  if (value === undefined || value === '') throw createInvalidParam(`${name} is missing`);
  return value;
}

/** Reads an optional boolean. */
export function readOptionalFlag(fields: Fields, name: string): boolean | undefined {
  const value = fields[name] ?? undefined;
  if (value === undefined || typeof value === 'boolean') return value;
  throw createInvalidParam(`${name} must be true or false`);
}

/** Reads an optional number within limits. */
export function readOptionalNumber(
  fields: Fields,
  name: string,
  limits: { least: number; most: number },
): number | undefined {
  const value = fields[name] ?? undefined;
  if (value === undefined) return undefined;
  if (typeof value === 'number' && value >= limits.least && value <= limits.most) return value;
  throw createInvalidParam(`${name} must be a number from ${limits.least} to ${limits.most}`);
}

/** Reads an optional object. */
export function readOptionalFields(fields: Fields, name: string): Fields | undefined {
  const value = fields[name] ?? undefined;
  if (value === undefined || isFields(value)) return value;
  throw createInvalidParam(`${name} must be an object`);
}

interface Protocol {
  secure: string;
  plain: string;
}

const web: Protocol = { secure: 'https:', plain: 'http:' };

/** Reads an optional URL. The plain scheme is accepted for loopback addresses, where TLS is rarely available. */
export function readOptionalUrl(
  fields: Fields,
  name: string,
  { secure, plain }: Protocol = web,
): string | undefined {
  const text = readOptionalText(fields, name);
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  if (url?.protocol === secure || (url?.protocol === plain && isLoopback(url.hostname))) return text;
  throw createInvalidParam(
    `${name} must be an address that begins with ${secure}//, or on this machine with ${plain}//`,
  );
}

/** True for hosts that always mean this machine. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i.test(hostname);
}

/** True when a value has at most this many levels; a deeper one could not be serialized. */
export function isNestedWithin(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isNestedWithin(inner, levels - 1));
}
