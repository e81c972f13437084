/** schemas/openapi.json is what a service says of its API. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { openApi, openApiPath } from '../../../scripts/generate-openapi.ts';
import { errors } from '../../../src/service/errors/index.ts';
import { codesOf, described } from './api/documented.ts';

const root = join(import.meta.dirname, '../../..');

test('the description of the API is up to date (npm run generate)', async () => {
  expect(readFileSync(join(root, openApiPath), 'utf8')).toBe(await openApi());
});

test('it is OpenAPI 3.1', async () => {
  expect(await new Validator().validate({ ...described })).toEqual({ valid: true });
});

const operations = Object.values(described.paths).flatMap((methods) => Object.values(methods)) as {
  operationId: string;
  responses: Record<string, unknown>;
}[];
const VERBS =
  /^(get|list|create|put|delete|revoke|upload|draw|compare|run|deploy|rollBack|place|export|send|end|cancel|watch|load|add|remove|start|pause|resume|stop|preview|repeat|withdraw)[A-Z][A-Za-z]+$/;

describe('each operation', () => {
  test('has a name of its own that begins with a verb', () => {
    const names = operations.map(({ operationId }) => operationId);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !VERBS.test(name))).toEqual([]);
  });

  test('tells of refusals by codes of our own', () => {
    for (const { operationId, responses } of operations) {
      const statuses = Object.keys(responses)
        .map(Number)
        .filter((status) => status >= 400);
      expect(statuses, operationId).toEqual(expect.arrayContaining([401, 429, 500, 503]));
      for (const status of statuses) {
        expect(codesOf(responses, status), `${operationId} ${status}`).not.toEqual([]);
        for (const code of codesOf(responses, status)) expect(code).toMatch(/^(?!fst_)[a-z]+(_[a-z]+)*$/);
      }
    }
  });
});

const documented = new Set(
  operations.flatMap(({ responses }) =>
    Object.keys(responses).flatMap((status) => codesOf(responses, Number(status))),
  ),
);

/** Codes of the hooks, of `/readyz` and of `dev`, which are no operations of the API. */
const OUTSIDE = [
  'address',
  'draining',
  'encrypted',
  'not_local',
  'not_ready',
  'secrets_busy',
  'spool_failed',
  'spool_full',
  'too_many_notifications',
  'too_old',
];

test('operations tell of every code of the table, except those of other endpoints', () => {
  expect(
    Object.keys(errors)
      .filter((code) => !documented.has(code))
      .sort(),
  ).toEqual(OUTSIDE);
  expect([...documented].filter((code) => !Object.hasOwn(errors, code))).toEqual([]);
});

test('every code of a store that is in the table of error codes is told of', () => {
  const [, section = ''] = readFileSync(join(root, 'docs/operations.md'), 'utf8').split('## Error codes');
  const [table = ''] = section.split('\n## ');
  const codes = Array.from(
    table.matchAll(/^\| `((?:store|record|document)_\w+|sealed)`/gm),
    ([, code = '']) => code,
  );
  const ofStart = ['store_address', 'store_newer', 'store_older', 'store_outdated', 'store_foreign'];
  expect(codes.length).toBeGreaterThan(10);
  expect(codes.filter((code) => !documented.has(code) && !ofStart.includes(code))).toEqual([]);
});
