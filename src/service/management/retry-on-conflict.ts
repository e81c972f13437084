import { OperationalError } from '../../engine/ports/index.ts';
import type { Change, Registry } from '../../engine/ports/index.ts';

/** Maximum number of attempts after conflicts. */
const MAX_ATTEMPTS = 20;

/** Changes derived from the current state, with the result for the caller. */
interface Decided<Result> {
  changes: Change[];
  result: Result;
}

/** Runs `decide` and writes its changes; repeats both after a conflict. Errors of `decide` are not retried. */
export async function retryOnConflict<Result>(
  registry: Pick<Registry, 'write'>,
  decide: () => Promise<Decided<Result>>,
): Promise<Result> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const { changes, result } = await decide();
    if (changes.length === 0 || (await registry.write(changes)) === 'written') return result;
  }
  const message = 'other requests keep changing the same document';
  throw new OperationalError('registry_contended', message, { retryable: true });
}
