import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { connect } from '../../../src/importers/connect/index.ts';
import { noAnswers, Project } from '../../../src/importers/project/index.ts';
import type { Answers } from '../../../src/importers/project/index.ts';
import { readSource } from '../../../src/importers/reading/index.ts';
import { countSeenFaults } from '../check-faults.ts';

const root = join(import.meta.dirname, 'cases');

function readCase(name: string) {
  const read = (file: string) => readFileSync(join(root, name, file), 'utf8');
  const names = readdirSync(join(root, name)).filter((file) => file.endsWith('.json'));
  const sources = names.map((file) => {
    const source = readSource({ file, text: read(file) });
    if ('code' in source) throw new Error(source.message);
    return source;
  });
  const hasAnswers = readdirSync(join(root, name)).includes('answers.yaml');
  const answers = hasAnswers ? (parse(read('answers.yaml')) as Partial<Answers>) : {};
  return { sources, project: new Project({ ...noAnswers, ...answers }) };
}

/** Faults that make no difference to anybody. */
const harmless = new Set([
  // The ways lead to steps to be written, behind which nothing is compared.
  'assistant: ask_bot.menu.choices.1.phrases changed',
  'assistant: visit.say changed',
  // The number was checked before.
  'number-to-call: silent.switch.cases.Timeout to another step',
  // The next request overwrites it before it is read.
  'customer-lookup: find_customer.http.save.external_news changed',
  // The call ends before the loop begins anew.
  'old-reception: loop_done.set.rounds one more',
  'third-party: again_done.set.rounds_of_again one more',
  // One of the conditions holds for every digit.
  'old-survey: check_stored_customer_input.next to another step',
  // The module sets it on the only way on which it is read.
  'main-line: identify.run.with.queue changed',
]);

test('the comparison sees faults in the steps of imported flows', () => {
  const counts = readdirSync(root).map((name) => {
    const { sources, project } = readCase(name);
    return countSeenFaults(connect.translate(sources, project), project.settings, { most: 5, paths: 3000 });
  });
  const planted = counts.reduce((sum, count) => sum + count.planted, 0);
  const unseen = counts.flatMap((count) => count.unseen).filter((fault) => !harmless.has(fault));
  expect(planted).toBeGreaterThanOrEqual(50);
  expect(unseen.length, unseen.join('\n')).toBeLessThanOrEqual(Math.floor(planted * 0.04));
});
