import { randomBytes, scryptSync } from 'node:crypto';
import type { Secrets } from '../../src/engine/ports/index.ts';

/** Secrets with a hash that costs nothing, for services whose tests are not about the hash. */
export const cheapSecrets: Secrets = {
  random: (bytes) => randomBytes(bytes),
  slowHash: (secret, salt) => Promise.resolve(scryptSync(secret, salt, 32, { N: 2 })),
};
