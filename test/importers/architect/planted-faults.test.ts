import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { architect } from '../../../src/importers/architect/index.ts';
import { noAnswers, Project } from '../../../src/importers/project/index.ts';
import type { Answers } from '../../../src/importers/project/index.ts';
import { readSource } from '../../../src/importers/reading/index.ts';
import { countSeenFaults } from '../check-faults.ts';

const root = join(import.meta.dirname, 'cases');

/** Its calls end at steps to be written, before anything is heard. */
const LEFT_TO_DO = 'left-to-do';
/** Only a failure of the platform leads there, which no path of a comparison has. */
const ONLY_FOR_ERRORS = ': on_error';

test('the comparison sees faults in the steps of imported flows', () => {
  const counts = readdirSync(root)
    .filter((name) => name !== LEFT_TO_DO)
    .map((name) => {
      const folder = join(root, name);
      const files = readdirSync(folder).filter((file) => file.endsWith('.yaml') && file !== 'answers.yaml');
      const sources = files.map((file) => {
        const source = readSource({ file, text: readFileSync(join(folder, file), 'utf8') });
        if ('code' in source) throw new Error(source.message);
        return source;
      });
      const answers = join(folder, 'answers.yaml');
      const given = existsSync(answers) ? (parse(readFileSync(answers, 'utf8')) as Partial<Answers>) : {};
      const project = new Project({ ...noAnswers, ...given });
      const translated = architect.translate(sources, project);
      return countSeenFaults(translated, project.settings, { most: 6, paths: 2_500 });
    });
  const planted = counts.reduce((sum, count) => sum + count.planted, 0);
  const unseen = counts.flatMap((count) => count.unseen).filter((what) => !what.includes(ONLY_FOR_ERRORS));
  expect(planted).toBeGreaterThanOrEqual(50);
  expect(unseen.length, unseen.join('\n')).toBeLessThanOrEqual(Math.floor(planted * 0.04));
});
