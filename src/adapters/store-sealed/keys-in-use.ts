/**
 * Records which keys a store needs: an unsealed document with the ids of all keys in use. A node without one of them thus fails
 * at startup, rather than when it cannot open or find an entry.
 */
import { OperationalError } from '../../engine/ports/index.ts';
import type { Document, Registry } from '../../engine/ports/index.ts';
import { keyMissing } from './key-ring.ts';
import type { KeyRing } from './key-ring.ts';

/** Kind of the document; it is never sealed. */
export const KEYS_KIND = 'keys-in-use';

const ID = 'store';
/** Maximum number of attempts when nodes that start together conflict. */
const MAX_ATTEMPTS = 20;

/** Adds the first key to the keys in use. Throws `sealed` if one of the keys in use is missing. */
export async function announceKeys(registry: Registry, keys: KeyRing): Promise<void> {
  await change(registry, (ids) => {
    const missing = ids.find((id) => !keys.ids.includes(id));
    if (missing !== undefined) throw keyMissing(missing, keys.ids, 'this store');
    const [first] = keys.ids;
    return first === undefined || ids.includes(first) ? ids : [...ids, first];
  });
}

/** Removes all keys but the first from the keys in use. */
export async function forgetOthers(registry: Registry, keys: KeyRing): Promise<void> {
  await change(registry, () => keys.ids.slice(0, 1));
}

async function change(registry: Registry, to: (ids: readonly string[]) => readonly string[]): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const found = await registry.get(KEYS_KIND, ID);
    const before = parseIds(found);
    const after = to(before);
    if (after.join() === before.join()) return;
    const json = JSON.stringify({ ids: after });
    const change = { kind: KEYS_KIND, id: ID, was: found?.revision ?? 0, json };
    if ((await registry.write([change])) === 'written') return;
  }
  const message = 'other nodes are changing the keys of the store';
  throw new OperationalError('registry_contended', message, { retryable: true });
}

function parseIds(found: Document | undefined): readonly string[] {
  return found === undefined ? [] : (JSON.parse(found.json) as { ids: string[] }).ids;
}
