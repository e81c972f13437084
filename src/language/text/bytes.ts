/** Conversions between text and its UTF-8 bytes, in Node and in a browser. */

/** Encodes the UTF-8 bytes of a text in base64url without padding. */
export function encodeBase64Url(text: string): string {
  return bytesToBase64Url(new TextEncoder().encode(text));
}

/** Encodes bytes in base64url without padding. */
export function bytesToBase64Url(bytes: Uint8Array): string {
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Decodes base64 or base64url to a text. Throws if it is neither. */
export function decodeBase64(encoded: string): string {
  const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
}
