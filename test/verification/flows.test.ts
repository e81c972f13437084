import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { measure, watchFlow } from '../../src/verification/coverage/index.ts';
import type { FlowSource, Hits } from '../../src/verification/coverage/index.ts';
import { findFiles, isScenarioFile, loadFlows } from '../../src/authoring/flow-files/index.ts';
import type { LoadedFile } from '../../src/authoring/flow-files/index.ts';
import { readSuite, renderFailure } from '../../src/verification/testkit/index.ts';
import type { Suite } from '../../src/verification/testkit/index.ts';
import { runScenarios } from '../builders/run-scenarios.ts';

const { files, diagnostics } = loadFlows(['flows']);

describe('the sample flows', () => {
  it('are named as their folders, each with scenarios', () => {
    expect(files.map(({ flow }) => flow?.name)).toEqual(files.map(({ file }) => basename(dirname(file))));
    expect(files.map((file) => suitesOf(file).length)).not.toContain(0);
  });

  it('stand in the cookbook', () => {
    const cookbook = readFileSync('docs/cookbook.md', 'utf8');
    expect(files.filter(({ file }) => !cookbook.includes(`(../${file})`))).toEqual([]);
  });

  it('compile without a single diagnostic', () => {
    expect(diagnostics).toEqual([]);
  });
});

describe.each(files)('$file', (file) => {
  const hits: Hits = {};
  const results = runScenarios(suitesOf(file).map((one) => ({ ...one, flow: watchFlow(one.flow, hits) })));

  it.each(results)('$name', (result) => {
    expect(renderFailure(result, { source: sourceOf, colour: false })).toBe('');
  });

  it('is covered by its scenarios, except for failures that it does not route', () => {
    const covered = measure([sound(file)], hits).flatMap(({ items }) => items);
    const missing = covered.filter(({ kind, hits: count }) => kind !== 'failures' && count === 0);
    expect(missing.map(({ line, kind, name }) => `${line} ${kind} ${name}`)).toEqual([]);
  });
});

/** A flow without errors. */
function sound({ flow, graph, ...file }: LoadedFile): FlowSource {
  if (flow === undefined || graph === undefined) throw new Error(`${file.file} has errors`);
  return { ...file, flow, graph };
}

function suitesOf({ file, flow }: LoadedFile): Suite[] {
  const flowAt = (path: string) => (path === file && flow !== undefined ? { flow } : undefined);
  return findFiles([dirname(file)], isScenarioFile).map((scenarios) => {
    const { suite, diagnostics: found } = readSuite(
      { file: scenarios, text: readFileSync(scenarios, 'utf8') },
      flowAt,
    );
    expect(found).toEqual([]);
    if (suite === undefined) throw new Error(`${scenarios} could not be read`);
    return suite;
  });
}

function sourceOf(file: string): string {
  return readFileSync(file, 'utf8');
}
