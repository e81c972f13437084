import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openReferences } from '../../src/adapters/references/index.ts';
import { useFolders } from '../authoring/flow-files/folder.ts';

const newFolder = useFolders();
const environment = { RINGFLOW_PROJECT_KEY: 'from-the-environment', RINGFLOW_PROJECT_EMPTY: '' };

/** A directory for secrets, with what lies around it. */
function scene() {
  const { path, write } = newFolder();
  const directory = join(path, 'secrets');
  mkdirSync(directory);
  write('secrets/key', 'from-a-file\n');
  write('outside', 'not-for-projects');
  return { path, write, directory, ...openReferences({ environment, directory }) };
}

describe('a reference', () => {
  test('gives what stands in the environment, or in a file without the end of its line', () => {
    const { read, unreadable, directory } = scene();
    expect(read('env:RINGFLOW_PROJECT_KEY')).toBe('from-the-environment');
    expect(read(`file:${directory}/key`)).toBe('from-a-file');
    expect(unreadable(`file:${directory}/key`)).toBeUndefined();
  });

  test('gives what a file holds now, and follows links as long as they stay in the directory', () => {
    const { read, directory, write } = scene();
    mkdirSync(join(directory, '..data'));
    write('secrets/..data/rotated', 'one');
    symlinkSync(join(directory, '..data/rotated'), join(directory, 'rotated'));
    expect(read(`file:${directory}/rotated`)).toBe('one');
    write('secrets/..data/rotated', 'two');
    expect(read(`file:${directory}/rotated`)).toBe('two');
  });

  test('leads out of the directory neither by its path nor by a link', () => {
    const { unreadable, directory, path } = scene();
    symlinkSync(join(path, 'outside'), join(directory, 'link'));
    for (const place of [
      `${path}/outside`,
      `${directory}/../outside`,
      `${directory}/link`,
      directory,
      '/etc/hostname',
    ])
      expect(unreadable(`file:${place}`), place).toMatch(/no readable file below .*--secrets-dir/);
  });

  test.each([
    'env:PATH',
    'env:RINGFLOW_PROJECT_EMPTY',
    'env:__proto__',
    'env:toString',
    'env:',
    'vault:x',
    '',
    'file:nowhere',
  ])('%j that gives nothing says so by itself', (reference) => {
    const { read, unreadable } = scene();
    expect(unreadable(reference)).toContain(`${reference}: `);
    expect(() => read(reference)).toThrow(expect.objectContaining({ code: 'no_secret', retryable: false }));
  });

  test('to what is no credential is refused without being told', () => {
    const { unreadable, directory, write } = scene();
    for (const [at, text] of ['two\nlines', 'with space', 'x'.repeat(1_001), '\n', 'ü'].entries()) {
      write(`secrets/${at}`, text);
      const why = unreadable(`file:${directory}/${at}`) ?? '';
      expect(why).toContain('not a credential of 1 to 1000');
      expect(why.includes(text) && text.trim() !== '').toBe(false);
    }
  });
});
