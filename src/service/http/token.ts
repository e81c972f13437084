import { hash, timingSafeEqual } from 'node:crypto';

/** What is kept of a token to compare others with: all digests are of one length, and none tells the token. */
export type TokenDigest = Buffer;

export function digestToken(token: string): TokenDigest {
  return hash('sha256', token, 'buffer');
}

const nobody = digestToken('');

/** Compares in a time that tells nothing of the token. One that is unknown costs the same as a wrong one. */
export function isToken(given: string, expected: TokenDigest | undefined): boolean {
  return timingSafeEqual(digestToken(given), expected ?? nobody) && expected !== undefined;
}
