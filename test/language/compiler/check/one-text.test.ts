/** A single text where a list of texts may stand. */
import { expect, test } from 'vitest';
import { compileFlow } from '../../../../src/language/compiler/index.ts';

const flowWith = (list: (text: string) => string) => `ringflow: 1
name: desk
languages: ${list('en-US')}
on: { error: sorry }
defaults: { collect: { no_match: ${list('That is no number.')} } }
always: { phrases: { sorry: ${list('help')} } }
hours: { office: { timezone: Europe/Berlin, open: { mon-fri: ${list('09:00-18:00')} }, holidays: ${list('2026-12-25')} } }
vars: { city: '' }
steps:
  now: { hours: office, on: { closed: sorry } }
  main:
    menu:
      prompt: For sales press 1.
      choices: [{ key: 1, phrases: { en-US: ${list('sales')} }, goto: city }, { phrases: ${list('nothing')}, goto: hangup }]
      no_input: ${list('{ text: Are you still there?, style: gentle }')}
      no_match: ${list('sorry')}
    on: { exhausted: sorry }
  city:
    collect: { prompt: Which city?, type: text, speech: { hints: ${list('Berlin')} }, confirm: { yes: ${list('right')} }, save: city }
    on: { exhausted: sorry }
    next: sorry
  sorry: { say: [sorry, '\${vars.city}'] }
prompts: { sorry: ${list('I am sorry.')} }
`;

test('means the same as a list of one', () => {
  const [single, list] = [(text: string) => text, (text: string) => `[${text}]`].map((write) =>
    compileFlow({ file: 'flow.yaml', text: flowWith(write) }),
  );
  expect(single?.diagnostics).toEqual([]);
  expect(single?.flow).toBeDefined();
  expect(single?.flow?.version).toBe(list?.flow?.version);
});

test('may be the only imported file', () => {
  const text =
    'ringflow: 1\nname: desk\nimports: ./common.yaml\non: { error: hangup }\nsteps: { hello: { say: hello } }\n';
  const read = () => 'ringflow: 1\nprompts: { hello: Hello. }\n';
  const { flow, diagnostics } = compileFlow({ file: 'flow.yaml', text, read });
  expect(diagnostics).toEqual([]);
  expect(Object.keys(flow?.prompts ?? {})).toEqual(['hello']);
});
