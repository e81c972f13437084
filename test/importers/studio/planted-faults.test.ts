import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { noAnswers, Project, type Answers } from '../../../src/importers/project/index.ts';
import { readSource } from '../../../src/importers/reading/index.ts';
import { studio } from '../../../src/importers/studio/index.ts';
import { countSeenFaults } from '../check-faults.ts';

const root = join(import.meta.dirname, 'cases');

/** Reads the definitions and the answers of a case. */
function readCase(name: string) {
  const folder = join(root, name);
  const files = readdirSync(folder);
  const sources = files
    .filter((file) => file.endsWith('.json'))
    .map((file) => {
      const source = readSource({ file, text: readFileSync(join(folder, file), 'utf8') });
      if ('code' in source) throw new Error(source.message);
      return source;
    });
  const answers = files.includes('answers.yaml')
    ? (parse(readFileSync(join(folder, 'answers.yaml'), 'utf8')) as Partial<Answers>)
    : {};
  return { sources, answers: { ...noAnswers, ...answers } };
}

test('the comparison sees faults in the steps of imported flows', () => {
  // Behind a step without a counterpart nothing is compared.
  const names = readdirSync(root).filter((name) => name !== 'stubs');
  const counts = names.map((name) => {
    const { sources, answers } = readCase(name);
    const project = new Project(answers);
    const translated = studio.translate(sources, project);
    return countSeenFaults(translated, project.settings, { most: 7, paths: 3_500 });
  });
  const planted = counts.reduce((sum, count) => sum + count.planted, 0);
  const unseen = counts.flatMap((count) => count.unseen);
  expect(planted).toBeGreaterThanOrEqual(50);
  expect(unseen.length, unseen.join('\n')).toBeLessThanOrEqual(Math.floor(planted * 0.04));
});
