/** Finds misplaced keys in a step and moves them to where they belong. */
import type { Finding } from '../../diagnostics/index.ts';
import { quoteKeys, setEntries, replaceLastItem, removeEntries } from './entries.ts';
import { listEntries, entryOf, type Document, type Entry, type MapNode } from '../read/document.ts';
import { EMPTY_CATALOGUE } from '../types.ts';
import { getBodyProperties, getStepRule, getVerbRule } from '../schema/step-rules.ts';
import { verbs } from '../verbs/index.ts';
import { normalizeWord } from '../read/words.ts';

/** Reports a misplaced key. */
export type ReportMisplaced = (at: Entry, problem: MisplacedProblem) => void;

type MisplacedProblem = Pick<Finding, 'message' | 'hint' | 'fix'> & Partial<Pick<Finding, 'code'>>;

/** Context of a change to a step. */
export interface ChangeContext {
  document: Document;
  tell: ReportMisplaced;
  /** Valid targets of a step. */
  names?: ReadonlySet<string>;
}

/** Reports misplaced keys of a map and returns the map with the keys moved. */
export type Change = (node: MapNode, changing: ChangeContext) => MapNode;

/**
 * Moves keys of a verb that stand beside it: `menu:` with `prompt:` in the same column, or `connect: { … }` with
 * `ring:` on the next line.
 */
const moveKeysIntoBodies: Change = (step, { tell }) => {
  const verbs = listEntries(step).filter(({ key }) => getBodyProperties(key) !== undefined);
  return verbs.reduce((changed, verb) => moveKeysIntoBody(changed, verb, tell), step);
};

function moveKeysIntoBody(step: MapNode, verb: Entry, tell: ReportMisplaced): MapNode {
  const known = getBodyProperties(verb.key);
  const body = openBody(verb);
  const misplaced = listEntries(step).filter(
    ({ key }) =>
      known?.has(key) === true && !getStepRule().properties.has(key) && body?.entries.has(key) === false,
  );
  const [first] = misplaced;
  if (first === undefined) return step;
  tell(first, {
    message: `${quoteKeys(misplaced)} ${misplaced.length > 1 ? 'belong' : 'belongs'} below "${verb.key}"`,
    hint: renderPlacementHint(verb, first),
  });
  return setEntries(removeEntries(step, misplaced), [{ ...verb, value: setEntries(body, misplaced) }]);
}

/** Returns a verb's body as a map that can take more keys. */
function openBody({ key, value }: Entry): MapNode | undefined {
  if (value.kind === 'map') return value;
  if (value.kind === 'null') return { kind: 'map', entries: new Map(), range: value.range };
  const slot = value.kind === 'list' ? undefined : findShorthandKey(key);
  return slot === undefined
    ? undefined
    : { ...setEntries(undefined, [{ key: slot, keyRange: value.range, value }]), range: value.range };
}

/** Finds the key that a verb's short form without a map stands for. */
function findShorthandKey(verb: string): string | undefined {
  if (getBodyProperties(verb)?.has('ssml') === true) return 'text';
  const [only, ...more] = getVerbRule(verb)?.required ?? [];
  return more.length === 0 ? only : undefined;
}

function renderPlacementHint({ key, value }: Entry, misplaced: Entry): string {
  const written = `${misplaced.key}: ${'source' in misplaced.value ? misplaced.value.source : '…'}`;
  const slot = 'source' in value && value.kind !== 'null' ? findShorthandKey(key) : undefined;
  if (slot !== undefined) return `write ${key}: { ${slot}: …, ${written} }`;
  const [first] = listEntries(value);
  const isBracketed = first !== undefined && value.range.from < first.keyRange.from;
  return isBracketed
    ? `write it between the brackets: ${key}: { …, ${written} }`
    : `indent further than "${key}:"`;
}

/** Moves `on`, `next` and `note` from below the verb to the step. */
const moveStepKeysUp: Change = (step, { tell }) => {
  const verb = findVerbWithBody(step);
  // Some verbs take names chosen by the author.
  if (verb === undefined || getVerbRule(verb.key)?.others !== undefined) return step;
  const known = getBodyProperties(verb.key);
  const misplaced = listEntries(verb.value).filter(
    ({ key }) => ['on', 'next', 'note'].includes(key) && !known?.has(key) && !step.entries.has(key),
  );
  for (const entry of misplaced)
    tell(entry, {
      message: `"${entry.key}" belongs to the step, beside "${verb.key}" and not below it`,
      hint: `indent it like "${verb.key}:"`,
    });
  if (misplaced.length === 0) return step;
  return setEntries(step, [{ ...verb, value: removeEntries(verb.value, misplaced) }, ...misplaced]);
};

const OUTCOME_WORDS = new Set(
  [...verbs.values()].flatMap((verb) =>
    verb.listOutcomes(undefined, EMPTY_CATALOGUE).map(({ name }) => normalizeWord(name)),
  ),
);

/** Moves outcomes with a target under `on`. */
const moveOutcomesUnderOn: Change = (step, { tell, names }) => {
  const verb = findVerbWithBody(step) ?? findVerb(step);
  if (verb === undefined) return step;
  const isOutcomeEdge = ({ key, value }: Entry) =>
    value.kind === 'string' &&
    OUTCOME_WORDS.has(normalizeWord(key)) &&
    names?.has(String(value.value)) === true;
  const inside = listEntries(verb.value).filter(
    (entry) => isOutcomeEdge(entry) && !getBodyProperties(verb.key)?.has(entry.key),
  );
  const beside = listEntries(step).filter(
    (entry) => isOutcomeEdge(entry) && !getStepRule().properties.has(entry.key),
  );
  const misplaced = [...inside, ...beside];
  const on = entryOf(step, 'on');
  const isOpen = on === undefined || on.value.kind === 'map';
  const [first] = misplaced;
  if (first === undefined || !isOpen) return step;
  for (const entry of misplaced)
    tell(entry, {
      message: `"${entry.key}" is an outcome: it belongs under "on" of the step`,
      hint: `on: { ${entry.key}: ${'source' in entry.value ? entry.value.source : ''} }`,
    });
  const left = { ...verb, value: removeEntries(verb.value, inside) };
  const routed = { key: 'on', keyRange: first.keyRange, ...on, value: setEntries(on?.value, misplaced) };
  return setEntries(removeEntries(step, beside), [left, routed]);
};

/** Replaces `goto: step` beside a verb by `next`. */
const replaceGotoByNext: Change = (step, { document, tell }) => {
  const entry = entryOf(step, 'goto');
  const verb = listEntries(step).find(({ key }) => key !== 'goto' && getStepRule().oneKeyOf.includes(key));
  if (entry?.value.kind !== 'string' || verb === undefined || step.entries.has('next')) return step;
  const { source } = entry.value;
  tell(entry, {
    message: `use "next" to say where "${verb.key}" leads; "goto" in a step leads to another flow`,
    hint: `write next: ${source}`,
    fix: { span: document.span(entry.keyRange), text: 'next' },
  });
  return setEntries(removeEntries(step, [entry]), [{ ...entry, key: 'next' }]);
};

/** Moves keys that are indented less than the list item above, to which they belong. */
const moveKeysIntoItem: Change = (step, { tell }) => {
  const verb = findVerbWithBody(step);
  if (verb?.value.kind !== 'map') return step;
  const body = verb.value;
  const known = getBodyProperties(verb.key);
  const list = listEntries(body).find(({ value }) => value.kind === 'list');
  const last = list?.value.kind === 'list' ? list.value.items.at(-1) : undefined;
  if (list?.value.kind !== 'list' || last?.kind !== 'map') return step;
  const item = known?.get(list.key)?.().items?.();
  const misplaced = listEntries(body).filter(
    ({ key }) => !known?.has(key) && item?.properties.has(key) === true && !last.entries.has(key),
  );
  const [first] = misplaced;
  if (first === undefined) return step;
  tell(first, {
    message: `${quoteKeys(misplaced)} ${misplaced.length > 1 ? 'belong' : 'belongs'} to the item above`,
    hint: `indent it like ${quoteKeys(listEntries(last).slice(0, 1))}, after the dash`,
  });
  const value = replaceLastItem(list.value, setEntries(last, misplaced));
  const whole = setEntries(removeEntries(body, misplaced), [{ ...list, value }]);
  return setEntries(step, [{ ...verb, value: whole }]);
};

/** True for a step with one verb and no unknown keys. Most steps are like this and need no change. */
export function isInPlace(step: MapNode): boolean {
  let verbs = 0;
  for (const { key, value } of step.entries.values()) {
    const known = getBodyProperties(key);
    if (known === undefined && !getStepRule().properties.has(key)) return false;
    if (known === undefined) continue;
    verbs += 1;
    if (value.kind === 'map' && [...value.entries.keys()].some((below) => !known.has(below))) return false;
  }
  return verbs === 1;
}

/** All changes, in order. */
export const stepChanges: readonly Change[] = [
  moveKeysIntoBodies,
  moveStepKeysUp,
  moveKeysIntoItem,
  moveOutcomesUnderOn,
  replaceGotoByNext,
];

function findVerb(step: MapNode): Entry | undefined {
  return listEntries(step).find(({ key }) => getBodyProperties(key) !== undefined);
}

function findVerbWithBody(step: MapNode): Entry | undefined {
  return listEntries(step).find(
    ({ key, value }) => value.kind === 'map' && getBodyProperties(key) !== undefined,
  );
}
