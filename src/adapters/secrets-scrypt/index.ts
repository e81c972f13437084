/**
 * Hashes secrets with Node's scrypt (RFC 7914) at the cost that OWASP recommends.
 *
 * A hash occupies one of the four threads that Node also uses for files and DNS. Therefore at most two run at a time, and the
 * queue is bounded so that it drains within seconds.
 */
import { randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { OperationalError } from '../../engine/ports/index.ts';
import type { Secrets } from '../../engine/ports/index.ts';

const HASH_BYTES = 32;
/** Each hash takes 64 MiB and about a tenth of a second of a core. */
const COST = { N: 65_536, r: 8, p: 1, maxmem: 128 * 1024 * 1024 };
const MAX_RUNNING = 2;
const MAX_WAITING = 8;

const hash = promisify<string, Buffer, number, typeof COST, Buffer>(scrypt);

/** Creates an instance with its own queue. Tests that are not about the hash use a lower cost. */
export function createScryptSecrets(cost: typeof COST): Secrets {
  const turns = new Turns();
  return {
    random: (bytes) => randomBytes(bytes),
    async slowHash(secret, salt) {
      await turns.take();
      try {
        return await hash(secret, salt, HASH_BYTES, cost);
      } finally {
        turns.pass();
      }
    },
  };
}

class Turns {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  /** Resolves when a hash may start. Throws an `OperationalError` `secrets_busy` if the queue is full. */
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

/** Instance of the service. */
export const scryptSecrets = createScryptSecrets(COST);
