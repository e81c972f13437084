import { findMeantKey } from './meant-key.ts';
import { mapValues, setEntries } from './entries.ts';
import { entryOf, type Document, type Entry, type MapNode, type Node, type Path } from '../read/document.ts';
import { flowRule } from '../schema/flow-schema.ts';
import { isReservedName, namedKinds, type NameSection } from '../schema/name-forms.ts';
import { listRewritings } from './rewrites.ts';
import type { Rule } from '../schema/schema.ts';
import { getStepRule, getVerbRule } from '../schema/step-rules.ts';
import { isSameWord } from '../read/words.ts';

type ListNamesUsedIn = (document: Document) => ReadonlyMap<NameSection, ReadonlySet<string>>;

/**
 * Corrects misspelt keys of the flow and its steps where the meaning is certain, so that the values below them are
 * still read. Each entry remembers its original spelling, which is reported when the document is checked.
 */
export function correctSpelling(document: Document, listNamesUsedIn: ListNamesUsedIn): Document {
  if (document.root.kind !== 'map') return document;
  const root = correctKeys(document.root, flowRule, []);
  const steps = entryOf(root, 'steps');
  if (steps?.value.kind !== 'map') return correctNames({ ...document, root }, listNamesUsedIn);
  const value = mapValues(steps.value, correctStepKeys);
  return correctNames({ ...document, root: setEntries(root, [{ ...steps, value }]) }, listNamesUsedIn);
}

function correctStepKeys(step: Node): Node {
  if (step.kind !== 'map') return step;
  return mapValues(correctKeys(step, getStepRule(), ['steps', '']), (body, verb) => {
    const rule = getVerbRule(verb);
    return rule && body.kind === 'map' ? correctKeys(body, rule, ['steps', '', verb]) : body;
  });
}

const TARGET_KEYS = ['next', 'on'];

function correctKeys(node: MapNode, rule: Rule, path: Path): MapNode {
  if ([...node.entries.keys()].every((key) => rule.properties.has(key))) return node;
  const entries = new Map<string, Entry>();
  const isChosen = rule.oneKeyOf.some((key) => node.entries.has(key));
  for (const entry of node.entries.values()) {
    // Of mutually exclusive keys no second one is guessed, and neither are targets.
    const isFree = (name: string) =>
      !node.entries.has(name) &&
      !entries.has(name) &&
      !(isChosen && rule.oneKeyOf.includes(name)) &&
      !TARGET_KEYS.includes(name);
    const free = [...rule.properties.keys()].filter(isFree);
    const meant = rule.properties.has(entry.key)
      ? undefined
      : findMeantKey(entry, { rule, path, free, words: [] }, () => false);
    const { key } = entry;
    if (meant?.isSure === true && meant.key !== undefined)
      entries.set(meant.key, { ...entry, key: meant.key, written: key });
    else entries.set(key, entry);
  }
  return { ...node, entries };
}

/** Renames definitions with an invalid name to the valid form that the flow uses. */
function correctNames(document: Document, listNamesUsedIn: ListNamesUsedIn): Document {
  const { root } = document;
  let used: ReturnType<ListNamesUsedIn> | undefined;
  const changed = (Object.keys(namedKinds) as NameSection[]).flatMap((section) => {
    const entry = entryOf(root, section);
    if (entry?.value.kind !== 'map') return [];
    const isUsed = (name: string) =>
      !isReservedName(name, section) && (used ??= listNamesUsedIn(document)).get(section)?.has(name) === true;
    const value = correctUsedNames(entry.value, isUsed, flowRule.properties.get(section)?.().names?.pattern);
    return value === entry.value ? [] : [{ ...entry, value }];
  });
  return changed.length === 0 ? document : { ...document, root: setEntries(root, changed) };
}

function correctUsedNames(node: MapNode, isUsed: (name: string) => boolean, pattern = ANYTHING): MapNode {
  if ([...node.entries.keys()].every((name) => pattern.test(name))) return node;
  const entries = new Map<string, Entry>();
  for (const entry of node.entries.values()) {
    const legal = pattern.test(entry.key) ? undefined : findLegalForm(entry.key, pattern);
    const isMeant = legal !== undefined && !node.entries.has(legal) && !entries.has(legal) && isUsed(legal);
    if (isMeant) entries.set(legal, { ...entry, key: legal, written: entry.key });
    else entries.set(entry.key, entry);
  }
  return { ...node, entries };
}

const ANYTHING = /^/;

function findLegalForm(name: string, pattern: RegExp): string | undefined {
  return listRewritings(name).find(({ text }) => pattern.test(text) && isSameWord(text, name))?.text;
}
