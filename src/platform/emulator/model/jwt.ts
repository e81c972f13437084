/** JSON Web Tokens, HS256 (RFC 7515, 7519). */
import { createHmac } from 'node:crypto';

/** A signed token that carries the claims. */
export function signJwt(claims: object, key: string): string {
  const unsigned = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${unsigned}.${createHmac('sha256', key).update(unsigned).digest('base64url')}`;
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
