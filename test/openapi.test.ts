/** schemas/openapi.json is what a service says of its API. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openApi, openApiPath } from '../scripts/generate-openapi.ts';

test('the description of the API is up to date (npm run generate)', async () => {
  expect(readFileSync(join(import.meta.dirname, '..', openApiPath), 'utf8')).toBe(await openApi());
});
