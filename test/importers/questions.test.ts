/** Questions of an import are asked by names that people know. */
import { expect, test } from 'vitest';
import { createDraft, noAnswers, Project } from '../../src/importers/project/index.ts';

const start = { line: 1, column: 1, offset: 0 };
const place = { file: 'a', span: { start, end: start } };

test.each([
  ['{{ hours }}', 'hours'],
  ['{{hours.url}}', 'hours.url'],
  ['${Hours}', 'Hours'],
  ['hours', 'hours'],
  ['{{a}}-{{b}}', '{{a}}-{{b}}'],
])('a function %s is asked for as %s', (written, name) => {
  const answer = 'https://api.example.com/hours';
  const project = new Project({ ...noAnswers, functions: { [name]: answer } });
  expect(project.findFunction(createDraft('line'), written, place).written).toBe(answer);
  expect(project.questions).toMatchObject([{ kind: 'functions', key: name, isAnswered: true }]);
});
