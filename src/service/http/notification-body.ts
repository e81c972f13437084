/** Reads the body of a request to a hook: one notification or several, decrypted where the project encrypts (observed). */
import { toFields, decryptNotification, splitNotifications } from '../../platform/wire/index.ts';
import { fromJson } from './body.ts';
import { Problem } from './problem.ts';

/** A request's body as it came. */
export interface Posted {
  body: unknown;
  headers: Readonly<Record<string, unknown>>;
}

/** The most notifications that one request may hold: as many as a job of text messages has recipients (sms.md 8). */
const MAX_NOTIFICATIONS = 1_000;

/**
 * The decoded notifications, in the order in which they stand in the body; `appId` is what the project's encryption is made
 * from. One that cannot be decrypted is given as a `Problem`, 415. Throws a `Problem`: 400 for what is not JSON, 413 for
 * more notifications than one request may hold.
 */
export function readBodies({ body, headers }: Posted, appId: string | undefined): unknown[] {
  const bodies = limitCount(splitNotifications(fromJson(body)));
  if (!bodies.some(isEncrypted)) return bodies;
  return limitCount(bodies.flatMap((one) => (isEncrypted(one) ? decrypt(one, headers, appId) : [one])));
}

function isEncrypted(body: unknown): boolean {
  return typeof toFields(body)?.encrypted_data === 'string';
}

/** The notifications that an encrypted one holds. */
function decrypt(body: unknown, headers: Posted['headers'], appId: string | undefined): unknown[] {
  const plain = appId === undefined ? undefined : decryptNotification(body, headers, appId);
  if (plain !== undefined) return splitNotifications(plain);
  return [new Problem('encrypted', 'the encrypted notification cannot be decrypted with the App ID')];
}

function limitCount(bodies: unknown[]): unknown[] {
  if (bodies.length <= MAX_NOTIFICATIONS) return bodies;
  const detail = `a request may hold at most ${MAX_NOTIFICATIONS} notifications, but holds ${bodies.length}: send several requests`;
  throw new Problem('too_many_notifications', detail);
}
