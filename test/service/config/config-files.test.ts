import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError } from '../../../src/service/config/error.ts';
import { addSettingFiles } from '../../../src/service/config/secret-files.ts';
import { readConfig } from '../../../src/service/config/config.ts';
import { useFolders } from '../../authoring/flow-files/folder.ts';

const newFolder = useFolders();

/** The lines with which files are refused. */
function refused(environment: Record<string, string>): string[] {
  try {
    addSettingFiles(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.lines;
    throw error;
  }
  throw new Error('the files were taken');
}

test.each(['', ' ', '\n', '\t '])(
  'a setting of Ringflow that is %j in the environment is not set',
  (text) => {
    const file = newFolder().write('token', 'from-the-file');
    const environment = { RINGFLOW_TOKEN: text, RINGFLOW_URL: text, RINGFLOW_STORE: 's', CRM_URL: text };
    expect(addSettingFiles(environment)).toEqual({ RINGFLOW_STORE: 's', CRM_URL: text });
    expect(addSettingFiles({ RINGFLOW_TOKEN: text, RINGFLOW_TOKEN_FILE: file })).toMatchObject({
      RINGFLOW_TOKEN: 'from-the-file',
    });
  },
);

describe('a setting in a file', () => {
  test('is read as if it stood in the environment, every secret one among them', () => {
    const folder = newFolder();
    const secrets = {
      RINGFLOW_APP_KEY: 'the-app-key',
      RINGFLOW_HOOK_TOKEN: 'a-token-of-16-chars-or-more',
      RINGFLOW_SECRET_KEY: 'the new key of the store\nthe old key of the store',
      RINGFLOW_SMS_APP_ID: 'sms',
      RINGFLOW_SMS_APP_KEY: 'the-sms-key',
      RINGFLOW_STORE: 'redis://:password@localhost:6379',
    };
    const environment = Object.fromEntries(
      Object.entries(secrets).map(([name, text]) => [`${name}_FILE`, folder.write(name, `${text}\n`)]),
    );
    const flags = { port: '1', platformUrl: 'https://p.test', appId: 'a', publicUrl: 'https://i.test' };
    const config = readConfig({ flags, environment, defaults: {}, local: false });
    expect(config).toMatchObject({
      platform: { appKey: secrets.RINGFLOW_APP_KEY },
      hookToken: secrets.RINGFLOW_HOOK_TOKEN,
      secretKeys: secrets.RINGFLOW_SECRET_KEY.split('\n'),
      projects: { sms: { appKey: secrets.RINGFLOW_SMS_APP_KEY } },
      store: { kind: 'redis', address: secrets.RINGFLOW_STORE },
    });
  });

  test('is none of those of flows, and no file is looked for under an empty name', () => {
    const environment = { CRM_TOKEN_FILE: '/no/such/file', RINGFLOW_APP_KEY_FILE: '' };
    expect(addSettingFiles(environment)).toEqual({ CRM_TOKEN_FILE: '/no/such/file' });
  });

  test('that cannot be read, is empty or is given twice is told, and what it holds is not', () => {
    const folder = newFolder();
    const empty = folder.write('empty', ' \n');
    const good = folder.write('good', 'the-app-key');
    const missing = join(folder.path, 'missing');
    expect(
      refused({
        RINGFLOW_SECRET_KEY_FILE: missing,
        RINGFLOW_HOOK_TOKEN_FILE: empty,
        RINGFLOW_APP_KEY_FILE: good,
        RINGFLOW_APP_KEY: 'another-key',
        RINGFLOW_STORE_FILE: folder.path,
      }),
    ).toEqual([
      `RINGFLOW_SECRET_KEY_FILE is "${missing}", which cannot be read: ENOENT`,
      `RINGFLOW_HOOK_TOKEN_FILE is "${empty}", which is empty`,
      'RINGFLOW_APP_KEY and RINGFLOW_APP_KEY_FILE are both set: expected one',
      `RINGFLOW_STORE_FILE is "${folder.path}", which cannot be read: EISDIR`,
    ]);
  });
});
