/**
 * Seals everything that a store holds with the first key, whichever key or none it was sealed with. Nodes may go on
 * meanwhile; what one of them has changed in between is left to the next time.
 */
import type { CallId } from '../../call/index.ts';
import type { Change, Document, Registry, Store } from '../../engine/ports/index.ts';
import { forgetOthers, KEYS_KIND } from './keys-in-use.ts';
import { sealRecord, isCurrent, openRecord } from './sealed-call.ts';
import { sealDocument, listNames, openDocument } from './sealed-registry.ts';
import type { RegistryOptions } from './sealed-registry.ts';

/** Numbers of what was resealed. */
export interface Resealed {
  calls: number;
  documents: number;
  /** Number of items that were not resealed, since they were being changed or have commands under way. 0: the other keys are needed no longer. */
  left: number;
}

const PAGE = 200;

/**
 * Goes through a store as it lies, without a seal before it. Throws `sealed` for what none of the keys opens; what was done
 * until then is done.
 */
export async function reseal(store: Store, options: RegistryOptions): Promise<Resealed> {
  const done: Resealed = { calls: 0, documents: 0, left: 0 };
  for await (const call of listCallIds(store)) await resealCall(store, call, { options, done });
  for (const kind of await store.registry.kinds())
    if (kind !== KEYS_KIND) await resealKind(store.registry, kind, { options, done });
  if (done.left === 0) await forgetOthers(store.registry, options.keys);
  return done;
}

interface Going {
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

async function resealCall(store: Store, call: CallId, { options: { keys }, done }: Going): Promise<void> {
  const stored = await store.load(call);
  if (stored === undefined) return;
  const now = isCurrent(stored, keys);
  const isMoved = now.record || (await store.rewrite(sealRecord(openRecord(stored.record, keys), keys)));
  if (!now.record && isMoved) done.calls += 1;
  if (!isMoved || !now.outbox) done.left += 1;
}

async function resealKind(registry: Registry, kind: string, { options, done }: Going): Promise<void> {
  for (let after = ''; ;) {
    const page = await registry.list(kind, { limit: PAGE, after });
    const stale = page.map((one) => listChanges(one, kind, options)).filter((changes) => changes.length > 0);
    await writeEach(registry, stale, done);
    const last = page.at(-1);
    if (page.length < PAGE || last === undefined) return;
    after = last.id;
  }
}

/** The document as it would lie now; nothing where it does. */
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

/** All at once, which is much quicker; one by one where somebody is changing one of them. */
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
