/**
 * Encrypted notifications (observed): `{"encrypted_data"}` with headers for the cipher, the encoding of the ciphertext
 * and that of the plaintext. Key and IV are derived from the App ID, so decryption does not authenticate the sender.
 */
import { createCipheriv, createDecipheriv, createHash, getCipherInfo } from 'node:crypto';
import { toFields, toText, parseJson } from './fields.ts';

interface EncryptedNotification {
  headers: Record<string, string>;
  body: { encrypted_data: string };
}

const forms = ['base64', 'hex'] as const;

/** Parameters of the encryption. */
export interface Encryption {
  /** OpenSSL name of a cipher without authentication, such as `aes-256-cbc`. */
  algorithm: string;
  form: (typeof forms)[number];
}

/** Encrypts a notification. Throws for an unknown cipher. */
export function encryptNotification(
  body: object,
  appId: string,
  { algorithm, form }: Encryption,
): EncryptedNotification {
  const secret = deriveSecret(algorithm, appId);
  if (secret === undefined) throw new Error(`no cipher ${algorithm}`);
  const cipher = createCipheriv(algorithm, secret.key, secret.iv);
  const encrypted = cipher.update(JSON.stringify(body), 'utf8', form) + cipher.final(form);
  const headers = { 'x-algoritm': algorithm, 'x-format': form, 'x-encoding': 'utf8' };
  return { headers, body: { encrypted_data: encrypted } };
}

/**
 * Decrypts a body and parses its JSON. Header names are in lower case; missing ones default to aes-256-cbc, base64 and
 * utf8. Returns undefined when decryption or parsing fails.
 */
export function decryptNotification(
  body: unknown,
  headers: Readonly<Record<string, unknown>>,
  appId: string,
): unknown {
  const encrypted = toText(toFields(body)?.encrypted_data);
  const algorithm = toText(headers['x-algoritm']) ?? toText(headers['x-algorithm']) ?? 'aes-256-cbc';
  const form = toText(headers['x-format'])?.toLowerCase() ?? 'base64';
  const encoding = toText(headers['x-encoding']) ?? 'utf8';
  const secret = deriveSecret(algorithm, appId);
  if (encrypted === undefined || secret === undefined || !isForm(form) || !Buffer.isEncoding(encoding))
    return undefined;
  try {
    const decipher = createDecipheriv(algorithm, secret.key, secret.iv);
    const plain = Buffer.concat([decipher.update(encrypted, form), decipher.final()]);
    return parseJson(plain.toString(encoding));
  } catch {
    return undefined;
  }
}

function isForm(form: string): form is Encryption['form'] {
  return (forms as readonly string[]).includes(form);
}

/** Cipher modes that need only a key and an IV. */
const modes = ['cbc', 'cfb', 'ctr', 'ecb', 'ofb', 'stream'];

interface Secret {
  key: Buffer;
  iv: Buffer | null;
}

function deriveSecret(algorithm: string, password: string): Secret | undefined {
  const info = getCipherInfo(algorithm);
  if (info === undefined || !modes.includes(info.mode)) return undefined;
  const ivLength = info.ivLength ?? 0;
  const bytes = deriveBytes(password, info.keyLength + ivLength);
  const iv = ivLength === 0 ? null : bytes.subarray(info.keyLength, info.keyLength + ivLength);
  return { key: bytes.subarray(0, info.keyLength), iv };
}

/**
 * Derives bytes like OpenSSL's EVP_BytesToKey with MD5, one round and no salt: each block is the hash of the previous
 * block and the password.
 */
function deriveBytes(password: string, length: number): Buffer {
  let block = Buffer.alloc(0);
  let bytes = Buffer.alloc(0);
  while (bytes.length < length) {
    block = createHash('md5').update(block).update(password).digest();
    bytes = Buffer.concat([bytes, block]);
  }
  return bytes;
}
