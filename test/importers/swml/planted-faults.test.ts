import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { noAnswers, Project } from '../../../src/importers/project/index.ts';
import type { Answers } from '../../../src/importers/project/index.ts';
import { readSource } from '../../../src/importers/reading/index.ts';
import { swml } from '../../../src/importers/swml/index.ts';
import { countSeenFaults } from '../check-faults.ts';

const root = join(import.meta.dirname, 'cases');

test('the comparison sees faults in the steps of imported documents', () => {
  // Nothing is compared beyond a step to be written, so faults of ways to several such steps cannot be seen.
  const names = readdirSync(root).filter((name) => name !== 'without-counterpart');
  const counts = names.map((name) => {
    const files = readdirSync(join(root, name), { withFileTypes: true }).filter((entry) => entry.isFile());
    const read = (file: string) => readFileSync(join(root, name, file), 'utf8');
    const answers = files.some((entry) => entry.name === 'answers.yaml')
      ? (parse(read('answers.yaml')) as Partial<Answers>)
      : {};
    const sources = files
      .filter((entry) => entry.name !== 'answers.yaml')
      .map((entry) => readSource({ file: entry.name, text: read(entry.name) }))
      .filter((source) => 'root' in source);
    const project = new Project({ ...noAnswers, ...answers });
    return countSeenFaults(swml.translate(sources, project), project.settings, { most: 6, paths: 2_500 });
  });
  const planted = counts.reduce((sum, count) => sum + count.planted, 0);
  const unseen = counts.flatMap((count) => count.unseen);
  expect(planted).toBeGreaterThanOrEqual(50);
  expect(unseen.length, unseen.join('\n')).toBeLessThanOrEqual(Math.floor(planted * 0.04));
});
