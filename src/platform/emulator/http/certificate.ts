/**
 * Issues a certificate for localhost and for names that resolve to this machine (X.509 v3, ECDSA P-256; RFC 5280). It
 * is signed by an authority of its own whose key is discarded, so trusting that authority means trusting this one
 * certificate.
 */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isIPv4 } from 'node:net';

/** A certificate and its key, and the authority that clients must trust; all PEM. */
interface Certificate {
  cert: string;
  key: string;
  ca: string;
}

const validForMs = 30 * 24 * 60 * 60 * 1_000;

/**
 * Issues a certificate for localhost, 127.0.0.1, ::1 and the given names, valid from an hour before `now` (ms) for
 * thirty days. A name may begin with `*.`, or be an IPv4 address.
 */
export function issueCertificate(now: number, names: readonly string[] = []): Certificate {
  const authority = createHolder('Ringflow emulator CA');
  const server = createHolder('Ringflow emulator');
  const serverExtensions = [
    encodeExtension('551d13', encodeSequence(), 'critical'),
    encodeExtension('551d0f', encodeBits(0x80, 7), 'critical'),
    encodeExtension('551d25', encodeSequence(encodeOid('2b06010505070301'))),
    encodeExtension('551d11', encodeSubjectNames(names)),
  ];
  const authorityExtensions = [
    encodeExtension('551d13', encodeSequence(derTrue, encodeDer(0x02, Buffer.from([0]))), 'critical'),
    encodeExtension('551d0f', encodeBits(0x06, 1), 'critical'),
  ];
  return {
    cert: signCertificate(now, { subject: server, issuer: authority, extensions: serverExtensions }),
    key: server.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    ca: signCertificate(now, { subject: authority, issuer: authority, extensions: authorityExtensions }),
  };
}

interface Holder {
  /** Distinguished name, DER. */
  name: Buffer;
  /** Subject public key info, DER. */
  publicKey: Buffer;
  /** Key identifier (RFC 5280 4.2.1.2). */
  keyId: Buffer;
  privateKey: KeyObject;
}

function createHolder(commonName: string): Holder {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const name = encodeSequence(
    encodeDer(0x31, encodeSequence(encodeOid('550403'), encodeDer(0x0c, Buffer.from(commonName)))),
  );
  return { name, publicKey: spki, keyId: createHash('sha1').update(spki).digest(), privateKey };
}

function signCertificate(
  now: number,
  { subject, issuer, extensions }: { subject: Holder; issuer: Holder; extensions: Buffer[] },
): string {
  const identifiers = [
    encodeExtension('551d0e', encodeDer(0x04, subject.keyId)),
    encodeExtension('551d23', encodeSequence(encodeDer(0x80, issuer.keyId))),
  ];
  const version3 = encodeDer(0xa0, encodeDer(0x02, Buffer.from([2])));
  // The leading 1 keeps the number positive and without leading zeros.
  const serial = encodeDer(0x02, Buffer.from([1]), randomBytes(15));
  const validity = encodeSequence(encodeUtcTime(now - 3_600_000), encodeUtcTime(now + validForMs));
  const body = encodeSequence(
    ...[version3, serial, ecdsaWithSha256, issuer.name, validity, subject.name, subject.publicKey],
    encodeDer(0xa3, encodeSequence(...extensions, ...identifiers)),
  );
  const signature = sign('sha256', body, issuer.privateKey);
  const whole = encodeSequence(body, ecdsaWithSha256, encodeDer(0x03, Buffer.from([0]), signature));
  const lines = whole.toString('base64').replaceAll(/.{1,64}/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}-----END CERTIFICATE-----\n`;
}

/** Encodes the subjectAltName, which clients compare with the address that they connected to. */
function encodeSubjectNames(names: readonly string[]): Buffer {
  const loopback6 = Buffer.alloc(16);
  loopback6[15] = 1;
  const all = new Set(['localhost', '127.0.0.1', ...names.map((name) => name.toLowerCase())]);
  return encodeSequence(...[...all].map(encodeName), encodeDer(0x87, loopback6));
}

function encodeName(name: string): Buffer {
  return isIPv4(name)
    ? encodeDer(0x87, Buffer.from(name.split('.').map(Number)))
    : encodeDer(0x82, Buffer.from(name));
}

const derTrue = encodeDer(0x01, Buffer.from([0xff]));
const ecdsaWithSha256 = encodeSequence(encodeOid('2a8648ce3d040302'));

function encodeExtension(id: string, value: Buffer, critical?: 'critical'): Buffer {
  return encodeSequence(encodeOid(id), ...(critical === undefined ? [] : [derTrue]), encodeDer(0x04, value));
}

/** Encodes a bit string of one byte with `unused` trailing bits. */
function encodeBits(byte: number, unused: number): Buffer {
  return encodeDer(0x03, Buffer.from([unused, byte]));
}

function encodeUtcTime(at: number): Buffer {
  const digits = new Date(at).toISOString().replaceAll(/\D/g, '').slice(2, 14);
  return encodeDer(0x17, Buffer.from(`${digits}Z`));
}

function encodeOid(hex: string): Buffer {
  return encodeDer(0x06, Buffer.from(hex, 'hex'));
}

function encodeSequence(...parts: Buffer[]): Buffer {
  return encodeDer(0x30, ...parts);
}

/** Encodes a DER value: tag, length, content. */
function encodeDer(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
