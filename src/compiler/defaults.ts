import { entryOf, type Document, type Entry, type MapNode, type Node } from './document.ts';
import { defaultsRule } from './flow-schema.ts';

/**
 * The document with the `defaults` of its verbs in its steps, as if they stood there: each keeps the place where it is
 * written, so that what is wrong with it is told there. Keys that are no defaults are left where they are.
 */
export function withDefaults(document: Document): Document {
  const defaults = entryOf(document.root, 'defaults')?.value;
  const steps = entryOf(document.root, 'steps');
  if (defaults?.kind !== 'map' || steps?.value.kind !== 'map') return document;
  const filled = mapped(steps.value, (step) =>
    mapped(step, (body, verb) => withKeys(body, of(defaults, verb))),
  );
  return { ...document, root: replaced(document.root, { ...steps, value: filled }) };
}

/** The defaults of a verb that can be some. */
function of(defaults: MapNode, verb: string): Entry[] {
  const known = defaultsRule.properties.get(verb)?.().properties;
  const given = entryOf(defaults, verb)?.value;
  return given?.kind === 'map' ? [...given.entries.values()].filter(({ key }) => known?.has(key)) : [];
}

/** A map with what it does not have yet. */
function withKeys(body: Node, missing: readonly Entry[]): Node {
  if (body.kind !== 'map' || missing.length === 0) return body;
  const added = missing.map((entry) => [entry.key, entry] as const);
  return { ...body, entries: new Map([...body.entries, ...added.filter(([key]) => !body.entries.has(key))]) };
}

function mapped(node: Node, change: (value: Node, key: string) => Node): Node {
  if (node.kind !== 'map') return node;
  const entries = [...node.entries].map(
    ([key, entry]) => [key, { ...entry, value: change(entry.value, key) }] as const,
  );
  return { ...node, entries: new Map(entries) };
}

function replaced(root: Node, entry: Entry): Node {
  return root.kind === 'map' ? { ...root, entries: new Map([...root.entries, [entry.key, entry]]) } : root;
}
