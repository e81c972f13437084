/** Names that every object of JavaScript has, in all places where a flow, a caller or a service gives names. */
import { expect, test } from 'vitest';
import { runnable, type WebRequest } from '../../src/call/index.ts';
import { flowOf } from '../builders/flow.ts';
import { callOn } from './several-flows.ts';
import { Script } from './script.ts';

/** The only one that is spelt like the names of a flow. */
const NAME = 'constructor';

test(`${NAME} is the name of a flow and of everything in it`, () => {
  const call = callOn(
    `
name: main
vars: { ${NAME}: x, found: '', answer: '' }
prompts: { ${NAME}: The prompt. }
hours: { ${NAME}: { timezone: UTC, open: { mon-sun: 00:00-24:00 } } }
tables:
  ${NAME}: [{ key: ${NAME}, ${NAME}: one }, { key: other, ${NAME}: two }]
steps:
  hello: { say: 'Hello \${vars.${NAME}}.' }
  prompted: { say: ${NAME} }
  opened: { hours: ${NAME}, on: { closed: hangup } }
  find: { lookup: { table: ${NAME}, key: '\${"${NAME}"}', save: { found: ${NAME} } }, on: { not_found: hangup } }
  found: { say: 'Found \${vars.found}.' }
  more: { set: { ${NAME}: z } }
  other: { run: { flow: ${NAME}, with: { ${NAME}: '\${vars.${NAME}}' }, save: { answer: ${NAME} } }, on: { ${NAME}: ${NAME} }, next: hangup }
  ${NAME}: { say: 'Now \${vars.${NAME}} and \${vars.answer}.' }
  menu: { menu: { prompt: Press 1., choices: [{ key: 1, set: { ${NAME}: k }, goto: bye }] }, on: { exhausted: bye } }
  bye: { hangup: 'Bye \${vars.${NAME}}.' }
`,
    `
name: ${NAME}
params: { ${NAME}: string }
returns: { ${NAME}: 'params.${NAME} + "!"' }
steps:
  ${NAME}: { return: ${NAME} }
`,
  );
  call.incoming();
  call.connected();
  for (let text = ''; text !== call.told.at(-1);) {
    text = call.told.at(-1) ?? '';
    if (text.startsWith('play')) call.played();
  }
  call.presses('1');
  expect(
    call.told.filter((command) => command.startsWith('play')).map((command) => command.slice(5)),
  ).toEqual(['Hello x.', 'The prompt.', 'Found one.', 'Now z and z!.', 'Bye k.']);
});

test.each(Object.getOwnPropertyNames(Object.prototype))(
  '%s is a key, a case and a field like others',
  (name) => {
    const flow = flowOf(`
    vars: { found: none, answer: none, key: ${name} }
    tables: { names: [{ key: other, said: wrong }, { key: ${name}, said: right }], empty: { other: 1 } }
    steps:
      absent: { lookup: { table: empty, key: "\${vars.key}" }, on: { not_found: find }, next: hangup }
      find: { lookup: { table: names, key: "\${vars.key}", save: { found: said } }, on: { not_found: hangup } }
      ask:
        http:
          post: https://names.example/\${vars.key}
          json: { ${name}: "\${vars.found}", inner: { ${name}: [1] } }
          query: { ${name}: q }
          save: { answer: "\${response.json.${name}}" }
        on: { failed: hangup }
      choose:
        switch:
          value: vars.key
          cases: { other: hangup, ${name}: told }
        next: hangup
      told: { say: "\${vars.found} \${vars.answer}." }
  `);
    const call = new Script(runnable(flow));
    const requests: WebRequest[] = [...call.incoming().requests];
    const [request] = requests;
    expect(request?.url).toBe(`https://names.example/${name}?${name}=q`);
    expect(request?.body).toBe(`{"${name}":"right","inner":{"${name}":[1]}}`);
    const body = `{"${name}": "well", "more": 1}`;
    call.happens({
      type: 'answered',
      visit: request?.visit ?? 0,
      answer: { status: 200, headers: {}, body },
    });
    call.connected();
    expect(call.told.at(-1)).toBe('play right well.');
  },
);
