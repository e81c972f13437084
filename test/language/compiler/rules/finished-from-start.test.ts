/** Variables that begin with the value of a finished call and are reported however the call ends. */
import { expect, test } from 'vitest';
import { compileFlow } from '../../../../src/language/compiler/index.ts';

interface Survey {
  initial?: string;
  /** The value at the end, and the step that sets it. */
  value?: string;
  done?: string;
  /** What the first question notes. */
  begun?: string;
  refused?: string;
  first?: string;
  report?: string;
  more?: string;
  afterwards?: string;
}

function countReported(survey: Survey): number {
  const {
    initial = 'completed',
    value = initial,
    begun = 'begun',
    refused = 'refused',
    first = 'say: Hello.',
    report = "{ result: '${vars.result}', vote: '${vars.vote}' }",
    more = '',
    afterwards = 'hangup: Thank you. Goodbye.',
  } = survey;
  const { done = `done: { set: { result: ${value} } }` } = survey;
  const text = `ringflow: 1
name: case
languages: [en-GB]
on: { error: sorry, end: report }
vars: { result: ${initial}, vote: none, note: '' }
steps:
  hello: { ${first} }
  consent:
    menu:
      prompt: To take part, press 1. If not, press 9.
      choices: [{ key: 1, set: { result: ${begun} }, goto: vote }, { key: 9, set: { result: ${refused} }, goto: bye }]
    on: { exhausted: bye }
  vote:
    menu:
      prompt: For yes, press 1. For no, press 2.
      choices: [{ key: 1, set: { vote: accept }, goto: send }, { key: 2, set: { vote: refuse }, goto: send }]
    on: { exhausted: bye }
  send: { http: { post: 'https://x.example.com/votes', json: { vote: '\${vars.vote}' }, timeout: 3s }, on: { failed: sorry } }
  ${done}
  thanks: { ${afterwards} }
${more}
  bye: { say: Goodbye., next: hangup }
  sorry: { say: Sorry., next: hangup }
  report: { http: { post: 'https://x.example.com/calls', json: ${report} }, on: { failed: hangup }, next: hangup }
`;
  const { diagnostics } = compileFlow({ file: 'case.yaml', text });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return diagnostics.filter(({ code }) => code === 'initial-as-answer').length;
}

test.each<[string, Survey]>([
  ['completed', {}],
  ['abgeschlossen', { initial: 'abgeschlossen' }],
  ['terminado', { initial: 'terminado' }],
  ['what only a request brings about', { initial: 'voted' }],
  ['a flag', { initial: 'true', begun: 'false', refused: 'false' }],
])('%s is no beginning', (_, survey) => {
  expect(countReported(survey)).toBe(1);
});

test.each<[string, Survey]>([
  ['another value', { initial: 'not_reached', value: 'completed' }],
  ['a value that the first step replaces', { first: 'set: { result: started }' }],
  [
    'a value that another step takes back',
    { done: 'done: { set: { result: completed } }\n  more_of: { set: { result: thanked } }' },
  ],
  [
    'a value behind which somebody is asked',
    {
      afterwards:
        'menu: { prompt: "For more, press 1.", choices: [{ key: 1, goto: vote }] }, on: { exhausted: bye }',
    },
  ],
  [
    'a value behind which a call goes on',
    { afterwards: "connect: { to: '+442079460101', ring: 20s }, on: { unreached: bye }, next: hangup" },
  ],
  ['a value that is computed', { done: "done: { set: { result: '${vars.vote}' } }" }],
  ['a value that stands for no end', { initial: 'open', value: 'open' }],
  [
    'a value that silence gives, too',
    {
      initial: 'nobody',
      done: 'done: { set: { vote: sent }, next: thanks }\n  silent: { set: { result: nobody }, next: bye }',
    },
  ],
  [
    'how the call has ended',
    { report: "{ result: '${vars.result}', vote: '${vars.vote}', ended: '${call.reason}' }" },
  ],
  [
    'a flag that is only taken back',
    { initial: 'true', begun: 'false', refused: 'false', done: 'done: { set: { vote: sent } }' },
  ],
])('%s is left alone', (_, survey) => {
  expect(countReported(survey)).toBe(0);
});
