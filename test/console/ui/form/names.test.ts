import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { asProblem } from '../../../../src/console/api/problem.ts';
import { FLOW_NAME, ID, PHONE_NUMBER, PROJECT_ID, readName } from '../../../../src/console/ui/form/names.ts';
import { FormValues } from '../../../../src/console/ui/form/values.ts';

function read(text: string, kind: typeof ID): string {
  const data = new FormData();
  data.set('id', text);
  try {
    return readName(new FormValues(data), 'id', kind);
  } catch (error) {
    return JSON.stringify(asProblem(error).details);
  }
}

test('names that the API has addresses for are taken without the spaces around them', () => {
  expect(read(' main ', ID)).toBe('main');
  expect(read('2nd-line', ID)).toBe('2nd-line');
  expect(read('a'.repeat(64), ID)).toBe('a'.repeat(64));
  expect(read('p'.repeat(40), PROJECT_ID)).toBe('p'.repeat(40));
  expect(read('+49151123', PHONE_NUMBER)).toBe('+49151123');
});

test('other names concern their field and say what to type', () => {
  expect(JSON.parse(read('a'.repeat(200), ID))).toEqual({
    errors: [
      { pointer: '/id', detail: 'type lower-case letters, digits and hyphens, at most 64 characters' },
    ],
  });
  for (const text of ['a'.repeat(65), 'Main', 'a b', 'a/b', '..', '-a'])
    expect(read(text, ID)).toContain('/id');
  for (const text of ['p'.repeat(41), '2shop']) expect(read(text, PROJECT_ID)).toContain('/id');
  for (const text of ['030 555', '+49 151', `+${'1'.repeat(16)}`])
    expect(read(text, PHONE_NUMBER)).toContain('/id');
});

/** Returns the pattern of a part of an address of the API. */
function findPattern(path: string, name: string): string | undefined {
  const { paths } = JSON.parse(readFileSync('schemas/openapi.json', 'utf8')) as {
    paths: Record<string, { put: { parameters: { name: string; schema: { pattern?: string } }[] } }>;
  };
  const parameters = paths[`/api/v1/projects/{project}${path}`]?.put.parameters ?? [];
  return parameters.find((parameter) => parameter.name === name)?.schema.pattern;
}

test('names of flows have the pattern of the schema of flows', () => {
  const schema = JSON.parse(readFileSync('schemas/flow.schema.json', 'utf8')) as {
    properties: { name: { pattern: string } };
  };
  expect(FLOW_NAME.pattern.source).toBe(schema.properties.name.pattern);
});

test('names have the patterns of the API', () => {
  expect(findPattern('/routes/{id}', 'id')).toBe(ID.pattern.source);
  expect(findPattern('/campaigns/{id}', 'id')).toBe(ID.pattern.source);
  expect(findPattern('', 'project')).toBe(PROJECT_ID.pattern.source);
  expect(findPattern('/do-not-call/{number}', 'number')).toBe(PHONE_NUMBER.pattern.source);
});
