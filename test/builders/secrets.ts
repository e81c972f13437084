import { createScryptSecrets } from '../../src/adapters/secrets-scrypt/index.ts';

/** Secrets with a hash that costs nothing, for services whose tests are not about the hash. */
export const cheapSecrets = createScryptSecrets({ N: 2, r: 8, p: 1, maxmem: 1_048_576 });
