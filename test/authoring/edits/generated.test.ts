/** Sub-flows extracted from flows made at random: callers hear what they heard before, and undoing restores each byte. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editFlow } from '../../../src/authoring/edits/index.ts';
import { applyEdits } from '../../../src/authoring/edits/text-edit.ts';
import { compileFlow, createFlowCatalogue } from '../../../src/language/compiler/index.ts';
import { scaleRuns } from '../../setup/property-runs.ts';
import { callers, callOf, runnableSteps, textOf } from '../../verification/prove/random-flows.ts';
import { invertEdits } from './apply-edits.ts';

const FILE = 'random/flow.yaml';

/** Extracts a step; undefined where that is refused. */
function extract(text: string, step: string) {
  const source = { file: FILE, text };
  const result = editFlow(
    source,
    { kind: 'extract', step, flow: 'split-off' },
    { others: createFlowCatalogue([source]) },
  );
  if (!result.ok || result.created === undefined) return undefined;
  const edited = { file: FILE, text: applyEdits(text, result.edits) };
  const subflow = { file: `random/${result.created.file}`, text: result.created.text };
  const others = createFlowCatalogue([edited, subflow]);
  return {
    edited,
    subflow,
    restored: applyEdits(edited.text, invertEdits(text, result.edits)),
    flow: compileFlow(edited, { others }).flow,
  };
}

/** Only so much of a call is compared: a call in circles ends at its limit of steps, which it reaches earlier by a sub-flow. */
const COMPARED_EVENTS = 100;

test('callers of a flow hear the same after any of its steps has become a sub-flow', () => {
  let made = 0;
  fc.assert(
    fc.property(
      runnableSteps,
      fc.nat(),
      fc.array(callers, { minLength: 3, maxLength: 3 }),
      (steps, at, all) => {
        const text = textOf(steps);
        const before = compileFlow({ file: FILE, text }).flow;
        const extracted = extract(text, `step_${at % steps.length}`);
        if (before === undefined || extracted === undefined) return;
        made += 1;
        const told = `${extracted.edited.text}\n${extracted.subflow.text}`;
        expect(extracted.restored).toBe(text);
        if (extracted.flow === undefined) throw new Error(`it does not compile:\n${told}`);
        for (const caller of all) {
          const [was, is] = [before, extracted.flow].map((flow) => callOf(flow, caller, COMPARED_EVENTS));
          expect(is?.fate, told).toBe(was?.fate);
          expect(is?.heard, told).toEqual(was?.heard);
        }
      },
    ),
    { numRuns: scaleRuns(60) },
  );
  expect(made).toBeGreaterThan(scaleRuns(10));
});
