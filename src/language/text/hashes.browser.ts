/** The functions of `hashes.ts` in a browser, whose own hashes answer only asynchronously. */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { bytesToBase64Url } from './bytes.ts';
import type * as node from './hashes.ts';

export const hashText: typeof node.hashText = (text, encoding) => {
  const bytes = sha256(utf8ToBytes(text));
  return encoding === 'hex' ? bytesToHex(bytes) : bytesToBase64Url(bytes);
};

export const signText: typeof node.signText = (text, key) =>
  bytesToBase64Url(hmac(sha256, utf8ToBytes(key), utf8ToBytes(text)));
