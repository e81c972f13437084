/** Every edit of every step of every sample: the flow still compiles, comments stay, and undoing restores each byte. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  createFileReader,
  findFiles,
  isFlowFile,
  readFlowsBeside,
} from '../../../src/authoring/flow-files/index.ts';
import { editFlow, type EditResult, type StepEdit } from '../../../src/authoring/edits/index.ts';
import type { Graph } from '../../../src/language/model/index.ts';
import { applyEdits } from '../../../src/authoring/edits/text-edit.ts';
import { invertEdits } from './apply-edits.ts';
import { compileFlow, createFlowCatalogue } from '../../../src/language/compiler/index.ts';

const files = findFiles(['flows', 'std'], isFlowFile);

const open = (file: string) => {
  const source = { file, text: readFileSync(file, 'utf8'), read: createFileReader(file) };
  const others = createFlowCatalogue(readFlowsBeside([file]));
  const compile = (text: string) => compileFlow({ ...source, text }, { others });
  return { source, others, compile, graph: compile(source.text).graph! };
};

const commentsOf = (text: string) =>
  text.split('\n').flatMap((line) => /(?:^|\s)#.*$/.exec(line)?.[0].trim() ?? []);
const errorsOf = ({ diagnostics }: ReturnType<typeof compileFlow>) =>
  diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code);

/** True if a step is reached from another one. */
function isReached({ steps }: Graph, from: string | undefined, name: string): boolean {
  const reached = new Set([from]);
  for (const one of reached)
    for (const { to, kind } of steps.find((step) => step.name === one)?.edges ?? [])
      if (kind !== 'error') reached.add(to);
  return reached.has(name);
}

/** The text after an edit that is possible, after the checks that hold for each. */
function edited(text: string, result: EditResult): string {
  if (!result.ok) throw new Error(result.reason);
  const after = applyEdits(text, result.edits);
  expect(applyEdits(after, invertEdits(text, result.edits))).toBe(text);
  return after;
}

describe.each(files)('%s', (file) => {
  const { source, others, compile, graph } = open(file);
  const own = graph.steps.filter((step) => step.file === undefined);
  const leading = own.filter(({ verb }) => verb !== 'return');

  test('takes a step behind each step that goes straight on', () => {
    for (const step of own) {
      const straight = step.edges.find(({ kind }) => kind === 'next');
      const result = editFlow(
        source,
        {
          kind: 'insertBehind',
          step: step.name,
          name: 'brand_new',
          work: { verb: 'say', value: 'Well: "so".' },
        },
        { others },
      );
      if (straight === undefined) {
        expect(result.ok, step.name).toBe(false);
        continue;
      }
      const after = edited(source.text, result);
      const compiled = compile(after);
      // Nobody hears what is said after the end.
      const isAfterEnd = isReached(graph, graph.endStep, step.name);
      expect(errorsOf(compiled), `${step.name}\n${after}`).toEqual(isAfterEnd ? ['media-after-end'] : []);
      const added = compiled.graph?.steps.find(({ name }) => name === 'brand_new');
      const before = compiled.graph?.steps.find(({ name }) => name === step.name);
      expect(before?.edges.find(({ kind }) => kind === 'next')?.to).toBe('brand_new');
      expect(added?.edges.find(({ kind }) => kind === 'next')?.to).toBe(straight.to);
      expect(commentsOf(after)).toEqual(commentsOf(source.text));
    }
  });

  test('takes a step on the way of each outcome', () => {
    for (const step of leading)
      for (const { outcome, to } of step.edges.filter((edge) => edge.kind === 'goto' || edge.kind === 'on')) {
        const wanted: StepEdit = {
          kind: 'insertBehind',
          step: step.name,
          outcome,
          name: 'brand_new',
          work: { verb: 'say' as const, value: 'One moment.' },
        };
        const result = editFlow(source, wanted, { others });
        const after = edited(source.text, result);
        const { graph: made } = compile(after);
        const find = (name: string) => made?.steps.find((one) => one.name === name);
        expect(find(step.name)?.edges.find((edge) => edge.outcome === outcome)?.to, after).toBe('brand_new');
        expect(find('brand_new')?.edges.find(({ kind }) => kind === 'next')?.to).toBe(to);
        expect(commentsOf(after)).toEqual(commentsOf(source.text));
      }
  });

  test('points each way elsewhere', () => {
    const target = own.at(-1)!.name;
    for (const step of leading)
      for (const { outcome } of step.edges) {
        const after = edited(
          source.text,
          editFlow(source, { kind: 'retarget', step: step.name, outcome, to: target }, { others }),
        );
        const made = compile(after).graph?.steps.find(({ name }) => name === step.name);
        expect(made?.edges.find((edge) => edge.outcome === outcome)?.to, after).toBe(target);
        expect(commentsOf(after)).toEqual(commentsOf(source.text));
      }
  });

  test('loses a step, and what led to it leads on', () => {
    for (const step of own) {
      const result = editFlow(source, { kind: 'remove', step: step.name }, { others });
      if (!result.ok) continue;
      const after = edited(source.text, result);
      const { graph: made, diagnostics } = compile(after);
      expect(made?.steps.map(({ name }) => name)).toEqual(
        graph.steps.map(({ name }) => name).filter((name) => name !== step.name),
      );
      expect(
        diagnostics.map(({ code }) => code),
        after,
      ).not.toContain('dangling-target');
      const lines = source.text.split('\n');
      const kept = after.split('\n').filter((line) => /^\s*#/.test(line));
      expect(lines.filter((line) => /^\s*#/.test(line))).toEqual(expect.arrayContaining(kept));
    }
  });
});
