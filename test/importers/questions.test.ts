/** Questions of an import are asked by names that people know. */
import { expect, test } from 'vitest';
import { importFlows } from '../../src/importers/index.ts';
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

test('a placeholder of SWML is asked for where it stands', () => {
  const text = `version: 1.0.0
sections:
  main:
    - answer
    - play: { url: "say:Welcome to {{company}}." }
    - prompt: { play: "say:{{menu}}", max_digits: 1 }
    - connect: { to: "{{desk}}" }
`;
  const { questions } = importFlows([{ file: 'a.yaml', text }], {
    answers: noAnswers,
    limits: { depth: 1, paths: 10 },
  });
  expect(questions.map(({ key, places: [first] }) => [key, first?.line])).toEqual([
    ['company', 5],
    ['menu', 6],
    ['desk', 7],
  ]);
});

test('a placeholder of Studio is asked for at each place where it stands', () => {
  const text = `{ "initial_state": "Trigger", "states": [
  { "name": "Trigger", "type": "trigger", "transitions": [{ "event": "incomingCall", "next": "hello" }] },
  { "name": "hello", "type": "say-play", "properties": {
      "say": "Welcome to \${company}, {{contact.channel.address}}." },
    "transitions": [{ "event": "audioComplete", "next": "desk" }] },
  { "name": "desk", "type": "connect-call-to", "properties": { "noun": "number", "to": {{desk}} },
    "transitions": [{ "event": "callCompleted", "next": "bye" }] },
  { "name": "bye", "type": "say-play", "properties": { "say": "\${company} says goodbye." }, "transitions": [] }
] }`;
  const { questions } = importFlows([{ file: 'a.json', text }], {
    answers: noAnswers,
    limits: { depth: 1, paths: 10 },
  });
  expect(
    questions.map(({ key, places }) => [key, ...places.map(({ line, column }) => `${line}:${column}`)]),
  ).toEqual([
    ['company', '4:26', '8:64'],
    ['desk', '6:88'],
  ]);
});
