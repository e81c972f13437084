/** Reads the body of a hook request: one notification or several, decrypted if the project encrypts (observed). */
import { decryptNotification } from './encryption.ts';
import { parseJson, toFields } from './fields.ts';
import { splitNotifications } from './notification.ts';

interface PostedBody {
  /** The body as text; absent or empty when there is none. */
  body?: unknown;
  headers: Readonly<Record<string, unknown>>;
}

/** Why a request as a whole cannot be read. */
type UnreadableBody = 'not_json' | 'too_many';

/** Stands in the place of a notification that cannot be decrypted with the App ID. */
export const UNDECRYPTABLE = Symbol('undecryptable');

/** Maximum number of notifications per request: the recipients of one message job (sms.md 8). */
export const MAX_NOTIFICATIONS = 1_000;

/** Decodes the notifications of a body in order; `appId` is the key of the project's encryption. */
export function decodeNotifications(
  { body, headers }: PostedBody,
  appId: string | undefined,
): unknown[] | UnreadableBody {
  const decoded = decodeBody(body);
  if (decoded === NOT_JSON) return 'not_json';
  const bodies = splitNotifications(decoded);
  if (bodies.length > MAX_NOTIFICATIONS) return 'too_many';
  if (!bodies.some(isEncrypted)) return bodies;
  const plain = bodies.flatMap((one) => (isEncrypted(one) ? decrypt(one, headers, appId) : [one]));
  return plain.length > MAX_NOTIFICATIONS ? 'too_many' : plain;
}

const NOT_JSON = Symbol('not JSON');

function decodeBody(body: unknown): unknown {
  if (typeof body !== 'string' || body.trim() === '') return undefined;
  try {
    return parseJson(body);
  } catch {
    return NOT_JSON;
  }
}

function isEncrypted(body: unknown): boolean {
  return typeof toFields(body)?.encrypted_data === 'string';
}

/** Decrypts the notifications of an encrypted one. */
function decrypt(body: unknown, headers: PostedBody['headers'], appId: string | undefined): unknown[] {
  const plain = appId === undefined ? undefined : decryptNotification(body, headers, appId);
  return plain === undefined ? [UNDECRYPTABLE] : splitNotifications(plain);
}
