/**
 * Registry with encrypted documents: their texts, and the ids of kinds whose ids are private, such as telephone numbers.
 *
 * SEALED-REGISTRY-1 A document is bound to its kind and stored id and opens only there.
 * SEALED-REGISTRY-2 A private id is stored as a keyed hash, so that it can be looked up without being readable; such documents are
 *    listed in the order of the hashes.
 * SEALED-REGISTRY-3 The stored id of a document does not change while it exists, so that revisions are consecutive (REGISTRY-2).
 */
import type { Change, Document, Registry } from '../../engine/ports/index.ts';
import type { KeyRing } from './key-ring.ts';

export interface RegistryOptions {
  keys: KeyRing;
  /** True when the ids of a kind are private. */
  hidesIds: (kind: string) => boolean;
}

/** Wraps a registry. Reading methods also throw `sealed` for a document that no key opens. */
export function createSealedRegistry(registry: Registry, options: RegistryOptions): Registry {
  const { keys } = options;
  const names = (kind: string, id: string) => listNames(options, kind, id);

  async function find(kind: string, id: string): Promise<Document | undefined> {
    for (const name of names(kind, id)) {
      const found = await registry.get(kind, name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  async function findName(kind: string, id: string): Promise<string> {
    const [now, ...before] = names(kind, id);
    return before.length === 0 ? now : ((await find(kind, id))?.id ?? now);
  }

  async function sealChange({ kind, id, was, json }: Change): Promise<Change> {
    const name = await findName(kind, id);
    return { kind, id: name, was, json: json && sealDocument(json, { kind, id, name }, options) };
  }

  return {
    async get(kind, id) {
      const found = await find(kind, id);
      return found && openDocument(found, kind, options);
    },
    async list(kind, { limit, after }) {
      const from = after === undefined || after === '' ? {} : { after: await findName(kind, after) };
      return (await registry.list(kind, { limit, ...from })).map((one) => openDocument(one, kind, options));
    },
    count: (kind) => registry.count(kind),
    async write(changes) {
      return registry.write(keys.isEmpty ? changes : await Promise.all(changes.map(sealChange)));
    },
    revision: (collections) => registry.revision(collections),
    kinds: () => registry.kinds(),
  };
}

/** Opens a document. Throws an `OperationalError` `sealed`. */
export function openDocument(
  { id, revision, json }: Document,
  kind: string,
  { keys, hidesIds }: RegistryOptions,
): Document {
  const text = keys.openText(json, { of: kind, at: id });
  if (text === json || !hidesIds(kind)) return { id, revision, json: text };
  const end = text.indexOf(' ');
  return { id: text.slice(0, end), revision, json: text.slice(end + 1) };
}

/** Seals the text of a document; a private id is sealed with it, because the stored name does not reveal it. */
export function sealDocument(
  json: string,
  { kind, id, name }: { kind: string; id: string; name: string },
  { keys, hidesIds }: RegistryOptions,
): string {
  return keys.closeText(hidesIds(kind) ? `${id} ${json}` : json, { of: kind, at: name });
}

/** Lists the names under which a document may be stored, the current one first. */
export function listNames(
  { keys, hidesIds }: RegistryOptions,
  kind: string,
  id: string,
): [now: string, ...before: string[]] {
  return hidesIds(kind) ? keys.listNames(id, kind) : [id];
}
