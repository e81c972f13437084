/** Credentials: HTTP Basic headers and HS256 JSON Web Tokens (RFC 7515, 7519). */
import { decodeBase64, encodeBase64Url, signText } from '../../../../language/text/index.ts';

export interface Credentials {
  appId: string;
  appKey: string;
}

/** Returns a signed token with the claims. */
export function signJwt(claims: object, key: string): string {
  const unsigned = [{ alg: 'HS256', typ: 'JWT' }, claims]
    .map((part) => encodeBase64Url(JSON.stringify(part)))
    .join('.');
  return `${unsigned}.${signText(unsigned, key)}`;
}

/** Decodes a Basic Authorization header; undefined when it is malformed. */
export function decodeBasic(authorization: string | undefined): Credentials | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/]+)={0,2}$/.exec(authorization ?? '')?.[1] ?? '';
  // No bytes are encoded as one character.
  if (encoded.length % 4 === 1) return undefined;
  const decoded = decodeBase64(encoded);
  const colon = decoded.indexOf(':');
  return colon < 0 ? undefined : { appId: decoded.slice(0, colon), appKey: decoded.slice(colon + 1) };
}
