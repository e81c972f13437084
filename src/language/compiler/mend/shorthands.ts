/** Expands short forms of steps to the forms that the later passes know. */
import type { Report } from '../../diagnostics/index.ts';
import { HANGUP } from '../../model/index.ts';
import {
  listEntries,
  entryOf,
  type Document,
  type Entry,
  type MapNode,
  type Node,
} from '../read/document.ts';
import { getStepRule } from '../schema/step-rules.ts';
import { mapValues, removeEntries, setEntries } from './entries.ts';

/** Returns the document with `hangup: Goodbye.` written as `say: Goodbye.` with `next: hangup`. */
export function expandShorthands(document: Document, report: Report): Document {
  const steps = entryOf(document.root, 'steps');
  if (document.root.kind !== 'map' || steps?.value.kind !== 'map') return document;
  const value = mapValues(steps.value, (step) => {
    const spoken = findSpokenHangup(step);
    return spoken && step.kind === 'map' ? expandHangup(step, spoken, { document, report }) : step;
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

function expandHangup(
  step: MapNode,
  hangup: Entry,
  { document, report }: { document: Document; report: Report },
): MapNode {
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
