/** The configuration file, from its text to what it says of the settings. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readConfigFile } from '../../../src/service/config/file.ts';
import { factsOf, toConfigKey, settingNames } from '../../../src/service/config/settings.ts';
import { renderPretty } from '../../../src/language/diagnostics/index.ts';
import configSchema from '../../../schemas/config.schema.json' with { type: 'json' };

const files: Record<string, string> = {
  '/run/secrets/key': 'the-secret-key\n',
  'two-lines': 'one\r\ntwo\r\n',
};

function read(text: string, environment: Record<string, string> = {}) {
  const readText = (path: string) => {
    const found = files[path];
    if (found === undefined) throw Object.assign(new Error('none'), { code: 'ENOENT' });
    return found;
  };
  return readConfigFile({ file: 'c.yaml', text }, { environment, readText });
}

/** The values of a file without a mistake. */
function valuesOf(text: string, environment?: Record<string, string>) {
  const { values, diagnostics } = read(text, environment);
  expect(diagnostics).toEqual([]);
  return values;
}

/** Code, place and message of what is wrong. */
function mistakesIn(text: string, environment?: Record<string, string>): string[] {
  return read(text, environment).diagnostics.map(
    ({ code, span: { start }, message }) => `${start.line}:${start.column} ${code} ${message}`,
  );
}

describe('values', () => {
  test.each([
    ['host: 0.0.0.0', { host: '0.0.0.0' }],
    ['port: 8080', { port: '8080' }],
    ['port: "8080"', { port: '8080' }],
    ['drain: 30s', { drain: '30s' }],
    ['metrics: off', { metrics: 'off' }],
    ['log_level: debug', { logLevel: 'debug' }],
    ['egress: a.test,*.b.test', { egress: 'a.test,*.b.test' }],
    ["egress: [a.test, '*.b.test']", { egress: 'a.test,*.b.test' }],
    ['routes: +4930=desk', { routes: '+4930=desk' }],
    ['routes:\n  +4930: desk\n  sms:+4931: call-me', { routes: '+4930=desk,sms:+4931=call-me' }],
    ['', {}],
    ['# nothing yet\n', {}],
    ['---\n', {}],
  ])('%j', (text, values) => {
    expect(valuesOf(text)).toEqual(values);
  });

  test('have the same keys as the settings, written as in flows', () => {
    const text = settingNames.map(
      (setting) => `${toConfigKey(setting)}: ${factsOf(setting).words?.[0] ?? 'x'}`,
    );
    expect(Object.keys(valuesOf(text.join('\n')))).toEqual(settingNames);
  });
});

describe('parts from elsewhere', () => {
  const environment = { DOMAIN: 'ivr.test', EMPTY: '', KEY_FILE: '/run/secrets/key' };
  test.each([
    ['public_url: https://${DOMAIN}/${DOMAIN}', 'https://ivr.test/ivr.test'],
    ['public_url: ${NONE:-http://a.test}', 'http://a.test'],
    ['public_url: ${EMPTY:-http://a.test}', 'http://a.test'],
    ['public_url: ${DOMAIN:-http://a.test}', 'ivr.test'],
    ['public_url: a${NONE:-}b', 'ab'],
    ['public_url: $$x$${DOMAIN}$5', '$x${DOMAIN}$5'],
    ['public_url: file:/run/secrets/key', 'the-secret-key'],
    ['public_url: file:${KEY_FILE}', 'the-secret-key'],
    ['public_url: file:two-lines', 'one\r\ntwo'],
  ])('%s', (text, publicUrl) => {
    expect(valuesOf(text, environment)).toEqual({ publicUrl });
  });

  test('are put into lists and maps too', () => {
    expect(valuesOf("egress: ['${DOMAIN}', b.test]\nroutes: { +4930: '${F:-desk}' }", environment)).toEqual({
      egress: 'ivr.test,b.test',
      routes: '+4930=desk',
    });
  });

  test('are not looked for in what came from elsewhere', () => {
    expect(valuesOf('host: ${A}', { A: '${B}' })).toEqual({ host: '${B}' });
  });

  test.each([
    ['host: ${NONE}', '1:7 bad-value the environment has no NONE: set it, or write ${NONE:-otherwise}'],
    ['host: ${EMPTY}', '1:7 bad-value the environment has no EMPTY: set it, or write ${EMPTY:-otherwise}'],
    ['host: ${1}', '1:7 bad-value expected ${NAME} or ${NAME:-otherwise}; write $$ for a dollar sign'],
    ['host: file:none', '1:7 bad-value the file none cannot be read (ENOENT)'],
  ])('that are not there are told: %s', (text, told) => {
    expect(mistakesIn(text, environment)).toEqual([told]);
    expect(read(text, environment)).toMatchObject({ values: {}, unread: new Set(['host']) });
  });
});

describe('mistakes', () => {
  test.each([
    ['hots: a', ['1:1 unknown-key unexpected key "hots"']],
    ['port: 1\nport: 2', ['2:1 duplicate-key']],
    ['port: [1', ['syntax']],
    ['- port', ['1:1 wrong-type']],
    ['host:', ['1:6 wrong-type']],
    ['host: {}', ['1:7 wrong-type']],
    ['egress: []', ['1:9 bad-value']],
    ['metrics: maybe', ['1:10 bad-value']],
    ['hots: a\nport: 80.5\nhost: b', ['1:1 unknown-key', '2:7 wrong-type']],
  ])('%j', (text, parts) => {
    const told = mistakesIn(text);
    expect(told).toHaveLength(parts.length);
    for (const [at, part] of parts.entries()) expect(told[at]).toContain(part);
  });

  test('of a key tell which one was meant, and keep its value from being missed', () => {
    const { diagnostics, values } = read('hots: 0.0.0.0');
    expect(diagnostics[0]).toMatchObject({ hint: 'did you mean "host"?' });
    expect(values).toEqual({ host: '0.0.0.0' });
  });

  test('that only reading a value shows have its place', () => {
    const problem = { setting: 'port', from: 'file', message: 'is "x": expected y', line: '' } as const;
    expect(read('host: a\nport: x').place(problem)).toMatchObject({
      code: 'bad-value',
      message: 'port is "x": expected y',
      span: { start: { line: 2, column: 7 } },
    });
  });

  test.each([
    'hook_token: sh0rt',
    '{ port: x, hook_token: sh0rt }',
    '"app_key": "sh0rt',
    "secret_key: 'sh0rt'\nport: [",
    'store: redis://user:sh0rt@host/0',
    'hook_token: sh0rt # ${NOTE}',
  ])('show no secret: %s (I7)', (text) => {
    const { shown } = read(text);
    expect(shown).toHaveLength(text.length);
    expect(shown).not.toContain('sh0rt');
  });

  test.each(['app_key: ${APP_KEY}', 'app_key: "file:/run/secrets/key" # mounted', 'host: a'])(
    'show what is none: %s',
    (text) => {
      expect(read(text).shown).toBe(text);
    },
  );

  test('no text makes reading it throw or run away', () => {
    const piece = fc.constantFrom(
      ...settingNames.map(toConfigKey),
      ': ',
      '\n',
      '${',
      '}',
      'A',
      ':-',
      'file:',
      '[',
      ']',
      '{',
      '- ',
      '$',
      '"',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 5 })), { maxLength: 40 }), (pieces) => {
        const { diagnostics, shown } = read(pieces.join(''), { A: 'x' });
        renderPretty(diagnostics, { source: () => shown, colour: false });
      }),
    );
  });
});

describe('its JSON Schema', () => {
  const fits = new Ajv({ strict: false }).compile(configSchema);

  test('has a description and an example that fits for each setting', () => {
    expect(Object.keys(configSchema.properties)).toEqual(settingNames.map(toConfigKey));
    for (const [key, { description, examples }] of Object.entries(configSchema.properties)) {
      expect(description).toMatch(/Expected: /);
      for (const example of examples) expect(fits({ [key]: example })).toBe(true);
    }
  });

  test('takes what the operations page shows, which is read without a mistake', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8');
    const [, section = ''] = page.split('\n## The configuration file\n');
    const [, text = ''] = /```yaml\n([^]*?)```/.exec(section) ?? [];
    files['/run/secrets/app-key'] = 'key';
    const values = valuesOf(text, { HOOK_TOKEN: 'a-token-of-16-chars-or-more' });
    expect(Object.keys(values).length).toBeGreaterThan(8);
    for (const [name, value] of Object.entries(values))
      expect(factsOf(name as keyof typeof values).parse(value)).toBeDefined();
  });
});
