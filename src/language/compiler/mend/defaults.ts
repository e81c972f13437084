import { mapValues, setEntries } from './entries.ts';
import {
  listEntries,
  entryOf,
  type Document,
  type Entry,
  type MapNode,
  type Node,
} from '../read/document.ts';
import { defaultsRule } from '../schema/flow-schema.ts';
import { isPromptName } from '../schema/name-forms.ts';

/**
 * Copies the `defaults` of each verb into its steps. The copies keep their source locations, so a mistake is reported
 * in `defaults`. Keys that cannot be defaults are not copied.
 */
export function applyDefaults(document: Document): Document {
  const defaults = entryOf(document.root, 'defaults')?.value;
  const steps = entryOf(document.root, 'steps');
  if (defaults?.kind !== 'map' || steps?.value.kind !== 'map') return document;
  const withAll = mapValues(steps.value, (step) =>
    step.kind === 'map'
      ? mapValues(step, (body, verb) => fillBody(body, listVerbDefaults(defaults, verb), verb))
      : step,
  );
  return { ...document, root: setEntries(document.root, [{ ...steps, value: withAll }]) };
}

/** Lists the defaults of a verb, without keys that cannot be defaults. */
function listVerbDefaults(defaults: MapNode, verb: string): Entry[] {
  const known = defaultsRule.properties.get(verb)?.().properties;
  return listEntries(entryOf(defaults, verb)?.value).filter(({ key }) => known?.has(key));
}

function fillBody(body: Node, missing: readonly Entry[], verb: string): Node {
  if (missing.length === 0) return body;
  return verb === 'say' ? applySpeechDefaults(body, missing) : addMissingKeys(body, missing);
}

/** Adds speech defaults to each text of a prompt. */
function applySpeechDefaults(body: Node, manner: readonly Entry[]): Node {
  if (body.kind === 'list')
    return { ...body, items: body.items.map((item) => applySpeechDefaults(item, manner)) };
  if (body.kind === 'string' && !isPromptName(String(body.value)))
    return addMissingKeys(toPromptPiece(body), manner);
  return entryOf(body, 'text') === undefined ? body : addMissingKeys(body, manner);
}

function toPromptPiece(text: Node): MapNode {
  const { range } = text;
  return { kind: 'map', range, entries: new Map([['text', { key: 'text', keyRange: range, value: text }]]) };
}

function addMissingKeys(body: Node, missing: readonly Entry[]): Node {
  if (body.kind !== 'map') return body;
  const added = missing.map((entry) => [entry.key, entry] as const);
  return { ...body, entries: new Map([...body.entries, ...added.filter(([key]) => !body.entries.has(key))]) };
}
