import { Ajv } from 'ajv';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { describe, expect, test } from 'vitest';
import { checkDocument, parseDocument, compileSchemas } from '../../../../src/language/compiler/index.ts';
import { flowSchemas } from '../../../../src/language/compiler/schema/flow-schema.ts';
import { verbs } from '../../../../src/language/compiler/verbs/index.ts';
import { collectDiagnostics } from '../../../../src/language/diagnostics/index.ts';

const folder = join(import.meta.dirname, '../../../../schemas');
const files = [
  'flow.schema.json',
  'fragment.schema.json',
  ...readdirSync(join(folder, 'verbs')).map((name) => `verbs/${name}`),
];

function flowValidator() {
  const ajv = new Ajv({ allowUnionTypes: true });
  ajv.addVocabulary(['x-ringflow', 'x-ringflow-type']);
  for (const schema of flowSchemas) ajv.addSchema(schema);
  return ajv.getSchema('flow.schema.json');
}

describe('the schemas of the language', () => {
  test('are all known to the compiler, under the path of their file', () => {
    expect(flowSchemas.map(({ $id }) => $id).toSorted()).toEqual(files.toSorted());
  });

  test('are JSON Schemas that a validator takes, in strict mode', () => {
    expect(flowValidator()).toBeTypeOf('function');
  });

  const every = globSync('**/*.schema.json', { cwd: folder });

  test.each(every)('%s describes each of its properties and definitions', (file) => {
    const silent: string[] = [];
    const look = (schema: Record<string, unknown>, path: string): void => {
      for (const kind of ['properties', 'definitions', '$defs'])
        for (const [name, inner] of Object.entries((schema[kind] ?? {}) as Record<string, object>)) {
          const described = 'description' in inner || '$ref' in inner;
          if (!described) silent.push(`${path}/${kind}/${name}`);
        }
      for (const [key, inner] of Object.entries(schema))
        if (typeof inner === 'object' && inner !== null)
          look(inner as Record<string, unknown>, `${path}/${key}`);
    };
    look(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, unknown>, '');
    expect(silent).toEqual([]);
  });

  test('have a schema for every verb of the table, and a place for it in a step', () => {
    const [flow] = flowSchemas;
    const step = (flow as { definitions: { step: { properties: object; oneOf: { required: string[] }[] } } })
      .definitions.step;
    expect(step.oneOf.flatMap(({ required }) => required).toSorted()).toEqual([...verbs.keys()].toSorted());
    expect(Object.keys(step.properties)).toEqual(expect.arrayContaining([...verbs.keys()]));
  });

  test('agree with the compiler on what a good flow is', () => {
    const validate = flowValidator();
    const cases = join(import.meta.dirname, '../cases/ok');
    for (const name of readdirSync(cases)) {
      const text = readFileSync(join(cases, name), 'utf8');
      expect(validate?.(parse(text)), `${name}: ${JSON.stringify(validate?.errors)}`).toBe(true);
    }
  });
});

const animal = compileSchemas([
  {
    $id: 'zoo.json',
    description: 'An animal.',
    type: 'object',
    required: ['name'],
    additionalProperties: false,
    properties: {
      name: { description: 'Its name.', type: 'string', minLength: 1 },
      age: { description: 'In years.', type: 'integer', minimum: 0, maximum: 200 },
      weight: { description: 'In kilograms.', type: 'number', minimum: 0 },
      tag: { description: 'As printed.', type: ['string', 'integer'], pattern: '^[0-9]+$' },
      legs: { description: 'How many.', enum: [2, 4, 'many'] },
      tame: { description: 'Whether it bites.', type: 'boolean' },
      eats: {
        description: 'Food, or foods.',
        anyOf: [{ type: 'string' }, { type: 'array', minItems: 1, maxItems: 2, items: { type: 'string' } }],
      },
      home: {
        description: 'Where it lives.',
        anyOf: [
          {
            type: 'object',
            additionalProperties: false,
            properties: { cage: { description: 'Number.', type: 'integer' } },
          },
          {
            type: 'object',
            additionalProperties: { type: 'string' },
            propertyNames: { pattern: '^[a-z]{2}$' },
          },
        ],
      },
      young: { description: 'Its children.', type: 'array', items: { $ref: '#' } },
      friend: { description: 'Another one.', $ref: '#/definitions/friend' },
    },
    definitions: {
      friend: { description: 'A friend.', type: 'string', 'x-ringflow': 'step' },
    },
  },
])('zoo.json');

function check(text: string) {
  const { report, diagnostics } = collectDiagnostics('zoo.yaml');
  const document = parseDocument(text, report);
  if (!document) throw new Error('no document');
  const checked = checkDocument(document, animal, report);
  const told = diagnostics.map(({ code, span, message }) => `${span.start.column} ${code}: ${message}`);
  return { ...checked, told, diagnostics };
}

describe('a document held against a schema', () => {
  test.each([
    ['{ name: Leo }', { name: 'Leo' }],
    ['{ name: Leo, age: 3, weight: 1, tame: false }', { name: 'Leo', age: 3, weight: 1, tame: false }],
    ['{ name: Leo, tag: 007 }', { name: 'Leo', tag: '007' }],
    ['{ name: Leo, legs: 4 }', { name: 'Leo', legs: 4 }],
    ['{ name: Leo, eats: meat }', { name: 'Leo', eats: 'meat' }],
    ['{ name: Leo, eats: [meat, fish] }', { name: 'Leo', eats: ['meat', 'fish'] }],
    ['{ name: Leo, home: { cage: 3 } }', { name: 'Leo', home: { cage: 3 } }],
    ['{ name: Leo, home: { de: Zoo } }', { name: 'Leo', home: { de: 'Zoo' } }],
    [
      '{ name: Leo, young: [{ name: Lea, young: [] }] }',
      { name: 'Leo', young: [{ name: 'Lea', young: [] }] },
    ],
  ])('%s becomes plain data', (text, value) => {
    expect(check(text)).toMatchObject({ value, told: [] });
  });

  test.each([
    ['text', '1 wrong-type: expected a map (key: value), found the text "text"'],
    ['{}', '1 missing-key: the key "name" is missing'],
    ['{ name: 5 }', '9 wrong-type: expected text, found the number 5'],
    ['{ name: "" }', '9 bad-value: the text is empty'],
    ['{ name: Leo, age: three }', '19 wrong-type: expected a whole number, found the text "three"'],
    ['{ name: Leo, age: 3.5 }', '19 wrong-type: expected a whole number, found the number 3.5'],
    ['{ name: Leo, age: 201 }', '19 bad-value: found 201; expected 0 to 200'],
    ['{ name: Leo, weight: -1 }', '22 bad-value: found -1; expected at least 0'],
    ['{ name: Leo, weight: .inf }', '22 bad-value: .inf is too large to be stored exactly'],
    ['{ name: Leo, tag: A7 }', '19 bad-value: "A7" does not have the right form'],
    ['{ name: Leo, legs: 3 }', '20 bad-value: found 3; expected 2, 4 or "many"'],
    ['{ name: Leo, tame: yes }', '20 wrong-type: expected true or false, found the text "yes"'],
    ['{ name: Leo, eats: }', '20 wrong-type: expected text or a list, found nothing'],
    ['{ name: Leo, eats: [] }', '20 bad-value: found a list of 0; expected at least 1'],
    ['{ name: Leo, eats: [a, b, c] }', '20 bad-value: found a list of 3; expected at most 2'],
    ['{ name: Leo, eats: [meat, 5] }', '27 wrong-type: expected text, found the number 5'],
    ['{ name: Leo, home: { cgae: 3 } }', '22 unknown-key: unexpected key "cgae"; expected "cage"'],
    ['{ name: Leo, home: { de: 1 } }', '26 wrong-type: expected text, found the number 1'],
    ['{ name: Leo, young: [{ name: Lea }, { age: 1 }] }', '39 missing-key: the key "name" is missing'],
  ])('%s is told', (text, told) => {
    expect(check(text).told).toEqual([expect.stringContaining(told)]);
  });

  test('keeps what is right beside what is wrong', () => {
    const { value, told, broken } = check('{ name: Leo, age: three, tag: 5, young: [{ name: Lea }, 5] }');
    expect(value).toEqual({ name: 'Leo', tag: '5', young: [{ name: 'Lea' }, undefined] });
    expect(told).toHaveLength(2);
    expect(broken).toEqual([['age'], ['young', 1]]);
  });

  test('does not call a misspelt key missing as well', () => {
    const { told, diagnostics } = check('{ nmae: Leo }');
    expect(told).toHaveLength(1);
    expect(diagnostics[0]).toMatchObject({
      code: 'unknown-key',
      hint: 'did you mean "name"?',
      fix: { text: 'name' },
    });
  });

  test('gives the texts that mean something, with their path', () => {
    const { references } = check('{ name: Leo, friend: lea, young: [{ name: Lea, friend: tom }] }');
    expect(references.map(({ kind, text, path }) => [kind, text, path])).toEqual([
      ['step', 'lea', ['friend']],
      ['step', 'tom', ['young', 0, 'friend']],
    ]);
  });
});

test('a schema that refers to nothing is a bug that shows at once', () => {
  expect(() => compileSchemas([{ $id: 'a.json', $ref: 'b.json#/definitions/x' }])('a.json')).toThrow(
    'b.json#/definitions/x',
  );
});
