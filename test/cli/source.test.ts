/** Where commands look for calls: a flag wins over the environment, that over `login`, and that over the file of this folder. */
import { describe, expect, test } from 'vitest';
import { findCredentials, saveCredentials, parseServiceUrl } from '../../src/cli/operate/credentials.ts';
import { isAtService } from '../../src/cli/operate/source.ts';
import { addSettingFiles } from '../../src/service/config/secret-files.ts';
import { useFolders } from '../authoring/flow-files/folder.ts';

const newFolder = useFolders();
const url = 'https://ivr.example.com';
const store = 'sqlite:calls.sqlite';

/** The environment of somebody who has logged in, or has not. */
function environmentOf(logged: 'in' | 'out', variables: Record<string, string> = {}) {
  const config = newFolder().path;
  const environment = { XDG_CONFIG_HOME: config, APPDATA: config, ...variables };
  if (logged === 'in') saveCredentials({ url, key: 'rf_key' }, environment);
  return environment;
}

test.each([
  ['a store by a flag', { store }, 'in', { RINGFLOW_URL: url }, false],
  ['a service by a flag', { url }, 'out', { RINGFLOW_STORE: store }, true],
  ['a store in the environment', {}, 'in', { RINGFLOW_STORE: store, RINGFLOW_URL: url }, false],
  ['a service in the environment', {}, 'out', { RINGFLOW_URL: url }, true],
  ['a service by login', {}, 'in', {}, true],
  ['nothing', {}, 'out', {}, false],
] as const)('%s says where calls are', (_what, flags, logged, variables, isService) => {
  // Where a Mac keeps settings cannot be moved by a variable.
  if (process.platform === 'darwin' && logged === 'in') return;
  expect(isAtService(flags, environmentOf(logged, variables))).toBe(isService);
});

test('a store and a service are not named together', () => {
  expect(() => isAtService({ store, url }, environmentOf('out'))).toThrow('cannot be combined with --url');
});

describe('the address of a service', () => {
  test.each([
    ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080'],
    ['https://ivr.example.com/ringflow/', 'https://ivr.example.com/ringflow'],
    ['HTTPS://IVR.example.com', 'https://ivr.example.com'],
  ])('%s is %s', (text, address) => {
    expect(parseServiceUrl(text)).toBe(address);
  });

  test.each([
    '127.0.0.1:8080',
    'localhost:8080',
    'ftp://h',
    'http://',
    'http://h/?a',
    'http://u:p@h',
    'x',
    '',
  ])('%j is none', (text) => {
    expect(() => findCredentials({ url: text }, environmentOf('in'))).toThrow(
      `"${text}" is not a service URL: expected one such as https://ivr.example.com`,
    );
  });
});

describe.each(['', ' \n'])('a variable of the environment that is %j', (text) => {
  const blank = { RINGFLOW_URL: text, RINGFLOW_TOKEN: text, RINGFLOW_STORE: text };

  test('is none: what login has kept holds', () => {
    if (process.platform === 'darwin') return;
    const environment = addSettingFiles(environmentOf('in', blank));
    expect(findCredentials({}, environment)).toEqual({ url, key: 'rf_key' });
    expect(isAtService({}, environment)).toBe(true);
  });

  test('is no token', () => {
    const environment = addSettingFiles(environmentOf('out', blank));
    expect(() => findCredentials({ url }, environment)).toThrow(`no key for ${url}`);
  });
});
