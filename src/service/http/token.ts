import { hash, timingSafeEqual } from 'node:crypto';

/** Digest of a token: constant length, and irreversible. */
export type TokenDigest = Buffer;

export function digestToken(token: string): TokenDigest {
  return hash('sha256', token, 'buffer');
}

const nobody = digestToken('');

/** Compares in constant time; an unknown token costs the same as a wrong one. */
export function isToken(given: string, expected: TokenDigest | undefined): boolean {
  return timingSafeEqual(digestToken(given), expected ?? nobody) && expected !== undefined;
}
