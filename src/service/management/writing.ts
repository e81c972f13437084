import { OperationalError } from '../../engine/ports/index.ts';
import type { Change, Registry } from '../../engine/ports/index.ts';

/** How often a lost race is run again before the registry is said to be at fault. */
const RACES = 20;

/** What is to be written, decided from what is kept now, with what to tell whoever asked for it. */
interface Decided<Result> {
  changes: Change[];
  result: Result;
}

/** Decides and writes, again and again until no other writer came between. What `decide` throws is not tried again. */
export async function retryOnConflict<Result>(
  registry: Pick<Registry, 'write'>,
  decide: () => Promise<Decided<Result>>,
): Promise<Result> {
  for (let race = 0; race < RACES; race += 1) {
    const { changes, result } = await decide();
    if (changes.length === 0 || (await registry.write(changes)) === 'written') return result;
  }
  const message = 'the document keeps being changed by others';
  throw new OperationalError('registry_contended', message, { retryable: true });
}
