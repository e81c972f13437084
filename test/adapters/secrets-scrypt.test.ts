/** Hashes that are asked for all at once: the service goes on meanwhile. */
import { stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { scryptSecrets } from '../../src/adapters/secrets-scrypt/index.ts';

const salt = Buffer.alloc(16);

test('files are read while hashes wait, and more than can be done soon are refused', async () => {
  let done = 0;
  const hashes = Array.from({ length: 40 }, async () => {
    await scryptSecrets.slowHash('secret', salt);
    done += 1;
  });
  const settled = Promise.allSettled(hashes);
  await stat(import.meta.filename);
  // On a pool whose threads all hash the file would come after all hashes that were asked for before it.
  expect(done).toBeLessThan(5);
  const results = await settled;
  const refused = results.filter((result) => result.status === 'rejected');
  expect(done).toBe(10);
  expect(refused).toHaveLength(30);
  expect(refused[0]?.reason).toMatchObject({ code: 'secrets_busy', retryable: true });
  expect(await scryptSecrets.slowHash('secret', salt)).toHaveLength(32);
});
