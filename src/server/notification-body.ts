/** From the body of a notification to what it says: JSON, decrypted where the project encrypts (observed). */
import { asFields, decryptNotification } from '../wire/index.ts';
import { fromJson } from './body.ts';
import { Problem } from './problem.ts';

/** A notification as it came. */
export interface Posted {
  body: unknown;
  headers: Readonly<Record<string, unknown>>;
}

/**
 * The notification in plain; `appId` is what its project's encryption is made from. Throws a `Problem`: 400 for what is not
 * JSON, 415 for what cannot be decrypted.
 */
export function readBody({ body, headers }: Posted, appId: string | undefined): unknown {
  const json = fromJson(body);
  if (typeof asFields(json)?.encrypted_data !== 'string') return json;
  const plain = appId === undefined ? undefined : decryptNotification(json, headers, appId);
  if (plain !== undefined) return plain;
  throw new Problem(415, 'encrypted', 'this encrypted notification cannot be read with the App ID');
}
