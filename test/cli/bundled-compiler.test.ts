/** The bundle of the compiler: what is loaded from it, and when it is left alone. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const bundle = join(root, 'node_modules/.cache/ringflow');

/** Validates a flow, and returns whether the rules were loaded from their sources. */
function validate(): { printed: string; isFromSources: boolean } {
  const counting = `import module from 'node:module'; module.registerHooks({ load(url, context, next) { if (url.endsWith('rules/unused-names.ts')) console.error('from sources'); return next(url, context); } });`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--import',
      `data:text/javascript,${encodeURIComponent(counting)}`,
      'bin/ringflow.js',
      'validate',
      'flows/front-desk',
    ],
    { cwd: root, encoding: 'utf8' },
  );
  const isFromSources = stderr.includes('from sources');
  return { printed: `${stdout}${stderr.replace('from sources\n', '')}`, isFromSources };
}

test('the bundle is used until a source changes, and prints the same', () => {
  const built = spawnSync(process.execPath, ['scripts/build-compiler.ts'], { cwd: root, encoding: 'utf8' });
  expect(built.stderr).toBe('');
  expect(existsSync(join(bundle, 'compiler.js'))).toBe(true);
  const fromBundle = validate();
  expect(fromBundle.isFromSources).toBe(false);
  const [[path, time]] = JSON.parse(readFileSync(join(bundle, 'compiler.json'), 'utf8')) as [
    [string, number],
  ];
  const at = join(root, path);
  utimesSync(at, new Date(), new Date());
  const fromSources = validate();
  expect(fromSources).toEqual({ printed: fromBundle.printed, isFromSources: true });
  utimesSync(at, new Date(time), new Date(time));
});
