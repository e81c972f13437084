/** docs/functions.md is made from what expressions really have. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  definitions,
  evaluateExample,
  functionsPath,
  renderFunctions,
} from '../../scripts/generate-functions.ts';
import { WITHOUT_USE } from '../../scripts/reference/functions.ts';
import { FUNCTIONS } from '../../src/authoring/lsp/functions.ts';

const root = join(import.meta.dirname, '../..');

test('the page is up to date (npm run generate)', async () => {
  expect(readFileSync(join(root, functionsPath), 'utf8')).toBe(await renderFunctions());
});

test('every function that the engine has is described, or has a reason not to be', () => {
  const described = [...Object.keys(FUNCTIONS), ...Object.keys(WITHOUT_USE)];
  expect([...definitions.keys()].toSorted()).toEqual(described.toSorted());
});

test.each(Object.entries(FUNCTIONS))('an example of %s calls it', (name, { examples }) => {
  expect(examples.length).toBeGreaterThan(0);
  for (const example of examples) {
    expect(example).toContain(`${name}(`);
    expect(evaluateExample(example)).not.toBe('');
  }
});

test.each([
  ['uint', 'uint(3)'],
  ['of', 'optional.of(1).hasValue()'],
  ['none', 'optional.none().orValue(1)'],
])('%s has no use in a flow', (name, example) => {
  expect(Object.keys(WITHOUT_USE)).toContain(name);
  expect(() => evaluateExample(example)).toThrow();
});

test('the engine adds no functions to those of the library, which the page lists', () => {
  const folder = join(root, 'src/language/model');
  const adding = readdirSync(folder).filter((file) =>
    /\bregister(Function|Type)\b|enableOptionalTypes/.test(readFileSync(join(folder, file), 'utf8')),
  );
  expect(adding).toEqual([]);
});
