/**
 * Which keys a store may need: a document in clear that names those with which something was sealed, by their ids. So a node
 * without one of them is told at once, and not by the first thing that it cannot open or, worse, does not find.
 */
import { OperationalError } from '../../engine/ports/index.ts';
import type { Document, Registry } from '../../engine/ports/index.ts';
import { keyMissing } from './key-ring.ts';
import type { KeyRing } from './key-ring.ts';

/** The kind of that document; it is never sealed. */
export const KEYS_KIND = 'keys-in-use';

const ID = 'store';
/** Maximum number of retries when nodes that start together conflict. */
const RACES = 20;

/**
 * Notes that from now on something is sealed with the first key. Throws `sealed` where a key is missing with which something
 * was sealed before.
 */
export async function announceKeys(registry: Registry, keys: KeyRing): Promise<void> {
  await change(registry, (ids) => {
    const missing = ids.find((id) => !keys.ids.includes(id));
    if (missing !== undefined) throw keyMissing(missing, keys.ids, 'this store');
    const [first] = keys.ids;
    return first === undefined || ids.includes(first) ? ids : [...ids, first];
  });
}

/** Nothing is sealed any more with another key than the first. */
export async function forgetOthers(registry: Registry, keys: KeyRing): Promise<void> {
  await change(registry, () => keys.ids.slice(0, 1));
}

async function change(registry: Registry, to: (ids: readonly string[]) => readonly string[]): Promise<void> {
  for (let race = 0; race < RACES; race += 1) {
    const found = await registry.get(KEYS_KIND, ID);
    const before = idsIn(found);
    const after = to(before);
    if (after.join() === before.join()) return;
    const json = JSON.stringify({ ids: after });
    if ((await registry.write([{ kind: KEYS_KIND, id: ID, was: found?.revision ?? 0, json }])) === 'written')
      return;
  }
  throw new OperationalError('registry_contended', 'the keys of the store are being changed by others', {
    retryable: true,
  });
}

function idsIn(found: Document | undefined): readonly string[] {
  return found === undefined ? [] : (JSON.parse(found.json) as { ids: string[] }).ids;
}
