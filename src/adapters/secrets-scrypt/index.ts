/**
 * Secrets by Node's own cryptography: scrypt (RFC 7914) with the cost that OWASP names for it.
 *
 * A hash takes one of the four threads on which Node also reads and writes files and looks up names, so hashes never take
 * all of them: two run at a time, and only as many wait as are done within seconds.
 */
import { randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { OperationalError } from '../../engine/ports/index.ts';
import type { Secrets } from '../../engine/ports/index.ts';

const HASH_BYTES = 32;
/** 64 MiB and about a tenth of a second of a core for each hash. */
const COST = { N: 65_536, r: 8, p: 1, maxmem: 128 * 1024 * 1024 };
const MAX_RUNNING = 2;
const MAX_WAITING = 8;

const hashed = promisify<string, Buffer, number, typeof COST, Buffer>(scrypt);

/** Creates secrets whose hashes wait for each other only. A lower cost is for tests that are not about the hash. */
export function createScryptSecrets(cost: typeof COST): Secrets {
  const turns = new Turns();
  return {
    random: (bytes) => randomBytes(bytes),
    async slowHash(secret, salt) {
      await turns.take();
      try {
        return await hashed(secret, salt, HASH_BYTES, cost);
      } finally {
        turns.pass();
      }
    },
  };
}

class Turns {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  /** Resolves when a hash may begin. Throws an `OperationalError`, `secrets_busy`, where too many wait. */
  take(): Promise<void> {
    if (this.#running < MAX_RUNNING) {
      this.#running += 1;
      return Promise.resolve();
    }
    if (this.#waiting.length >= MAX_WAITING)
      throw new OperationalError('secrets_busy', 'too many keys are being checked', { retryable: true });
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  pass(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running -= 1;
    else next();
  }
}

/** The secrets of a service. */
export const scryptSecrets = createScryptSecrets(COST);
