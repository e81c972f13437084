/** Reads the body of a hook request: one notification or several, decrypted if the project encrypts (observed). */
import { toFields, decryptNotification, splitNotifications } from '../../platform/wire/index.ts';
import { decodeJson } from './body.ts';
import { Problem } from './problem.ts';

/** A raw request body. */
export interface Posted {
  body: unknown;
  headers: Readonly<Record<string, unknown>>;
}

/** Maximum number of notifications per request: the recipients of one message job (sms.md 8). */
const MAX_NOTIFICATIONS = 1_000;

/**
 * Decodes the notifications of a body in order; `appId` is the key of the project's encryption. One that cannot be decrypted
 * is returned as a `Problem`, 415. Throws a `Problem`: 400 if the body is not JSON, 413 if it holds too many notifications.
 */
export function readBodies({ body, headers }: Posted, appId: string | undefined): unknown[] {
  const bodies = checkCount(splitNotifications(decodeJson(body)));
  if (!bodies.some(isEncrypted)) return bodies;
  return checkCount(bodies.flatMap((one) => (isEncrypted(one) ? decrypt(one, headers, appId) : [one])));
}

function isEncrypted(body: unknown): boolean {
  return typeof toFields(body)?.encrypted_data === 'string';
}

/** Decrypts the notifications of an encrypted one. */
function decrypt(body: unknown, headers: Posted['headers'], appId: string | undefined): unknown[] {
  const plain = appId === undefined ? undefined : decryptNotification(body, headers, appId);
  if (plain !== undefined) return splitNotifications(plain);
  return [new Problem('encrypted', 'the encrypted notification cannot be decrypted with the App ID')];
}

function checkCount(bodies: unknown[]): unknown[] {
  if (bodies.length <= MAX_NOTIFICATIONS) return bodies;
  const detail = `a request may hold at most ${MAX_NOTIFICATIONS} notifications, but holds ${bodies.length}: send several requests`;
  throw new Problem('too_many_notifications', detail);
}
