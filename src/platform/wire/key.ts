import { hash } from 'node:crypto';

const length = 12;

/** A short key of what tells one notification from another. */
export function keyOf(identity: unknown): string {
  return hash('sha256', JSON.stringify(identity), 'base64url').slice(0, length);
}
