/** Credentials: HTTP Basic headers and HS256 JSON Web Tokens (RFC 7515, 7519). */
import { createHmac } from 'node:crypto';

export interface Credentials {
  appId: string;
  appKey: string;
}

/** Returns a signed token with the claims. */
export function signJwt(claims: object, key: string): string {
  const unsigned = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${unsigned}.${createHmac('sha256', key).update(unsigned).digest('base64url')}`;
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

/** Decodes a Basic Authorization header; undefined when it is malformed. */
export function decodeBasic(authorization: string | undefined): Credentials | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/]+={0,2})$/.exec(authorization ?? '')?.[1] ?? '';
  const decoded = Buffer.from(encoded, 'base64').toString();
  const colon = decoded.indexOf(':');
  return colon < 0 ? undefined : { appId: decoded.slice(0, colon), appKey: decoded.slice(colon + 1) };
}
