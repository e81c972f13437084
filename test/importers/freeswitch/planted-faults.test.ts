import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freeswitch } from '../../../src/importers/freeswitch/index.ts';
import { noAnswers, Project } from '../../../src/importers/project/index.ts';
import { readSource } from '../../../src/importers/reading/index.ts';
import { countSeenFaults } from '../check-faults.ts';

const root = join(import.meta.dirname, 'cases');
/** Changes that no caller can notice. */
const harmless = new Set([
  // The pattern takes four digits, whatever the most is.
  'reception: reception.menu.extension.digits.max one more',
  // It leads to a step that is to be written, behind which nothing is compared.
  'library: library_entered.switch.1.goto leads elsewhere',
]);

test('the comparison sees faults in the steps of imported menus', () => {
  const counts = readdirSync(root).map((name) => {
    const source = readSource({
      file: 'menus.xml',
      text: readFileSync(join(root, name, 'menus.xml'), 'utf8'),
    });
    if ('code' in source) throw new Error(source.message);
    const project = new Project(noAnswers);
    const translated = freeswitch.translate([source], project);
    return countSeenFaults(translated, project.settings, { most: 8, paths: 2_500 });
  });
  const planted = counts.reduce((sum, count) => sum + count.planted, 0);
  const unseen = counts.flatMap((count) => count.unseen).filter((fault) => !harmless.has(fault));
  expect(planted).toBeGreaterThanOrEqual(50);
  expect(unseen.length, unseen.join('\n')).toBeLessThanOrEqual(Math.floor(planted * 0.04));
});
