/** Hashes of texts. A browser's bundle takes `hashes.browser.ts` instead. */
import { createHmac, hash } from 'node:crypto';

type Encoding = 'hex' | 'base64url';

/** Returns the SHA-256 of a text's UTF-8 bytes. */
export function hashText(text: string, encoding: Encoding): string {
  return hash('sha256', text, encoding);
}

/** Returns the HMAC with SHA-256 of a text, in base64url. */
export function signText(text: string, key: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}
