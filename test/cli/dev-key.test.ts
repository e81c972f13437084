import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addDevKey } from '../../src/cli/author/dev-key.ts';
import { readConfig } from '../../src/service/config/config.ts';
import type { Config } from '../../src/service/config/config.ts';
import { useFolders } from '../authoring/flow-files/folder.ts';

const newFolder = useFolders();

function config(store: string, environment: Record<string, string> = {}): Config {
  return readConfig({
    flags: { port: '0', store, platformUrl: 'http://127.0.0.1:9', appId: 'app', appKey: 'key' },
    environment,
    defaults: { hookToken: 'a-token-for-this-test' },
    local: true,
  });
}

describe('the key of dev', () => {
  test('is made once beside the store, for its user only', () => {
    const store = `sqlite:${join(newFolder().path, 'new', 'dev.sqlite')}`;
    const {
      secretKeys: [key = ''],
      store: kept,
    } = addDevKey(config(store));
    const file = kept.kind === 'sqlite' ? `${kept.file}.key` : '';
    expect(Buffer.from(key, 'base64')).toHaveLength(32);
    expect(readFileSync(file, 'utf8')).toBe(key);
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(addDevKey(config(store)).secretKeys).toEqual([key]);
  });

  test('is the one that is set, where one is', () => {
    const environment = { RINGFLOW_SECRET_KEY: 'a passphrase that is long enough' };
    const store = `sqlite:${newFolder().path}/dev.sqlite`;
    expect(addDevKey(config(store, environment)).secretKeys).toEqual([environment.RINGFLOW_SECRET_KEY]);
  });

  test('is not needed where nothing is kept', () => {
    expect(addDevKey(config('memory:')).secretKeys).toEqual([]);
  });

  test('that cannot be kept is told in one line', () => {
    const file = newFolder().write('file', '');
    expect(() => addDevKey(config(`sqlite:${file}/dev.sqlite`))).toThrow(
      /the key of the store cannot be saved/,
    );
  });
});
