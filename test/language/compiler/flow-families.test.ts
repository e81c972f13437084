/** Flows that share what they run: each file is read a bounded number of times, however many flows lead to it. */
import { expect, test } from 'vitest';
import { checkFlow, compileFlow, createFlowCatalogue } from '../../../src/language/compiler/index.ts';
import type { FlowFile } from '../../../src/language/compiler/index.ts';

/** Two flows on each floor, of which each runs both of the floor below. Counts how often each reads what it imports. */
function tower(floors: number): { files: FlowFile[]; reads: Map<string, number> } {
  const reads = new Map<string, number>();
  const files = Array.from({ length: floors * 2 }, (_, index): FlowFile => {
    const below = index - (index % 2) + 2;
    const runs = [below, below + 1].filter((one) => one < floors * 2);
    return {
      file: `${index}.yaml`,
      text: [
        'ringflow: 1',
        `name: floor-${index}`,
        'imports: [./words.yaml]',
        'on: { error: ended }',
        'steps:',
        ...runs.map((one) => `  run_${one}: { run: { flow: floor-${one} } }`),
        '  ask: { collect: { prompt: hello, digits: 1, save: digit }, on: { exhausted: ended } }',
        '  ended: { return: }',
        'vars: { digit: "" }',
        'returns: { digit: vars.digit }',
      ].join('\n'),
      read: () => {
        reads.set(`${index}.yaml`, (reads.get(`${index}.yaml`) ?? 0) + 1);
        return 'ringflow: 1\nprompts: { hello: Hello. }\n';
      },
    };
  });
  return { files, reads };
}

const isError = ({ severity }: { severity: string }) => severity === 'error';

test.each([['checked', checkFlow] as const, ['compiled', compileFlow] as const])(
  'flows that are %s together are read for themselves, for what they give and for those that run them',
  (_, work) => {
    const { files, reads } = tower(12);
    const others = createFlowCatalogue(files);
    for (const file of files) expect(work(file, { others }).diagnostics.filter(isError)).toEqual([]);
    expect(Math.max(...reads.values())).toBeLessThanOrEqual(3);
  },
);

test('the version of a flow names the content of those that it runs', () => {
  const { files } = tower(3);
  const versionOf = (all: FlowFile[]) =>
    compileFlow(all[0] ?? { file: '', text: '' }, { others: createFlowCatalogue(all) }).flow?.version;
  const changed = files.map((file, index) =>
    index === 5 ? { ...file, text: file.text.replace('digits: 1', 'digits: 2') } : file,
  );
  expect(versionOf(files)).toMatch(/^[\da-f]{16}$/);
  expect(versionOf(files)).toBe(versionOf(tower(3).files));
  expect(versionOf(changed)).not.toBe(versionOf(files));
});
