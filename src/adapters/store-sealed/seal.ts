/** Texts that only whoever has the key can read: AES-256-GCM under a key of their own for each subject. */
import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes, scryptSync } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export class Seal {
  readonly #master: Buffer;
  /** Tells one key from another, and nothing of it. */
  readonly keyId: string;

  /** 32 bytes in base64 are the key; from any other text it is derived. */
  constructor(secret: string) {
    const bytes = Buffer.from(secret, 'base64');
    this.#master = bytes.length === KEY_BYTES ? bytes : scryptSync(secret, 'ringflow', KEY_BYTES);
    this.keyId = hash('sha256', this.#master, 'hex').slice(0, 8);
  }

  /** The text as it may lie anywhere, to be opened for the same subject only. */
  close(text: string, subject: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#keyFor(subject), nonce);
    const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return `${this.keyId}.${Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64url')}`;
  }

  /** Throws where it was changed, or closed for another subject or with another key. */
  open(sealed: string, subject: string): string {
    const bytes = Buffer.from(sealed.slice(sealed.indexOf('.') + 1), 'base64url');
    const [nonce, tag] = [
      bytes.subarray(0, NONCE_BYTES),
      bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES),
    ];
    const decipher = createDecipheriv(CIPHER, this.#keyFor(subject), nonce, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(tag);
    return Buffer.concat([
      decipher.update(bytes.subarray(nonce.length + tag.length)),
      decipher.final(),
    ]).toString();
  }

  /** With one key for all, random nonces would repeat after some billions of texts. */
  #keyFor(subject: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#master, '', subject, KEY_BYTES));
  }
}
