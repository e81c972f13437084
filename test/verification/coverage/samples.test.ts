/** The samples, all calls of which are run with and without somebody who watches. */
import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  renderCoverageLcov,
  renderCoveragePage,
  measure,
  countShares,
  watchFlow,
} from '../../../src/verification/coverage/index.ts';
import type { FlowSource, Hits } from '../../../src/verification/coverage/index.ts';
import { findFiles, isScenarioFile, loadFlows } from '../../../src/authoring/flow-files/index.ts';
import type { LoadedFile } from '../../../src/authoring/flow-files/index.ts';
import { readSuite } from '../../../src/verification/testkit/index.ts';
import type { Suite } from '../../../src/verification/testkit/index.ts';
import { runScenarios } from '../../builders/run-scenarios.ts';
import { readLcov } from './read-lcov.ts';

const { files } = loadFlows(['flows']);

describe.each(files.map((file) => ({ file, name: basename(dirname(file.file)) })))('$name', ({ file }) => {
  const hits: Hits = {};
  const suites = suitesOf(file);
  const results = runScenarios(suites.map((suite) => ({ ...suite, flow: watchFlow(suite.flow, hits) })));
  const notes = results.flatMap(({ trace }) => trace.flatMap((entry) => entry.notes));

  it('does the same whether it is watched or not', () => {
    const alone = runScenarios(suites);
    expect(results.map(({ trace }) => trace)).toEqual(alone.map(({ trace }) => trace));
  });

  it('has hits on steps and outcomes as often as traces name them', () => {
    const items = measure([sourceOf(file)], hits).flatMap((flow) => flow.items);
    const others = new Set(Object.values(file.flow?.flows ?? {}).flatMap(({ steps }) => Object.keys(steps)));
    const own = items.filter(({ step }) => step !== undefined && !others.has(step));
    for (const { kind, step, outcomes, hits: count } of own) {
      const named = notes.filter((note) =>
        kind === 'steps'
          ? note.kind === 'entered' && note.step === step
          : note.kind === 'outcome' && note.step === step && outcomes?.includes(note.outcome) === true,
      );
      if (kind === 'steps' || outcomes !== undefined)
        expect([step, outcomes, count]).toEqual([step, outcomes, named.length]);
    }
  });

  it('has nothing to cover that stands nowhere', () => {
    const items = measure([sourceOf(file)], {}).flatMap((flow) => flow.items);
    const lines = file.text.split('\n');
    const words: Partial<Record<string, RegExp>> = {
      rungs: /no_input|no_match|^\s*- /,
      branches: /when:|goto:|next:|^ +\w+: \w+|:$/,
    };
    for (const { kind, name, line } of items) {
      const text = lines[line - 1] ?? '';
      expect([name, text]).toEqual([name, expect.stringMatching(words[kind] ?? /\S/)]);
      if (kind === 'steps') expect(text.trim()).toMatch(new RegExp(`^${name}:`));
    }
  });
});

describe('all samples together', () => {
  const sources = files.map(sourceOf);
  const flows = measure(sources, {});

  it('give lcov that adds up', () => {
    const records = readLcov(renderCoverageLcov(flows));
    expect(records.map(({ file }) => file)).toEqual(files.map(({ file }) => file).toSorted());
    const steps = records.reduce((sum, { functions }) => sum + functions.size, 0);
    expect(steps).toBe(countShares(flows).steps.total);
    const { outcomes, branches } = countShares(flows);
    const all = records.reduce((sum, record) => sum + record.branches.length, 0);
    expect(all).toBe(outcomes.total + branches.total);
  });

  it('give one page with a section for each, and a place for each line', async () => {
    const html = await renderCoveragePage(flows, sources);
    expect([...html.matchAll(/<section id="flow-([\w-]+)">/g)].map(([, name]) => name)).toEqual(
      files.map(({ flow }) => flow?.name),
    );
    expect(html.match(/<svg /g)).toHaveLength(files.length);
    const lines = files.reduce((sum, { text }) => sum + text.split('\n').length, 0);
    expect(html.match(/<span id="file-\d+-line-\d+"/g)).toHaveLength(lines);
  });
});

function sourceOf({ flow, graph, ...file }: LoadedFile): FlowSource {
  if (flow === undefined || graph === undefined) throw new Error(`${file.file} has errors`);
  return { ...file, flow, graph };
}

function suitesOf({ file, flow }: LoadedFile): Suite[] {
  return findFiles([dirname(file)], isScenarioFile).flatMap((scenarios) => {
    const text = readFileSync(scenarios, 'utf8');
    return (
      readSuite({ file: scenarios, text }, () => (flow === undefined ? undefined : { flow })).suite ?? []
    );
  });
}
