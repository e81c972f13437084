/** Reads JSON bodies that may hold anything: absent, null, of the wrong type. What cannot be read is INVALID_PARAM. */
import { invalid } from './answers.ts';

/** A JSON object of which nothing is known. */
export type Fields = Readonly<Record<string, unknown>>;

/** The body as an object; an empty one for no body, which real clients send with a JSON content type. */
export function readBody(text: string | undefined): Fields {
  return readObject(text, (json) => JSON.parse(json) as unknown);
}

/** The same with whole numbers of more digits than a number holds as text, digit by digit: such are ids. */
export function readBodyWithIds(text: string | undefined): Fields {
  return readObject(text, (json) => JSON.parse(json, keepDigits) as unknown);
}

function readObject(text: string | undefined, parse: (json: string) => unknown): Fields {
  if (text === undefined || text.trim() === '') return {};
  let body: unknown;
  try {
    body = parse(text);
  } catch {
    throw invalid('the body is not JSON');
  }
  if (isFields(body)) return body;
  throw invalid('the body must be a JSON object');
}

/** A reviver for JSON.parse; `source` is how the value was written. */
function keepDigits(_name: string, value: unknown, { source }: { source?: string } = {}): unknown {
  const isLossy = typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source ?? '');
  return isLossy ? source : value;
}

/** Whether a value is a JSON object. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Text that may be absent. Null counts as absent everywhere. */
export function optionalText(fields: Fields, name: string): string | undefined {
  const value = fields[name] ?? undefined;
  if (value === undefined || typeof value === 'string') return value;
  throw invalid(`${name} must be a string`);
}

/** Text that must be there and must not be empty. */
export function requiredText(fields: Fields, name: string): string {
  return requireValue(name, optionalText(fields, name));
}

/** Text that may be absent, or be given as a number: `template_id: 1207` is `"1207"`. */
export function optionalTextOrNumber(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'number' ? String(value) : optionalText(fields, name);
}

/** The same where it must be there and must not be empty. */
export function requiredTextOrNumber(fields: Fields, name: string): string {
  return requireValue(name, optionalTextOrNumber(fields, name));
}

function requireValue(name: string, value: string | undefined): string {
  if (value === undefined || value === '') throw invalid(`${name} is missing`);
  return value;
}

/** A boolean that may be absent. */
export function optionalFlag(fields: Fields, name: string): boolean | undefined {
  const value = fields[name] ?? undefined;
  if (value === undefined || typeof value === 'boolean') return value;
  throw invalid(`${name} must be true or false`);
}

/** A number within limits that may be absent. */
export function optionalNumber(
  fields: Fields,
  name: string,
  limits: { least: number; most: number },
): number | undefined {
  const value = fields[name] ?? undefined;
  if (value === undefined) return undefined;
  if (typeof value === 'number' && value >= limits.least && value <= limits.most) return value;
  throw invalid(`${name} must be a number from ${limits.least} to ${limits.most}`);
}

/** An object that may be absent. */
export function optionalFields(fields: Fields, name: string): Fields | undefined {
  const value = fields[name] ?? undefined;
  if (value === undefined || isFields(value)) return value;
  throw invalid(`${name} must be an object`);
}

/** A protocol of addresses, and its form without TLS. */
interface Protocol {
  secure: string;
  plain: string;
}

const web: Protocol = { secure: 'https:', plain: 'http:' };

/** An address that may be absent. The plain form goes no further than this machine, where there often is no other. */
export function optionalUrl(
  fields: Fields,
  name: string,
  { secure, plain }: Protocol = web,
): string | undefined {
  const text = optionalText(fields, name);
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  if (url?.protocol === secure || (url?.protocol === plain && isLoopback(url.hostname))) return text;
  throw invalid(
    `${name} must be an address that begins with ${secure}//, or on this machine with ${plain}//`,
  );
}

/** Whether a host, as it stands in an address, is this machine and nothing else. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i.test(hostname);
}

/** Whether a value is nested at most so deep; what comes deeper could not be written as JSON again. */
export function isNestedWithin(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isNestedWithin(inner, levels - 1));
}
