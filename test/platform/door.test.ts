import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as source from '../../src/platform.ts';

test('`ringflow/platform` gives what the sources export, no more and no less', async () => {
  const door = (await import('ringflow/platform')) as object;
  expect(Object.keys(door).toSorted()).toEqual(Object.keys(source).toSorted());
});

test('what the package exports is in it', () => {
  const { exports, files } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  ) as {
    exports: Record<string, string | Record<string, string>>;
    files: string[];
  };
  const { 'ringflow-source': _source, ...published } = exports['./platform'] as Record<string, string>;
  expect(Object.values(published).map((path) => path.split('/')[1])).toEqual(['dist', 'bin']);
  expect(files).toEqual(expect.arrayContaining(['dist', 'bin', 'schemas']));
});
