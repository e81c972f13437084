/** What steps say unless they say it themselves. */
import { expect, test } from 'vitest';
import { compileFlow } from '../../../../src/language/compiler/index.ts';
import { flowSchemas } from '../../../../src/language/compiler/schema/flow-schema.ts';

interface Schema {
  $ref?: string;
  required?: string[];
  definitions?: Record<string, Schema>;
  properties?: Record<string, Schema>;
}

function machineOf(top: string, menu: string, read?: (path: string) => string | undefined): string {
  const text = `ringflow: 1
name: desk
${top}
on: { error: bye }
steps:
  main:
    menu: { prompt: Press 1., choices: [{ key: 1, goto: bye }], no_match: [No.], ${menu} }
    on: { exhausted: bye }
  bye: { say: Goodbye. }
`;
  const { flow, diagnostics } = compileFlow({ file: 'flow.yaml', text, read });
  expect(diagnostics).toEqual([]);
  return JSON.stringify(flow?.machine);
}

test('a step takes over what it does not say', () => {
  const written = machineOf('', 'attempts: 2, timeout: 4s, no_input: [Well?]');
  expect(
    machineOf('defaults: { menu: { attempts: 2, timeout: 4s, no_input: [Well?] } }', 'attempts: 2'),
  ).toBe(written);
});

test('a step keeps what it says, lists as a whole', () => {
  const written = machineOf('', 'attempts: 5, no_input: [Well?]');
  expect(
    machineOf('defaults: { menu: { attempts: 2, no_input: [A., B.] } }', 'attempts: 5, no_input: [Well?]'),
  ).toBe(written);
});

test('they are those of their own file', () => {
  const fragment = `ringflow: 1
defaults: { menu: { attempts: 1 } }
steps: { other: { menu: { prompt: Press 1., choices: [{ key: 1, goto: bye }] }, on: { exhausted: bye } } }
`;
  const read = () => fragment;
  const own = machineOf('imports: [./a.yaml]', 'attempts: 3, no_input: [Well?]', read);
  expect(machineOf('imports: [./a.yaml]', 'no_input: [Well?]', read)).toBe(own);
});

test('texts are spoken as the defaults say, named prompts as they say themselves', () => {
  const said = (top: string, body: string) => {
    const text = `ringflow: 1\nname: desk\n${top}prompts: { bye: Goodbye. }\non: { error: main }\nsteps:\n  main: { say: ${body} }\n`;
    const { flow, diagnostics } = compileFlow({ file: 'flow.yaml', text });
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    return JSON.stringify(flow?.machine);
  };
  const top = 'defaults: { say: { prosody: { rate: slow } } }\n';
  const fast = '{ text: Well., prosody: { rate: fast } }';
  expect(said(top, `[Hello there., bye, { text: Hm. }, ${fast}]`)).toBe(
    said(
      '',
      `[{ text: Hello there., prosody: { rate: slow } }, bye, { text: Hm., prosody: { rate: slow } }, ${fast}]`,
    ),
  );
  expect(said(top, 'bye')).toBe(said('', 'bye'));
  expect(said(top, 'Hello there.')).toBe(said('', '{ text: Hello there., prosody: { rate: slow } }'));
});

test('all of them are optional properties of their verbs', () => {
  const schemas = flowSchemas as unknown as Record<string, Schema & { $id: string }>;
  const files = new Map(Object.values(schemas).map((schema) => [schema.$id, schema]));
  const defaults = files.get('flow.schema.json')?.definitions?.defaults?.properties ?? {};
  const named = Object.entries(defaults).flatMap(([verb, { properties = {} }]) =>
    Object.entries(properties).map(([key, { $ref }]) => ({ verb, key, $ref })),
  );
  expect(named.length).toBeGreaterThan(0);
  const ofTexts = named.filter(({ verb }) => verb === 'say' || verb === 'play');
  for (const { key, $ref } of ofTexts) expect($ref).toBe(`#/definitions/promptPart/properties/${key}`);
  for (const { verb, key, $ref } of named.filter((one) => !ofTexts.includes(one))) {
    const schema = files.get(`verbs/${verb}.schema.json`);
    expect($ref).toBe(`verbs/${verb}.schema.json#/properties/${key}`);
    expect(schema?.properties).toHaveProperty(key);
    expect(schema?.required ?? []).not.toContain(key);
  }
});
