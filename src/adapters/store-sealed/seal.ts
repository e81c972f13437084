/** Texts that only whoever has the key can read: AES-256-GCM under a key of their own for each subject. */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  scryptSync,
} from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Number of derived keys that are cached, so that a key for reading and writing again is derived once. */
const KNOWN = 1_000;

/** The place to which a text belongs; it is opened there and nowhere else. */
export interface Subject {
  /** Texts of one subject are sealed with one key, such as those of a call, or of a kind of documents. */
  of: string;
  /** Which of them it is; absent: there is one. */
  at?: string;
}

/** One key. */
export class Seal {
  readonly #master: Buffer;
  readonly #derived = new Map<string, Buffer>();
  /** Tells one key from another, and nothing of it. */
  readonly keyId: string;

  /** 32 bytes in base64 are the key; from any other text it is derived. */
  constructor(secret: string) {
    const bytes = Buffer.from(secret, 'base64');
    this.#master = bytes.length === KEY_BYTES ? bytes : scryptSync(secret, 'ringflow', KEY_BYTES);
    this.keyId = hash('sha256', this.#master, 'hex').slice(0, 8);
  }

  /** The text as it may lie anywhere, behind the id of the key. */
  close(text: string, { of, at = '' }: Subject): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#keyFor(of), nonce).setAAD(Buffer.from(at));
    const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return `${this.keyId}.${Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64url')}`;
  }

  /** Throws where it was changed, or closed for another place or with another key. */
  open(sealed: string, { of, at = '' }: Subject): string {
    const bytes = Buffer.from(sealed.slice(sealed.indexOf('.') + 1), 'base64url');
    const [nonce, tag] = [
      bytes.subarray(0, NONCE_BYTES),
      bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES),
    ];
    const decipher = createDecipheriv(CIPHER, this.#keyFor(of), nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(at)).setAuthTag(tag);
    return Buffer.concat([
      decipher.update(bytes.subarray(nonce.length + tag.length)),
      decipher.final(),
    ]).toString();
  }

  /** A name that stands for a text, always the same, from which nobody finds the text who has not the key. */
  hashName(text: string, of: string): string {
    return createHmac('sha256', this.#keyFor(`names of ${of}`))
      .update(text)
      .digest('base64url');
  }

  /** With one key for all, random nonces would repeat after some billions of texts. */
  #keyFor(subject: string): Buffer {
    const known = this.#derived.get(subject);
    if (known !== undefined) return known;
    const derived = Buffer.from(hkdfSync('sha256', this.#master, '', subject, KEY_BYTES));
    this.#derived.set(subject, derived);
    const [oldest] = this.#derived.keys();
    if (this.#derived.size > KNOWN && oldest !== undefined) this.#derived.delete(oldest);
    return derived;
  }
}
