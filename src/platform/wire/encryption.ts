/**
 * Notifications in encrypted form (observed): `{"encrypted_data"}` with headers that name the cipher, the form of the
 * text and the encoding of what it hides. Key and IV come from the App ID, so it proves nothing about the sender.
 */
import { createCipheriv, createDecipheriv, createHash, getCipherInfo } from 'node:crypto';
import { asFields, asText, parseJson } from './fields.ts';

/** A notification as it is sent in encrypted form. */
interface EncryptedNotification {
  headers: Record<string, string>;
  body: { encrypted_data: string };
}

const forms = ['base64', 'hex'] as const;

/** How a notification is encrypted. */
export interface Encryption {
  /** OpenSSL's name of a cipher without authentication, such as `aes-256-cbc`. */
  algorithm: string;
  form: (typeof forms)[number];
}

/** Encrypts a notification. Throws for a cipher that there is not. */
export function encryptNotification(
  body: object,
  appId: string,
  { algorithm, form }: Encryption,
): EncryptedNotification {
  const secret = secretFor(algorithm, appId);
  if (secret === undefined) throw new Error(`no cipher ${algorithm}`);
  const cipher = createCipheriv(algorithm, secret.key, secret.iv);
  const encrypted = cipher.update(JSON.stringify(body), 'utf8', form) + cipher.final(form);
  const headers = { 'x-algoritm': algorithm, 'x-format': form, 'x-encoding': 'utf8' };
  return { headers, body: { encrypted_data: encrypted } };
}

/**
 * The JSON that an encrypted body hides. Headers are named in lower case; a missing one means what is usual: aes-256-cbc,
 * base64, utf8. Undefined for what cannot be decrypted, and for what is not JSON then.
 */
export function decryptNotification(
  body: unknown,
  headers: Readonly<Record<string, unknown>>,
  appId: string,
): unknown {
  const encrypted = asText(asFields(body)?.encrypted_data);
  const algorithm = asText(headers['x-algoritm']) ?? asText(headers['x-algorithm']) ?? 'aes-256-cbc';
  const form = asText(headers['x-format'])?.toLowerCase() ?? 'base64';
  const encoding = asText(headers['x-encoding']) ?? 'utf8';
  const secret = secretFor(algorithm, appId);
  if (encrypted === undefined || secret === undefined || !isForm(form) || !Buffer.isEncoding(encoding))
    return undefined;
  try {
    const decipher = createDecipheriv(algorithm, secret.key, secret.iv);
    const hidden = Buffer.concat([decipher.update(encrypted, form), decipher.final()]);
    return parseJson(hidden.toString(encoding));
  } catch {
    return undefined;
  }
}

function isForm(form: string): form is Encryption['form'] {
  return (forms as readonly string[]).includes(form);
}

/** Ciphers that need nothing but a key and an IV. */
const modes = ['cbc', 'cfb', 'ctr', 'ecb', 'ofb', 'stream'];

interface Secret {
  key: Buffer;
  iv: Buffer | null;
}

function secretFor(algorithm: string, password: string): Secret | undefined {
  const info = getCipherInfo(algorithm);
  if (info === undefined || !modes.includes(info.mode)) return undefined;
  const ivLength = info.ivLength ?? 0;
  const bytes = bytesToKey(password, info.keyLength + ivLength);
  const iv = ivLength === 0 ? null : bytes.subarray(info.keyLength, info.keyLength + ivLength);
  return { key: bytes.subarray(0, info.keyLength), iv };
}

/** OpenSSL's EVP_BytesToKey with MD5, one round, no salt: each block is the hash of the one before and the password. */
function bytesToKey(password: string, length: number): Buffer {
  let block = Buffer.alloc(0);
  let bytes = Buffer.alloc(0);
  while (bytes.length < length) {
    block = createHash('md5').update(block).update(password).digest();
    bytes = Buffer.concat([bytes, block]);
  }
  return bytes;
}
