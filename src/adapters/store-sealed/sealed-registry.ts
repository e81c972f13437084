/**
 * Documents that cannot be read without the key: the text of each, and the ids of kinds whose ids are private themselves,
 * such as telephone numbers.
 *
 * SEALED-REGISTRY-1 A document is opened in its place only: its kind and the id under which it lies are sealed with it.
 * SEALED-REGISTRY-2 A private id lies as a name that only the key makes of it, so that it is found without being read; such documents are
 *    listed in the order of those names.
 * SEALED-REGISTRY-3 Under which name a document lies does not change while it is there, so that one revision follows the other (REGISTRY-2).
 */
import type { Change, Document, Registry } from '../../engine/ports/index.ts';
import type { KeyRing } from './key-ring.ts';

export interface RegistryOptions {
  keys: KeyRing;
  /** True when the ids of a kind are private. */
  hidesIds: (kind: string) => boolean;
}

/** Beside what the registry throws every member that reads throws `sealed` for what it cannot open. */
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

/** The document as it was written. Throws an `OperationalError`: `sealed`. */
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

/** A document's text as it lies under a name; behind its id where that is private, since the name does not tell it. */
export function sealDocument(
  json: string,
  { kind, id, name }: { kind: string; id: string; name: string },
  { keys, hidesIds }: RegistryOptions,
): string {
  return keys.closeText(hidesIds(kind) ? `${id} ${json}` : json, { of: kind, at: name });
}

/** Names under which a document may lie; what it is called now first. */
export function listNames(
  { keys, hidesIds }: RegistryOptions,
  kind: string,
  id: string,
): [now: string, ...before: string[]] {
  return hidesIds(kind) ? keys.listNames(id, kind) : [id];
}
