/** Expands short forms of steps to the forms that the later passes know. */
import type { Report } from '../../diagnostics/index.ts';
import { HANGUP } from '../../model/index.ts';
import {
  listEntries,
  entryOf,
  toVisibleRange,
  type Document,
  type Entry,
  type MapNode,
  type Node,
} from '../read/document.ts';
import { getStepRule } from '../schema/step-rules.ts';
import { mapValues, removeEntries, setEntries } from './entries.ts';

/**
 * Returns the document with `hangup: Goodbye.` written as `say: Goodbye.` with `next: hangup`, and with a single case of a
 * switch, which is reported, in a list.
 */
export function expandShorthands(document: Document, report: Report): Document {
  const steps = entryOf(document.root, 'steps');
  if (document.root.kind !== 'map' || steps?.value.kind !== 'map') return document;
  const value = mapValues(steps.value, (step) => {
    if (step.kind !== 'map') return step;
    const spoken = findSpokenHangup(step);
    const context = { document, report };
    return spoken ? expandHangup(step, spoken, context) : wrapSingleCase(step, context);
  });
  return { ...document, root: setEntries(document.root, [{ ...steps, value }]) };
}

/** Returns the `hangup` of a step that has a prompt and no second verb. */
function findSpokenHangup(step: Node): Entry | undefined {
  const hangup = entryOf(step, HANGUP);
  if (hangup === undefined || !['string', 'list', 'map'].includes(hangup.value.kind)) return undefined;
  if (hangup.value.kind === 'map' && hangup.value.entries.size === 0) return undefined;
  const verbs = listEntries(step).filter(({ key }) => getStepRule().oneKeyOf.includes(key));
  return verbs.length === 1 ? hangup : undefined;
}

interface Context {
  document: Document;
  report: Report;
}

/** Puts `{ when: …, goto: … }` into a list. */
function wrapSingleCase(step: MapNode, { document, report }: Context): MapNode {
  const entry = entryOf(step, 'switch');
  if (entry?.value.kind !== 'map' || entryOf(entry.value, 'when') === undefined) return step;
  const { value } = entry;
  const { range } = value;
  const written = document.text.slice(range.from, range.to);
  report({
    code: 'wrong-type',
    message: 'expected a list of cases, found a single one',
    span: document.span(toVisibleRange(value)),
    hint: 'switch: [{ when: …, goto: … }]',
    ...(written.startsWith('{') && { fix: { span: document.span(range), text: `[${written}]` } }),
  });
  return setEntries(step, [{ ...entry, value: { kind: 'list', items: [value], range } }]);
}

function expandHangup(step: MapNode, hangup: Entry, { document, report }: Context): MapNode {
  const { keyRange } = hangup;
  const on = entryOf(step, 'on');
  const unused = [entryOf(step, 'next'), entryOf(on?.value, 'done')].filter((entry) => entry !== undefined);
  for (const entry of unused)
    report({
      code: 'unused-next',
      message: `"${entry.key}" is never followed: "hangup" ends the call`,
      span: document.span(entry.keyRange),
    });
  const target: Node = { kind: 'string', value: HANGUP, source: HANGUP, style: 'plain', range: keyRange };
  const next: Entry = { key: 'next', keyRange, value: target };
  const entries = [...step.entries.values()].map((entry): Entry => {
    if (entry === hangup) return { ...entry, key: 'say' };
    return entry.key === 'on' ? { ...entry, value: removeEntries(entry.value, unused) } : entry;
  });
  return setEntries({ ...step, entries: new Map(entries.map((entry) => [entry.key, entry])) }, [next]);
}
