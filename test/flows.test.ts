import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findFiles, isScenarioFile, loadFlows } from '../src/flow-files/index.ts';
import type { LoadedFile } from '../src/flow-files/index.ts';
import type { Graph } from '../src/flow/index.ts';
import { readSuite, renderFailure, runScenarios } from '../src/testkit/index.ts';
import type { CaseResult, Suite } from '../src/testkit/index.ts';

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
  const results = runScenarios(suitesOf(file));

  it.each(results)('$name', (result) => {
    expect(renderFailure(result, { source: sourceOf, colour: false })).toBe('');
  });

  it('has every outcome of every step in some scenario', () => {
    const seen = outcomesIn(results);
    expect(outcomesOf(file).filter((outcome) => !seen.has(outcome))).toEqual([]);
  });
});

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

/** What scenarios can reach: a `failed`, and what only follows from one, needs a platform that misbehaves. */
function outcomesOf({ flow, graph }: LoadedFile): string[] {
  const reached = graph === undefined ? new Set<string>() : reachedWithoutFault(graph);
  return Object.entries(flow?.steps ?? {})
    .filter(([step]) => reached.has(step))
    .flatMap(([step, { outcomes }]) => outcomes.map((outcome) => `${step}: ${outcome}`))
    .filter((outcome) => !outcome.endsWith(': failed'));
}

function reachedWithoutFault({ entry, endStep, always, steps }: Graph): Set<string> {
  const reached = new Set<string>();
  const waiting = [entry, endStep, ...always.map(({ to }) => to)];
  for (let name = waiting.pop(); waiting.length > 0 || name !== undefined; name = waiting.pop()) {
    const step = steps.find((candidate) => candidate.name === name);
    if (step === undefined || reached.has(step.name)) continue;
    reached.add(step.name);
    waiting.push(...step.edges.filter(({ kind }) => kind !== 'error').map(({ to }) => to));
  }
  return reached;
}

function outcomesIn(results: readonly CaseResult[]): Set<string> {
  const notes = results.flatMap(({ trace }) => trace.flatMap((entry) => entry.notes));
  return new Set(notes.flatMap((note) => (note.kind === 'outcome' ? [`${note.step}: ${note.outcome}`] : [])));
}
