/** The JSON Schemas with the server that YAML editors use: completion, explanations and errors, with no network. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CompletionList, Diagnostic, Hover } from 'vscode-languageserver/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Editor, positionOf, root } from './editor.ts';

const schema = pathToFileURL(join(root, 'schemas/flow.schema.json'));
const { definitions } = JSON.parse(readFileSync(schema, 'utf8')) as {
  definitions: { step: { properties: Record<string, { $ref: string }>; oneOf: { required: [string] }[] } };
};
const verbs = definitions.step.oneOf.map(({ required: [verb] }) => verb);

interface VerbSchema {
  description: string;
  allOf?: object;
  required?: string[];
  properties?: Record<
    string,
    { description?: string; enum?: unknown[]; anyOf?: object; allOf?: object; $ref?: string }
  >;
}

function schemaOf(verb: string): VerbSchema & { verb: string } {
  const file = new URL(definitions.step.properties[verb]?.$ref ?? '', schema);
  return { verb, ...(JSON.parse(readFileSync(file, 'utf8')) as VerbSchema) };
}

const withProperties = verbs.map(schemaOf).flatMap(({ verb, properties, required = [] }) => {
  return Object.keys(properties ?? {}).length === 0 ? [] : [{ verb, properties: properties ?? {}, required }];
});

const settings = {
  yaml: {
    schemas: {
      [schema.href]: '*.flow.yaml',
      [new URL('fragment.schema.json', schema).href]: '*.part.yaml',
      [new URL('config.schema.json', schema).href]: '*.config.yaml',
    },
    schemaStore: { enable: false },
    hover: true,
    completion: true,
  },
};

let editor: Editor;
let opened = 0;

beforeAll(async () => {
  editor = new Editor(['node_modules/yaml-language-server/bin/yaml-language-server', '--stdio']);
  editor.connection.onRequest('workspace/configuration', ({ items }: { items: { section?: string }[] }) =>
    items.map(({ section }) => (section === 'yaml' ? settings.yaml : null)),
  );
  editor.connection.onRequest('client/registerCapability', () => null);
  await editor.initialize({
    workspace: { configuration: true, didChangeConfiguration: { dynamicRegistration: true } },
    textDocument: { hover: { contentFormat: ['markdown'] } },
  });
  await editor.connection.sendNotification('workspace/didChangeConfiguration', { settings });
  // The server fetches its settings later; a mistake that only the schema knows is told once it has them.
  const uri = await open('ringflow: 2\n');
  await editor.told(uri, ({ diagnostics }) => diagnostics.length > 0);
});

afterAll(async () => {
  expect(await editor.quit()).toBe(0);
});

/** Opens a flow, or a part of flows; gives its address. */
async function open(text: string, kind = 'flow'): Promise<string> {
  opened += 1;
  const uri = `file:///flows/${opened}.${kind}.yaml`;
  await editor.open(uri, text);
  return uri;
}

const head = 'ringflow: 1\nname: example\nsteps:\n  bye:\n    say: Goodbye.\n';

async function proposed(text: string, kind = 'flow'): Promise<string[]> {
  const uri = await open(text.replace('‸', ''), kind);
  const list = await editor.ask<CompletionList>('completion', uri, positionOf(text, '‸', 0));
  return list?.items.map(({ label }) => label) ?? [];
}

async function errorsIn(text: string): Promise<Diagnostic[]> {
  const uri = await open(text);
  return editor.told(uri, () => true);
}

async function hover(text: string, part: string): Promise<string> {
  const found = await editor.ask<Hover>('hover', await open(text), positionOf(text, part));
  const contents = found?.contents;
  return contents && typeof contents === 'object' && 'value' in contents
    ? contents.value.replaceAll('\\', '')
    : '';
}

describe('completes', () => {
  test('the verbs of a step, and what stands beside them', async () => {
    expect(await proposed(`${head}  main:\n    m‸\n`)).toEqual(
      expect.arrayContaining([...verbs, 'next', 'on', 'note']),
    );
  });

  test('the keys of the flow', async () => {
    expect(await proposed('ringflow: 1\n‸\n')).toEqual(
      expect.arrayContaining(['name', 'vars', 'prompts', 'always', 'steps', 'limits']),
    );
  });

  test('what stands by default in the steps of a verb', async () => {
    const labels = await proposed(`${head}defaults:\n  menu:\n    ‸\n`);
    expect(labels).toEqual(expect.arrayContaining(['attempts', 'timeout', 'no_input']));
    expect(labels).not.toContain('choices');
  });

  test('the keys of a file that flows import, and its steps', async () => {
    const labels = await proposed('ringflow: 1\n‸\n', 'part');
    expect(labels).toEqual(expect.arrayContaining(['imports', 'prompts', 'hours', 'tables', 'steps']));
    expect(labels).not.toContain('name');
    expect(await proposed('ringflow: 1\nsteps:\n  bye:\n    s‸\n', 'part')).toContain('say');
  });

  test.each(withProperties)('every property of $verb', async ({ verb, properties }) => {
    expect(await proposed(`${head}  main:\n    ${verb}:\n      ‸\n`)).toEqual(
      expect.arrayContaining(Object.keys(properties)),
    );
  });

  test('what a prompt can be made of', async () => {
    expect(await proposed(`${head}  main:\n    say:\n      ‸\n`)).toEqual(
      expect.arrayContaining(['text', 'ssml', 'stored', 'url']),
    );
  });

  test.each(
    withProperties.flatMap(({ verb, properties }) =>
      Object.entries(properties).flatMap(([name, { enum: words }]) =>
        words === undefined ? [] : [{ verb, name, words: words.map(String) }],
      ),
    ),
  )('every value of $name in $verb', async ({ verb, name, words }) => {
    const labels = await proposed(`${head}  main:\n    ${verb}:\n      ${name}: ‸\n`);
    expect(labels.map((label) => label.replaceAll('"', ''))).toEqual(expect.arrayContaining(words));
  });

  test.each(withProperties.filter(({ required }) => required.length > 0))(
    'a verb with what it needs: $verb with $required',
    async ({ verb, required }) => {
      const text = `${head}  main:\n    ${verb.slice(0, -1)}‸\n`;
      const list = await editor.ask<CompletionList>(
        'completion',
        await open(text.replace('‸', '')),
        positionOf(text, '‸', 0),
      );
      const inserted = list?.items.find(({ label }) => label === verb)?.insertText ?? '';
      for (const name of required) expect(inserted).toMatch(new RegExp(`^ +${name}:`, 'm'));
    },
  );

  test('the properties of a choice, but not those that are there', async () => {
    const labels = await proposed(
      `${head}  main:\n    menu:\n      prompt: Press 1.\n      choices:\n        - key: 1\n          ‸\n`,
    );
    expect(labels).toContain('goto');
    expect(labels).not.toContain('key');
  });

  test('the values of a property', async () => {
    expect(await proposed(`${head}vars:\n  tier:\n    type: ‸\n`)).toEqual([
      'string',
      'int',
      'double',
      'bool',
    ]);
  });
});

describe('explains', () => {
  // The server shows the description of what an `allOf` holds in place of the verb's own.
  const described = verbs.map(schemaOf).filter(({ allOf }) => allOf === undefined);

  test.each(described)('the verb $verb', async ({ verb, description }) => {
    expect(await hover(`${head}  main:\n    ${verb}:\n`, `  ${verb}`)).toContain(description);
  });

  test.each(
    withProperties.flatMap(({ verb, properties }) =>
      Object.entries(properties).map(([name, { description, anyOf: several, allOf: whole, $ref: named }]) => {
        // The server shows the description of what stands there in place of the property's own.
        return (several ?? whole ?? named) ? { verb, name } : { verb, name, description };
      }),
    ),
  )('$name of $verb', async ({ verb, name, description = '' }) => {
    const shown = await hover(`${head}  main:\n    ${verb}:\n      ${name}: 1\n`, `      ${name}`);
    expect(shown).not.toBe('');
    // What stands in angle brackets is escaped as Markdown.
    expect(shown).toContain(description.split(/[<`*_]/)[0]);
  });

  test('a property of a verb', async () => {
    const text = `${head}  main:\n    menu:\n      prompt: Press 1.\n      attempts: 2\n`;
    expect(await hover(text, 'attempts')).toContain(
      'Number of times the question is asked before the outcome',
    );
  });

  test('a property that several verbs share', async () => {
    expect(await hover(`${head}  main:\n    collect:\n      timeout: 4s\n`, 'timeout')).toContain(
      'Time to wait for the first key',
    );
  });
});

describe('shows', () => {
  test.each([
    [
      'a value of the wrong type',
      'menu: { prompt: Hi., choices: [{ key: 1, goto: bye }], attempts: many }',
      'Incorrect type',
    ],
    ['a property that does not exist', "connect: { to: '+4930111', rings: 5s }", 'rings is not allowed'],
    ['a property that is missing', 'menu: { prompt: Press 1. }', 'Missing property "choices"'],
    [
      'a value out of bounds',
      'menu: { prompt: Hi., choices: [{ key: 1, goto: bye }], attempts: 0 }',
      'minimum',
    ],
    ['two verbs in one step', 'say: Hi.\n    hangup:', 'Matches multiple schemas'],
  ])('%s', async (_what, body, message) => {
    const errors = await errorsIn(`${head}  main:\n    ${body}\n`);
    expect(errors).toEqual([
      expect.objectContaining({ message: expect.stringContaining(message) as unknown }),
    ]);
  });
});

test.each(globSync('flows/*/flow.yaml', { cwd: root }))(
  '%s finds its schema by itself, and fits it',
  async (path) => {
    const uri = pathToFileURL(join(root, path)).href;
    const text = readFileSync(join(root, path), 'utf8');
    await editor.open(uri, text);
    expect(await editor.told(uri, () => true)).toEqual([]);
    const found = await editor.ask<Hover>('hover', uri, positionOf(text, '\nsteps'));
    expect(JSON.stringify(found?.contents)).toContain('in the order in which a caller reaches them');
  },
);

describe('a configuration file', () => {
  test('has its keys and values proposed', async () => {
    expect(await proposed('host: 0.0.0.0\n‸', 'config')).toEqual(
      expect.arrayContaining(['port', 'store', 'egress']),
    );
    expect(await proposed('log_level: ‸', 'config')).toEqual(expect.arrayContaining(['debug', 'silent']));
  });

  test('that takes what it can from elsewhere has no mistake, and a key that there is not is one', async () => {
    const fine = "port: ${PORT:-8080}\nmetrics: ${METRICS}\nroutes: { '+4930123': desk }\negress: [a.test]\n";
    const mistakesIn = async (text: string) => editor.told(await open(text, 'config'), () => true);
    expect(await mistakesIn(fine)).toEqual([]);
    expect(await mistakesIn('porf: 1\n')).toEqual([
      expect.objectContaining({ message: expect.stringContaining('porf') as string }),
    ]);
  });
});
