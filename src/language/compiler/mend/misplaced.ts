/**
 * Moves misplaced keys, such as wrongly indented ones, to where they belong. Each mistake is reported once, and
 * everything else is checked as if the key stood in the right place.
 */
import type { Report } from '../../diagnostics/index.ts';
import { targetWords } from '../../model/index.ts';
import { quoteKeys, mapValues, setEntries, removeEntries } from './entries.ts';
import {
  listEntries,
  entryOf,
  type Document,
  type Entry,
  type MapNode,
  type Node,
} from '../read/document.ts';
import { flowRule } from '../schema/flow-schema.ts';
import {
  isInPlace,
  stepChanges,
  type Change,
  type ChangeContext,
  type ReportMisplaced,
} from './misplaced-in-step.ts';
import { getBodyProperties } from '../schema/step-rules.ts';

/** Returns the document with misplaced keys moved; reports each of them. */
export function regroupKeys(document: Document, report: Report): Document {
  const { root } = document;
  if (root.kind !== 'map') return document;
  const tell: ReportMisplaced = (entry, problem) => {
    report({ code: 'misplaced-key', span: document.span(entry.keyRange), ...problem });
  };
  const changes: Change[] = [convertStepList, moveStepsUnderSteps, nameOpeningHours];
  const whole = applyChanges(root, { document, tell }, changes);
  const steps = entryOf(whole, 'steps');
  if (steps?.value.kind !== 'map') return { ...document, root: whole };
  const names = new Set([...steps.value.entries.keys(), ...targetWords]);
  const value = mapValues(steps.value, (step) =>
    step.kind === 'map' && !isInPlace(step)
      ? applyChanges(step, { document, tell, names }, stepChanges)
      : step,
  );
  return { ...document, root: setEntries(whole, [{ ...steps, value }]) };
}

/** Applies the changes, except to maps that a syntax error may have affected. */
function applyChanges(node: MapNode, changing: ChangeContext, changes: readonly Change[]): MapNode {
  if (changing.document.isDoubtful(node.range)) return node;
  return changes.reduce((changed, change) => change(changed, changing), node);
}

/** Converts a list of steps to a map. Each item has its name in it or as its only key. */
function convertStepList(root: MapNode, { tell }: ChangeContext): MapNode {
  const steps = entryOf(root, 'steps');
  if (steps?.value.kind !== 'list') return root;
  const named = steps.value.items.map(toNamedStep);
  const known = named.filter((entry) => entry !== undefined);
  const [first] = known;
  if (first === undefined || known.length < named.length) return root;
  tell(steps, {
    code: 'wrong-type',
    message: 'expected a map from names to steps, found a list',
    hint: `write the name as a key, without a dash: ${first.key}: …`,
  });
  const { range } = steps.value;
  const entries = new Map(known.map((entry) => [entry.key, entry]));
  return setEntries(root, [{ ...steps, value: { kind: 'map', entries, range } }]);
}

function toNamedStep(item: Node): Entry | undefined {
  if (item.kind !== 'map') return undefined;
  const [only, ...more] = item.entries.values();
  if (only?.value.kind === 'map' && more.length === 0) return only;
  const name = [...item.entries.values()].find(({ key }) => ['name', 'id', 'step'].includes(key));
  if (name?.value.kind !== 'string') return undefined;
  return { key: String(name.value.value), keyRange: name.value.range, value: removeEntries(item, [name]) };
}

/** Moves steps from the root of the file into `steps`. */
function moveStepsUnderSteps(root: MapNode, { tell }: ChangeContext): MapNode {
  const steps = entryOf(root, 'steps');
  const misplaced = [...root.entries.values()].filter(
    ({ key, value }) => isStepBody(value) && !flowRule.properties.has(key),
  );
  const [first] = misplaced;
  const isOpen = steps === undefined || steps.value.kind === 'map' || steps.value.kind === 'null';
  if (first === undefined || !isOpen) return root;
  tell(first, {
    message: `${quoteKeys(misplaced)} ${misplaced.length > 1 ? 'are steps and belong' : 'is a step and belongs'} below "steps"`,
    hint: 'indent it further than "steps:"',
  });
  const value = setEntries(steps?.value, misplaced);
  const whole = { key: 'steps', keyRange: first.keyRange, ...steps, value };
  return setEntries(removeEntries(root, misplaced), [whole]);
}

/** Gives unnamed opening hours the name `office`. */
function nameOpeningHours(root: MapNode, { tell }: ChangeContext): MapNode {
  const hours = entryOf(root, 'hours');
  const [first] = hours ? listEntries(hours.value) : [];
  if (hours === undefined || first === undefined) return root;
  if (entryOf(hours.value, 'timezone')?.value.kind !== 'string') return root;
  tell(first, {
    message: 'opening hours must stand below a name of their own',
    hint: `hours: { office: { ${first.key}: …`,
  });
  return setEntries(root, [{ ...hours, value: setEntries(undefined, [{ ...hours, key: 'office' }]) }]);
}

function isStepBody(value: Node): boolean {
  return (
    value.kind === 'map' && [...value.entries.keys()].some((key) => getBodyProperties(key) !== undefined)
  );
}
