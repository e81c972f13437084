/**
 * Code blocks of the documentation that are marked `yaml flow` or `yaml scenario` are whole files: the flows compile
 * without a diagnostic, the scenarios pass against the flow before them on their page, or the one behind them where there
 * is none. `yaml ./common.yaml` is a file to import.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compileFlow, createFlowCatalogue } from '../../src/language/compiler/index.ts';
import type { CompiledFlow } from '../../src/language/model/index.ts';
import { readSuite, renderFailure } from '../../src/verification/testkit/index.ts';
import { runScenarios } from '../builders/run-scenarios.ts';

const root = join(import.meta.dirname, '../..');
const pages = ['README.md', ...globSync('docs/**/*.md', { cwd: root })].sort();

interface Example {
  kind: string;
  text: string;
  page: string;
  /** Where the block begins, as `page:line`. */
  place: string;
}

const examples = pages.flatMap(examplesOf);

function examplesOf(page: string): Example[] {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(/^```yaml (flow|scenario|\.\/\S+)\n(.*?)^```$/gms)].map((match) => ({
    kind: match[1] ?? '',
    text: match[2] ?? '',
    page,
    place: `${page}:${text.slice(0, match.index).split('\n').length}`,
  }));
}

describe('examples in the documentation', () => {
  it('are there: flows and scenarios', () => {
    expect(examples.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['flow', 'scenario']));
  });

  it.each(examples.filter(({ kind }) => kind === 'flow'))('the flow at $place compiles clean', (example) => {
    expect(compiled(example).diagnostics).toEqual([]);
  });

  it.each(examples.filter(({ kind }) => kind === 'scenario'))(
    'the scenarios at $place pass against their flow',
    (example) => {
      const flow = flowOf(example);
      const { suite, diagnostics } = readSuite({ file: example.place, text: example.text }, () => ({ flow }));
      expect(diagnostics).toEqual([]);
      const results = suite === undefined ? [] : runScenarios([suite]);
      expect(results).not.toEqual([]);
      const stories = results.map((result) => renderFailure(result, { source: () => example.text }));
      expect(stories.join('')).toBe('');
    },
  );
});

/** The flow before a scenario on its page, or the first one behind it. */
function flowOf(example: Example): CompiledFlow {
  const flows = examples.filter(({ kind, page }) => kind === 'flow' && page === example.page);
  const place = examples.indexOf(example);
  const own = flows.findLast((flow) => examples.indexOf(flow) < place) ?? flows[0];
  const flow = own && compiled(own).flow;
  if (flow === undefined) throw new Error(`there is no sound flow for ${example.place}`);
  return flow;
}

/** A flow can run the others of its page, and import the files that are marked with their paths. */
function compiled({ page, place, text }: Example) {
  const beside = examples.filter((example) => example.page === page);
  const flows = beside.filter(({ kind }) => kind === 'flow');
  const others = createFlowCatalogue(flows.map((flow) => ({ file: flow.place, text: flow.text })));
  const read = (path: string) => beside.find(({ kind }) => kind === `./${path}`)?.text;
  return compileFlow({ file: place, text, read }, { others });
}
