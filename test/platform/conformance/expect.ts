/** What answers are held against. */
import assert from 'node:assert/strict';
import type { Answer } from './platform.ts';
import type { Json } from './webhook.ts';

/** The body of an answer that must be a success. */
export function ok({ status, body, text }: Answer): Json {
  assert.equal(status, 200, text);
  return body;
}

/** The object or list of objects in a field. */
export function objectIn(body: Json, name: string): Json {
  const value = body[name];
  assert.equal(typeof value, 'object', `${name} is no object in ${JSON.stringify(body)}`);
  assert.notEqual(value, null);
  return value as Json;
}

/** The entries of a list of objects. */
export function listIn(body: Json, name: string): Json[] {
  assert.ok(Array.isArray(body[name]), `${name} is no list in ${JSON.stringify(body)}`);
  return body[name] as Json[];
}

/** The text in a field. */
export function textIn(body: Json, name: string): string {
  const value = body[name];
  if (typeof value !== 'string') assert.fail(`${name} is no text in ${JSON.stringify(body)}`);
  return value;
}

/** Has these fields with these values, and may have more. */
export function has(body: Json, fields: Json): void {
  assert.partialDeepStrictEqual(body, fields);
}

/** ISO 8601, UTC. */
export function isTimestamp(value: unknown): void {
  assert.match(String(value), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
}

/** YYYY-MM-DDTHH:MM:SS. */
export function isDatetime(value: unknown): void {
  assert.match(String(value), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
}

/** The string-coded envelope: voice.md 7.4, sms.md 7, video.md 7. */
export function coded({ status, body, text }: Answer, expected: number, code: string): void {
  assert.equal(status, expected, text);
  has(body, { status: 'error', error_code: code });
  assert.notEqual(textIn(body, 'message'), '');
  assert.notEqual(textIn(body, 'request_id'), '');
}

/** `{result, msg}`: voice.md 7.1. */
export function resulted({ status, body, text }: Answer, code: number, msg: string): void {
  assert.equal(status, code, text);
  assert.deepEqual(body, { result: code, msg });
}

/** `{status: failed, result, msg}`: voice.md 7.2. */
export function failed({ body, text }: Answer, result: string, msg?: string): void {
  assert.equal(body.result, result, text);
  has(body, { status: 'failed', ...(msg !== undefined && { msg }) });
  assert.notEqual(textIn(body, 'msg'), '');
}

/** `{result, error}` of video.md 7. */
export function numbered({ status, body, text }: Answer, code: number): void {
  assert.ok(status >= 400, text);
  assert.equal(body.result, code, text);
  assert.ok('error' in body, text);
}

/** `{result: "1", details, desc}`: sms.md 7. */
export function unauthenticated({ body }: Answer): void {
  assert.deepEqual(body, { result: '1', details: 'Authentication failed', desc: 'Authentication failed' });
}

/** The claims of a JWT; that it has three parts is checked, its signature is not. */
export function claimsOf(token: string): Json {
  const parts = token.split('.');
  assert.equal(parts.length, 3, token);
  return JSON.parse(Buffer.from(parts[1] ?? '', 'base64url').toString()) as Json;
}
