/**
 * Re-encrypts a whole store with the first key. Nodes may continue meanwhile; entries that they change in between are left for
 * the next run.
 */
import type { CallId } from '../../call/index.ts';
import type { Change, Document, Registry, Store } from '../../engine/ports/index.ts';
import { forgetOthers, KEYS_KIND } from './keys-in-use.ts';
import { sealRecord, isCurrent, openRecord } from './sealed-call.ts';
import { sealDocument, listNames, openDocument } from './sealed-registry.ts';
import type { RegistryOptions } from './sealed-registry.ts';

/** Result of a run. */
export interface Resealed {
  calls: number;
  documents: number;
  /** Number of entries that were being changed or have pending commands; if 0, the other keys are no longer needed. */
  left: number;
}

const PAGE = 200;

/** Re-encrypts an unwrapped store. Throws `sealed` for an entry that no key opens; earlier entries stay re-encrypted. */
export async function reseal(store: Store, options: RegistryOptions): Promise<Resealed> {
  const done: Resealed = { calls: 0, documents: 0, left: 0 };
  const run = { options, done };
  for await (const call of listCallIds(store)) await resealCall(store, call, run);
  for (const kind of await store.registry.kinds())
    if (kind !== KEYS_KIND) await resealKind(store.registry, kind, run);
  if (done.left === 0) await forgetOthers(store.registry, options.keys);
  return done;
}

interface Run {
  options: RegistryOptions;
  done: Resealed;
}

async function* listCallIds(store: Store): AsyncGenerator<CallId> {
  let after: string | undefined;
  do {
    const { calls, next } = await store.list({}, { limit: PAGE, ...(after !== undefined && { after }) });
    for (const { id } of calls) yield id;
    after = next;
  } while (after !== undefined);
}

async function resealCall(store: Store, call: CallId, { options: { keys }, done }: Run): Promise<void> {
  const stored = await store.load(call);
  if (stored === undefined) return;
  const current = isCurrent(stored, keys);
  const isDone = current.record || (await store.rewrite(sealRecord(openRecord(stored.record, keys), keys)));
  if (!current.record && isDone) done.calls += 1;
  if (!isDone || !current.outbox) done.left += 1;
}

async function resealKind(registry: Registry, kind: string, { options, done }: Run): Promise<void> {
  for (let after = ''; ;) {
    const page = await registry.list(kind, { limit: PAGE, after });
    const stale = page.map((one) => listChanges(one, kind, options)).filter((changes) => changes.length > 0);
    await writeEach(registry, stale, done);
    const last = page.at(-1);
    if (page.length < PAGE || last === undefined) return;
    after = last.id;
  }
}

/** Returns the changes that re-encrypt a document; none if it is current. */
function listChanges(document: Document, kind: string, options: RegistryOptions): Change[] {
  const { id, json } = openDocument(document, kind, options);
  const [name] = listNames(options, kind, id);
  if (options.keys.isCurrentText(document.json) && name === document.id) return [];
  const text = sealDocument(json, { kind, id, name }, options);
  const { id: before, revision: was } = document;
  if (name === before) return [{ kind, id: name, was, json: text }];
  return [
    { kind, id: before, was, json: undefined },
    { kind, id: name, was: 0, json: text },
  ];
}

/** Writes all at once, which is much faster; one by one if another writer is changing one of them. */
async function writeEach(registry: Registry, documents: Change[][], done: Resealed): Promise<void> {
  if (documents.length === 0) return;
  if ((await registry.write(documents.flat())) === 'written') {
    done.documents += documents.length;
    return;
  }
  for (const changes of documents)
    if ((await registry.write(changes)) === 'written') done.documents += 1;
    else done.left += 1;
}
