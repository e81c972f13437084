import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as source from '../../src/testing.ts';

test('`ringflow/testing` gives what the sources export, no more and no less', async () => {
  const door = (await import('ringflow/testing')) as object;
  expect(Object.keys(door).toSorted()).toEqual(Object.keys(source).toSorted());
});

test.each(['./testing', './testing/vitest'])('what the package exports as %s is in it', (name) => {
  const { exports } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    exports: Record<string, Record<string, string>>;
  };
  const { 'ringflow-source': _source, ...published } = exports[name] ?? {};
  expect(Object.values(published).map((path) => path.split('/')[1])).toEqual(['dist', 'bin']);
});

test('only the door for Vitest needs Vitest', () => {
  const { peerDependencies, peerDependenciesMeta, dependencies } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  ) as Record<string, Record<string, unknown>>;
  expect(peerDependencies).toEqual({ vitest: '>=5' });
  expect(peerDependenciesMeta).toEqual({ vitest: { optional: true } });
  expect(Object.keys(dependencies ?? {})).not.toContain('vitest');
});
