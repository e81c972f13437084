/** The table of error codes holds what the service answers with, and docs/errors.md is made from it. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { errorsPath, renderErrors } from '../../scripts/generate-errors.ts';
import { errors } from '../../src/service/errors/index.ts';

const root = join(import.meta.dirname, '../..');

test('the page of error codes is up to date (npm run generate)', async () => {
  expect(readFileSync(join(root, errorsPath), 'utf8')).toBe(await renderErrors());
});

const sources = globSync('src/{engine,adapters,platform/client,service}/**/*.ts', { cwd: root })
  .filter((file) => !file.startsWith('src/service/errors/'))
  .map((file) => readFileSync(join(root, file), 'utf8'));

/** Codes of errors that end a start or a job, or that other parts handle: the API does not answer with them. */
const NOT_ANSWERED = [
  'cannot_listen',
  'cdr_refused',
  'invalid_broadcast',
  'no_hook_token',
  'no_platform',
  'no_secret',
  'speech_failed',
  'speech_not_stored',
  'speech_unavailable',
  'speech_unreadable',
  'spool_in_use',
  'store_address',
  'store_foreign',
  'store_newer',
  'store_older',
  'store_outdated',
];

test('every code that is thrown is in the table', () => {
  const thrown = sources.flatMap((text) =>
    Array.from(
      text.matchAll(/(?:new (?:Refusal|Problem|TooOften|OperationalError)|refusalError)\(\s*'(\w+)'/g),
      ([, code = '']) => code,
    ),
  );
  expect(thrown.length).toBeGreaterThan(90);
  const missing = [...new Set(thrown)].filter((code) => !Object.hasOwn(errors, code));
  expect(missing.sort()).toEqual(NOT_ANSWERED);
});

test('every code of the table is used', () => {
  const all = sources.join('\n');
  expect(Object.keys(errors).filter((code) => !new RegExp(`'${code}'`).test(all))).toEqual([]);
});
