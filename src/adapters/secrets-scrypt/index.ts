/** Secrets by Node's own cryptography: scrypt (RFC 7914) with the cost that OWASP names for it. */
import { randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import type { Secrets } from '../../ports/index.ts';

const HASH_BYTES = 32;
/** 64 MiB and about a tenth of a second of a core for each hash. */
const COST = { N: 65_536, r: 8, p: 1, maxmem: 128 * 1024 * 1024 };

const hashed = promisify<string, Buffer, number, typeof COST, Buffer>(scrypt);

export const scryptSecrets: Secrets = {
  random: (bytes) => randomBytes(bytes),
  slowHash: (secret, salt) => hashed(secret, salt, HASH_BYTES, COST),
};
