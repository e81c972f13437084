/** Finds misplaced keys in a step and moves them to where they belong. */
import type { Finding } from '../../diagnostics/index.ts';
import { all, withEntries, withLast, without } from './entries.ts';
import { entriesIn, entryOf, type Document, type Entry, type MapNode } from '../read/document.ts';
import { noOtherFlows } from '../types.ts';
import { bodyRule, stepRule, verbRule } from '../schema/step-rules.ts';
import { verbs } from '../verbs/index.ts';
import { bareWord } from '../read/words.ts';

/** Reports a misplaced key. */
export type Tell = (at: Entry, problem: Told) => void;

type Told = Pick<Finding, 'message' | 'hint' | 'fix'> & Partial<Pick<Finding, 'code'>>;

/** Context of a change to a step. */
export interface Changing {
  document: Document;
  tell: Tell;
  /** Valid targets of a step. */
  names?: ReadonlySet<string>;
}

/** Reports misplaced keys of a map and returns the map with the keys moved. */
export type Change = (node: MapNode, changing: Changing) => MapNode;

/**
 * Moves keys of a verb that stand beside it: `menu:` with `prompt:` in the same column, or `connect: { … }` with
 * `ring:` on the next line.
 */
const bodyBelow: Change = (step, { tell }) => {
  const verbs = entriesIn(step).filter(({ key }) => bodyRule(key) !== undefined);
  return verbs.reduce((changed, verb) => withBodyBelow(changed, verb, tell), step);
};

function withBodyBelow(step: MapNode, verb: Entry, tell: Tell): MapNode {
  const known = bodyRule(verb.key);
  const body = openBody(verb);
  const lost = entriesIn(step).filter(
    ({ key }) =>
      known?.has(key) === true && !stepRule().properties.has(key) && body?.entries.has(key) === false,
  );
  const [first] = lost;
  if (first === undefined) return step;
  tell(first, {
    message: `${all(lost)} ${lost.length > 1 ? 'belong' : 'belongs'} below "${verb.key}"`,
    hint: placeBelow(verb, first),
  });
  const left = without(
    step,
    lost.map(({ key }) => key),
  );
  return withEntries(left, [{ ...verb, value: withEntries(body, lost) }]);
}

/** Returns a verb's body as a map that can take more keys. */
function openBody({ key, value }: Entry): MapNode | undefined {
  if (value.kind === 'map') return value;
  if (value.kind === 'null') return { kind: 'map', entries: new Map(), range: value.range };
  const slot = value.kind === 'list' ? undefined : slotOf(key);
  return slot === undefined
    ? undefined
    : { ...withEntries(undefined, [{ key: slot, keyRange: value.range, value }]), range: value.range };
}

/** Finds the key that a verb's short form without a map stands for. */
function slotOf(verb: string): string | undefined {
  if (bodyRule(verb)?.has('ssml') === true) return 'text';
  const [only, ...more] = verbRule(verb)?.required ?? [];
  return more.length === 0 ? only : undefined;
}

function placeBelow({ key, value }: Entry, lost: Entry): string {
  const written = `${lost.key}: ${'source' in lost.value ? lost.value.source : '…'}`;
  const slot = 'source' in value && value.kind !== 'null' ? slotOf(key) : undefined;
  if (slot !== undefined) return `write ${key}: { ${slot}: …, ${written} }`;
  const [first] = entriesIn(value);
  const isBracketed = first !== undefined && value.range.from < first.keyRange.from;
  return isBracketed
    ? `write it between the brackets: ${key}: { …, ${written} }`
    : `indent further than "${key}:"`;
}

/** Moves `on`, `next` and `note` from below the verb to the step. */
const stepKeysUp: Change = (step, { tell }) => {
  const verb = bodyOf(step);
  // Some verbs take names chosen by the author.
  if (verb === undefined || verbRule(verb.key)?.others !== undefined) return step;
  const known = bodyRule(verb.key);
  const lost = entriesIn(verb.value).filter(
    ({ key }) => ['on', 'next', 'note'].includes(key) && !known?.has(key) && !step.entries.has(key),
  );
  for (const entry of lost)
    tell(entry, {
      message: `"${entry.key}" belongs to the step, beside "${verb.key}" and not below it`,
      hint: `indent it as far as "${verb.key}:"`,
    });
  if (lost.length === 0) return step;
  const left = without(
    verb.value,
    lost.map(({ key }) => key),
  );
  return withEntries(step, [{ ...verb, value: left }, ...lost]);
};

const OUTCOMES = new Set(
  [...verbs.values()].flatMap((verb) =>
    verb.outcomes(undefined, noOtherFlows).map(({ name }) => bareWord(name)),
  ),
);

/** Moves outcomes with a target under `on`. */
const outcomesUnderOn: Change = (step, { tell, names }) => {
  const verb = bodyOf(step) ?? verbOf(step);
  if (verb === undefined) return step;
  const leads = ({ key, value }: Entry) =>
    value.kind === 'string' && OUTCOMES.has(bareWord(key)) && names?.has(String(value.value)) === true;
  const inside = entriesIn(verb.value).filter((entry) => leads(entry) && !bodyRule(verb.key)?.has(entry.key));
  const beside = entriesIn(step).filter((entry) => leads(entry) && !stepRule().properties.has(entry.key));
  const lost = [...inside, ...beside];
  const on = entryOf(step, 'on');
  const isOpen = on === undefined || on.value.kind === 'map';
  const [first] = lost;
  if (first === undefined || !isOpen) return step;
  for (const entry of lost)
    tell(entry, {
      message: `"${entry.key}" is an outcome: it belongs under "on" of the step`,
      hint: `on: { ${entry.key}: ${'source' in entry.value ? entry.value.source : ''} }`,
    });
  const left = {
    ...verb,
    value: without(
      verb.value,
      inside.map(({ key }) => key),
    ),
  };
  const routed = { key: 'on', keyRange: first.keyRange, ...on, value: withEntries(on?.value, lost) };
  return withEntries(
    without(
      step,
      beside.map(({ key }) => key),
    ),
    [left, routed],
  );
};

/** Replaces `goto: step` beside a verb by `next`. */
const gotoAsNext: Change = (step, { document, tell }) => {
  const entry = entryOf(step, 'goto');
  const verb = entriesIn(step).find(({ key }) => key !== 'goto' && stepRule().oneKeyOf.includes(key));
  if (entry?.value.kind !== 'string' || verb === undefined || step.entries.has('next')) return step;
  const { source } = entry.value;
  tell(entry, {
    message: `where "${verb.key}" leads to is said by "next"; "goto" in a step goes to another flow`,
    hint: `write next: ${source}`,
    fix: { span: document.span(entry.keyRange), text: 'next' },
  });
  return withEntries(without(step, ['goto']), [{ ...entry, key: 'next' }]);
};

/** Moves keys that are indented less than the list item above, to which they belong. */
const itemKeys: Change = (step, { tell }) => {
  const verb = bodyOf(step);
  if (verb?.value.kind !== 'map') return step;
  const body = verb.value;
  const known = bodyRule(verb.key);
  const list = entriesIn(body).find(({ value }) => value.kind === 'list');
  const last = list?.value.kind === 'list' ? list.value.items.at(-1) : undefined;
  if (list?.value.kind !== 'list' || last?.kind !== 'map') return step;
  const item = known?.get(list.key)?.().items?.();
  const lost = entriesIn(body).filter(
    ({ key }) => !known?.has(key) && item?.properties.has(key) === true && !last.entries.has(key),
  );
  const [first] = lost;
  if (first === undefined) return step;
  tell(first, {
    message: `${all(lost)} ${lost.length > 1 ? 'belong' : 'belongs'} to the item above`,
    hint: `indent as far as ${all(entriesIn(last).slice(0, 1))}, behind the dash`,
  });
  const value = withLast(list.value, withEntries(last, lost));
  const whole = withEntries(
    without(
      body,
      lost.map(({ key }) => key),
    ),
    [{ ...list, value }],
  );
  return withEntries(step, [{ ...verb, value: whole }]);
};

/** True for a step with one verb and no unknown keys. Most steps are like this and need no change. */
export function isInPlace(step: MapNode): boolean {
  let verbs = 0;
  for (const { key, value } of step.entries.values()) {
    const known = bodyRule(key);
    if (known === undefined && !stepRule().properties.has(key)) return false;
    if (known === undefined) continue;
    verbs += 1;
    if (value.kind === 'map' && [...value.entries.keys()].some((below) => !known.has(below))) return false;
  }
  return verbs === 1;
}

/** All changes, in order. */
export const stepChanges: readonly Change[] = [bodyBelow, stepKeysUp, itemKeys, outcomesUnderOn, gotoAsNext];

function verbOf(step: MapNode): Entry | undefined {
  return entriesIn(step).find(({ key }) => bodyRule(key) !== undefined);
}

/** Finds the step's verb whose body is a map. */
function bodyOf(step: MapNode): Entry | undefined {
  return entriesIn(step).find(({ key, value }) => value.kind === 'map' && bodyRule(key) !== undefined);
}
