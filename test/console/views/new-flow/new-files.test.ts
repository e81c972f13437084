/** The templates as the console makes flows of them: the same files as `ringflow new`, ready to run. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TEMPLATES } from '../../../../src/authoring/templates/index.ts';
import type { TemplateName } from '../../../../src/authoring/templates/index.ts';
import { createFiles } from '../../../../src/console/views/new-flow/new-files.ts';
import { createAnswerer } from '../../../../src/console/worker/answer.ts';
import type { CompiledDraft, ScenarioResults } from '../../../../src/console/worker/protocol.ts';

const root = join(import.meta.dirname, '../../../../templates');
const names = Object.keys(TEMPLATES) as TemplateName[];
const surroundings = { clock: () => 0, onProgress: () => undefined };

test('every folder of templates/ is offered', () => {
  expect(names.toSorted()).toEqual(readdirSync(root).toSorted());
});

test.each(names)(
  'the template %s makes a flow of any name without mistakes, whose scenarios pass',
  async (template) => {
    const files = createFiles(template, 'my-line');
    expect(Object.keys(files).toSorted()).toEqual(['my-line/flow.yaml', 'my-line/my-line.scenario.yaml']);
    expect(readdirSync(join(root, template))).toHaveLength(2);
    const answer = createAnswerer();
    const flow = 'my-line/flow.yaml';
    const compiled = await answer(
      { kind: 'request', id: 1, name: 'compile', takes: { files, flow } },
      surroundings,
    );
    const { diagnostics, compiled: facts } = compiled as CompiledDraft;
    expect(diagnostics).toEqual([]);
    expect(facts?.name).toBe('my-line');
    const ran = await answer(
      { kind: 'request', id: 2, name: 'runScenarios', takes: { files } },
      surroundings,
    );
    const { cases, diagnostics: broken } = ran as ScenarioResults;
    expect(broken).toEqual([]);
    expect(cases.map(({ passed }) => passed)).toEqual([true, true]);
    expect(Object.values(files).join('')).not.toContain('yaml-language-server');
  },
);
