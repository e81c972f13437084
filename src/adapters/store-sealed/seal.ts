/** Encrypts texts with AES-256-GCM, with a derived key per subject. */
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
/** Maximum number of cached keys. */
const MAX_CACHED = 1_000;

/** Place to which a text belongs; it can be opened only for the same place. */
export interface Subject {
  /** Owner of the derived key, such as a call or a kind of documents. */
  of: string;
  /** Text of this owner; absent if there is only one. */
  at?: string;
}

/** Encrypts and decrypts with one key. */
export class Seal {
  readonly #master: Buffer;
  readonly #derived = new Map<string, Buffer>();
  /** Identifies the key without revealing it. */
  readonly keyId: string;

  /** 32 bytes in base64 are used as the key; from any other text it is derived. */
  constructor(secret: string) {
    const bytes = Buffer.from(secret, 'base64');
    this.#master = bytes.length === KEY_BYTES ? bytes : scryptSync(secret, 'ringflow', KEY_BYTES);
    this.keyId = hash('sha256', this.#master, 'hex').slice(0, 8);
  }

  /** Encrypts a text; the result starts with the id of the key. */
  close(text: string, { of, at = '' }: Subject): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#keyFor(of), nonce).setAAD(Buffer.from(at));
    const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return `${this.keyId}.${Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64url')}`;
  }

  /** Decrypts a text. Throws if it was changed, or belongs to another subject or key. */
  open(sealed: string, { of, at = '' }: Subject): string {
    const bytes = Buffer.from(sealed.slice(sealed.indexOf('.') + 1), 'base64url');
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
    const hidden = bytes.subarray(NONCE_BYTES + TAG_BYTES);
    const decipher = createDecipheriv(CIPHER, this.#keyFor(of), nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(at)).setAuthTag(tag);
    return Buffer.concat([decipher.update(hidden), decipher.final()]).toString();
  }

  /** Returns a deterministic keyed hash of a text. */
  hashName(text: string, of: string): string {
    return createHmac('sha256', this.#keyFor(`names of ${of}`))
      .update(text)
      .digest('base64url');
  }

  /** Derives a key per subject, because with a single key random nonces would repeat after some billions of texts. */
  #keyFor(subject: string): Buffer {
    const known = this.#derived.get(subject);
    if (known !== undefined) return known;
    const derived = Buffer.from(hkdfSync('sha256', this.#master, '', subject, KEY_BYTES));
    this.#derived.set(subject, derived);
    const [oldest] = this.#derived.keys();
    if (this.#derived.size > MAX_CACHED && oldest !== undefined) this.#derived.delete(oldest);
    return derived;
  }
}
