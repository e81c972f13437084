import { expect, test } from 'vitest';
import { compileFlow, createFlowCatalogue } from '../../../src/language/compiler/index.ts';
import { findHeardLanguages } from '../../../src/language/model/index.ts';

const languages = ['en-US', 'de-DE', 'fr-FR'];
const child = `ringflow: 1
name: chooser
languages: [en-US, de-DE]
returns: {}
on: { error: away }
steps:
  choose: { language: de-DE, next: return }
  away: { return: }
`;

/** Step → the languages in which it is heard, as words. */
function heardIn(steps: string, head = ''): Record<string, string> {
  const text = `ringflow: 1\nname: case\nlanguages: [${languages.join(', ')}]\n${head}on: { error: away }\nsteps:\n${steps}  away: { hangup: }\n`;
  const others = createFlowCatalogue([{ file: 'chooser.yaml', text: child }]);
  const { graph } = compileFlow({ file: 'case.yaml', text }, { others });
  if (graph === undefined) throw new Error('the steps could not be read');
  const heard = findHeardLanguages(graph, { languages, findGraph: (flow) => others.signature(flow)?.graph });
  return Object.fromEntries([...heard].map(([step, spoken]) => [step, [...spoken].sort().join(' ')]));
}

const menu = '{ prompt: Hi, choices: [{ key: 1, goto: german }, { key: 2, goto: both }] }';

test.each([
  ['a call begins in the first', '  a: { say: Hi. }\n', { a: 'en-US' }],
  [
    'a step changes it for those behind it',
    `  a: { menu: ${menu}, on: { exhausted: away } }\n  german: { language: de-DE }\n  only: { say: Hi. }\n  both: { say: Hi. }\n`,
    { a: 'en-US', german: 'en-US', only: 'de-DE', both: 'de-DE en-US' },
  ],
  [
    'a flow that is run may change it',
    '  a: { run: { flow: chooser } }\n  b: { say: Hi. }\n',
    { a: 'en-US', b: 'de-DE en-US' },
  ],
])('%s', (_, steps, expected) => {
  expect(heardIn(steps)).toMatchObject(expected);
});

test('a step that nothing leads to is heard in none', () => {
  expect(heardIn('  a: { hangup: }\n  b: { say: Hi. }\n')).toEqual({ a: 'en-US' });
});

test('what `back` and global keys lead to is heard as where they are pressed', () => {
  const head = "always: { keys: { '*': back, '9': help } }\n";
  const steps = `  a: { menu: ${menu}, on: { exhausted: away } }\n  german: { language: de-DE }\n  both: { collect: { prompt: Hi, digits: 1, save: n }, on: { exhausted: away } }\n  end: { hangup: }\n  help: { say: Hi. }\n`;
  expect(heardIn(steps, `vars: { n: '' }\n${head}`)).toMatchObject({
    a: 'de-DE en-US',
    help: 'de-DE en-US',
  });
});

test('a flow that comes back to others begins in any', () => {
  expect(heardIn('  a: { say: Hi., next: return }\n', 'returns: {}\n')).toMatchObject({
    a: 'de-DE en-US fr-FR',
  });
});

test('`back` leads only to questions from which the call came', () => {
  const steps = [
    '  which: { switch: [{ when: \'call.to == "1"\', goto: german }] }',
    '  english: { menu: { prompt: Hi, choices: [{ key: 1, goto: away }] }, on: { exhausted: away }, next: away }',
    '  german: { language: de-DE }',
    '  first: { menu: { prompt: Hi, choices: [{ key: 1, goto: second }] }, on: { exhausted: away } }',
    '  second: { menu: { prompt: Hi, choices: [{ key: 1, goto: back }, { key: 2, goto: french }] }, on: { exhausted: away } }',
    '  french: { language: fr-FR }',
    '  third: { menu: { prompt: Hi, choices: [{ key: 1, goto: back }] }, on: { exhausted: away } }',
  ];
  expect(heardIn(`${steps.join('\n')}\n`)).toMatchObject({
    english: 'en-US',
    first: 'de-DE fr-FR',
    second: 'de-DE fr-FR',
    third: 'fr-FR',
  });
});
