import { mapped, withEntries } from './entries.ts';
import { entriesIn, entryOf, type Document, type Entry, type MapNode, type Node } from '../read/document.ts';
import { defaultsRule } from '../schema/flow-schema.ts';
import { isPromptName } from '../schema/name-forms.ts';

/**
 * The document with the `defaults` of its verbs in its steps, as if they stood there: each keeps the place where it is
 * written, so that what is wrong with it is told there. Keys that are no defaults are left where they are.
 */
export function withDefaults(document: Document): Document {
  const defaults = entryOf(document.root, 'defaults')?.value;
  const steps = entryOf(document.root, 'steps');
  if (defaults?.kind !== 'map' || steps?.value.kind !== 'map') return document;
  const withAll = mapped(steps.value, (step) =>
    step.kind === 'map' ? mapped(step, (body, verb) => filled(body, of(defaults, verb), verb)) : step,
  );
  return { ...document, root: withEntries(document.root, [{ ...steps, value: withAll }]) };
}

/** The defaults of a verb that can be some. */
function of(defaults: MapNode, verb: string): Entry[] {
  const known = defaultsRule.properties.get(verb)?.().properties;
  return entriesIn(entryOf(defaults, verb)?.value).filter(({ key }) => known?.has(key));
}

function filled(body: Node, missing: readonly Entry[], verb: string): Node {
  if (missing.length === 0) return body;
  return verb === 'say' || verb === 'play' ? spoken(body, missing) : withKeys(body, missing);
}

/** How texts are spoken is said of each of them. */
function spoken(body: Node, manner: readonly Entry[]): Node {
  if (body.kind === 'list') return { ...body, items: body.items.map((item) => spoken(item, manner)) };
  if (body.kind === 'string' && !isPromptName(String(body.value))) return withKeys(asPiece(body), manner);
  return entryOf(body, 'text') === undefined ? body : withKeys(body, manner);
}

/** Text as the longer form of the same: `{ text: … }`. */
function asPiece(text: Node): MapNode {
  const { range } = text;
  return { kind: 'map', range, entries: new Map([['text', { key: 'text', keyRange: range, value: text }]]) };
}

/** A map with what it does not have yet. */
function withKeys(body: Node, missing: readonly Entry[]): Node {
  if (body.kind !== 'map') return body;
  const added = missing.map((entry) => [entry.key, entry] as const);
  return { ...body, entries: new Map([...body.entries, ...added.filter(([key]) => !body.entries.has(key))]) };
}
