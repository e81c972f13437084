/**
 * Moves misplaced keys, such as wrongly indented ones, to where they belong. Each mistake is reported once, and
 * everything else is checked as if the key stood in the right place.
 */
import type { Report } from '../../diagnostics/index.ts';
import { targetWords } from '../../model/index.ts';
import { all, mapped, withEntries, without } from './entries.ts';
import { entriesIn, entryOf, type Document, type Entry, type MapNode, type Node } from '../read/document.ts';
import { flowRule } from '../schema/flow-schema.ts';
import { isInPlace, stepChanges, type Change, type Changing, type Tell } from './misplaced-in-step.ts';
import { bodyRule } from '../schema/step-rules.ts';

/** Returns the document with misplaced keys moved; reports each of them. */
export function regrouped(document: Document, report: Report): Document {
  const { root } = document;
  if (root.kind !== 'map') return document;
  const tell: Tell = (entry, problem) => {
    report({ code: 'misplaced-key', span: document.span(entry.keyRange), ...problem });
  };
  const changes: Change[] = [namedSteps, stepsBelow, namedHours];
  const whole = withSound(root, { document, tell }, changes);
  const steps = entryOf(whole, 'steps');
  if (steps?.value.kind !== 'map') return { ...document, root: whole };
  const names = new Set([...steps.value.entries.keys(), ...targetWords]);
  const value = mapped(steps.value, (step) =>
    step.kind === 'map' && !isInPlace(step) ? withSound(step, { document, tell, names }, stepChanges) : step,
  );
  return { ...document, root: withEntries(whole, [{ ...steps, value }]) };
}

/** Applies the changes, except to maps that a syntax error may have affected. */
function withSound(node: MapNode, changing: Changing, changes: readonly Change[]): MapNode {
  if (changing.document.isDoubtful(node.range)) return node;
  return changes.reduce((changed, change) => change(changed, changing), node);
}

/** Converts a list of steps to a map. Each item has its name in it or as its only key. */
function namedSteps(root: MapNode, { tell }: Changing): MapNode {
  const steps = entryOf(root, 'steps');
  if (steps?.value.kind !== 'list') return root;
  const named = steps.value.items.map(namedStep);
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
  return withEntries(root, [{ ...steps, value: { kind: 'map', entries, range } }]);
}

function namedStep(item: Node): Entry | undefined {
  if (item.kind !== 'map') return undefined;
  const [only, ...more] = item.entries.values();
  if (only?.value.kind === 'map' && more.length === 0) return only;
  const name = [...item.entries.values()].find(({ key }) => ['name', 'id', 'step'].includes(key));
  if (name?.value.kind !== 'string') return undefined;
  return { key: String(name.value.value), keyRange: name.value.range, value: without(item, [name.key]) };
}

/** Moves steps from the root of the file into `steps`. */
function stepsBelow(root: MapNode, { tell }: Changing): MapNode {
  const steps = entryOf(root, 'steps');
  const strange = [...root.entries.values()].filter(
    ({ key, value }) => isStep(value) && !flowRule.properties.has(key),
  );
  const [first] = strange;
  const isOpen = steps === undefined || steps.value.kind === 'map' || steps.value.kind === 'null';
  if (first === undefined || !isOpen) return root;
  tell(first, {
    message: `${all(strange)} ${strange.length > 1 ? 'are steps and belong' : 'is a step and belongs'} below "steps"`,
    hint: 'indent it further than "steps:"',
  });
  const value = withEntries(steps?.value, strange);
  const whole = { key: 'steps', keyRange: first.keyRange, ...steps, value };
  return withEntries(
    without(
      root,
      strange.map(({ key }) => key),
    ),
    [whole],
  );
}

/** Gives unnamed opening hours the name `office`. */
function namedHours(root: MapNode, { tell }: Changing): MapNode {
  const hours = entryOf(root, 'hours');
  const [first] = hours ? entriesIn(hours.value) : [];
  if (hours === undefined || first === undefined) return root;
  if (entryOf(hours.value, 'timezone')?.value.kind !== 'string') return root;
  tell(first, {
    message: 'opening hours stand below a name of theirs',
    hint: `hours: { office: { ${first.key}: …`,
  });
  return withEntries(root, [{ ...hours, value: withEntries(undefined, [{ ...hours, key: 'office' }]) }]);
}

function isStep(value: Node): boolean {
  return value.kind === 'map' && [...value.entries.keys()].some((key) => bodyRule(key) !== undefined);
}
