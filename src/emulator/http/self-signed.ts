/** A certificate for this machine's own names, made at the start and signed by itself (X.509 v3, ECDSA P-256; RFC 5280). */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A certificate and its key, PEM. */
export interface Certificate {
  cert: string;
  key: string;
}

const validForMs = 30 * 24 * 60 * 60 * 1_000;

/** A certificate for localhost, 127.0.0.1 and ::1, valid from an hour before `now` for thirty days. */
export function selfSigned(now: number): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const body = toBeSigned(publicKey.export({ type: 'spki', format: 'der' }), now);
  const signature = sign('sha256', body, privateKey);
  const whole = sequence(body, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature));
  const lines = whole.toString('base64').replaceAll(/.{1,64}/g, '$&\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}

function toBeSigned(subjectPublicKey: Buffer, now: number): Buffer {
  const version3 = der(0xa0, der(0x02, Buffer.from([2])));
  // The leading 1 keeps the number positive and free of leading zeros.
  const serial = der(0x02, Buffer.from([1]), randomBytes(15));
  const validity = sequence(utcTime(now - 3_600_000), utcTime(now + validForMs));
  const extensions = der(0xa3, sequence(sequence(oid('551d11'), der(0x04, ownNames()))));
  const name = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from('localhost')))));
  return sequence(version3, serial, ecdsaWithSha256, name, validity, name, subjectPublicKey, extensions);
}

/** subjectAltName: what clients compare with the address that they called. */
function ownNames(): Buffer {
  const loopback6 = Buffer.alloc(16);
  loopback6[15] = 1;
  return sequence(
    der(0x82, Buffer.from('localhost')),
    der(0x87, Buffer.from([127, 0, 0, 1])),
    der(0x87, loopback6),
  );
}

const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));

function utcTime(at: number): Buffer {
  const digits = new Date(at).toISOString().replaceAll(/\D/g, '').slice(2, 14);
  return der(0x17, Buffer.from(`${digits}Z`));
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, ...parts);
}

/** Tag, length, content: the one form of everything in DER. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
