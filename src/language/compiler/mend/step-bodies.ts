import type { Report } from '../../diagnostics/index.ts';
import { entryOf, listEntries, type Document, type Entry, type MapNode } from '../read/document.ts';
import { getBodyProperties, getStepRule } from '../schema/step-rules.ts';
import { quoteKeys, removeEntries, setEntries } from './entries.ts';

/** Moves verbs and what stands beside them into the empty step above: `hello:` with `say:` in the same column. */
export function moveBodiesIntoSteps(document: Document, report: Report): Document {
  const steps = entryOf(document.root, 'steps');
  if (document.root.kind !== 'map' || steps?.value.kind !== 'map') return document;
  const value = listBodiesBesideSteps(steps.value).reduce((changed, { step, body }) => {
    const [first] = body;
    const inner = setEntries(undefined, body);
    if (first === undefined || document.isDoubtful({ from: step.keyRange.from, to: inner.range.to }))
      return changed;
    report({
      code: 'misplaced-key',
      message: `${quoteKeys(body)} ${body.length > 1 ? 'belong' : 'belongs'} below the step "${step.key}"`,
      span: document.span(first.keyRange),
      hint: `indent further than "${step.key}:"`,
    });
    return setEntries(removeEntries(changed, body), [{ ...step, value: inner }]);
  }, steps.value);
  return value === steps.value
    ? document
    : { ...document, root: setEntries(document.root, [{ ...steps, value }]) };
}

/** Lists empty steps, each with the entries below it that cannot be steps themselves. */
function listBodiesBesideSteps(steps: MapNode): { step: Entry; body: Entry[] }[] {
  const found: { step: Entry; body: Entry[] }[] = [];
  let isOpen = false;
  for (const entry of listEntries(steps)) {
    if (isOpen && isPartOfStep(entry)) found.at(-1)?.body.push(entry);
    else {
      isOpen = entry.value.kind === 'null';
      if (isOpen) found.push({ step: entry, body: [] });
    }
  }
  return found;
}

function isPartOfStep({ key, value }: Entry): boolean {
  const known = getBodyProperties(key);
  const isStep = listEntries(value).some(
    (inner) => getBodyProperties(inner.key) !== undefined && known?.has(inner.key) !== true,
  );
  return getStepRule().properties.has(key) && !isStep;
}
