import { describe, expect, test } from 'vitest';
import { ConfigError } from '../../../src/service/config/error.ts';
import {
  factsOf,
  toFlag,
  toConfigKey,
  settingNames,
  toVariable,
} from '../../../src/service/config/settings.ts';
import { readConfig } from '../../../src/service/config/config.ts';
import type { Config, ConfigSources, Settings } from '../../../src/service/config/config.ts';
import { RETENTION_MS } from '../../../src/engine/index.ts';

const TOKEN = 'a-token-of-16-chars-or-more';

const complete: Settings = {
  port: '8080',
  store: 'sqlite:calls.sqlite',
  platformUrl: 'https://api.example.com',
  appId: 'my-app',
  appKey: 'the-secret-key',
  hookToken: TOKEN,
  publicUrl: 'https://ivr.example.com',
};

function read(sources: Partial<ConfigSources>): Config {
  return readConfig({ flags: {}, environment: {}, defaults: {}, local: false, ...sources });
}

/** The lines with which settings are refused. */
function refused(sources: Partial<ConfigSources>): string[] {
  try {
    read(sources);
  } catch (error) {
    if (error instanceof ConfigError) return error.lines;
    throw error;
  }
  throw new Error('the settings were taken');
}

describe('settings', () => {
  test.each([
    ['none', false],
    ['loopback', 'loopback'],
    ['10.0.0.0/8, loopback,fd00::/8', '10.0.0.0/8, loopback,fd00::/8'],
  ])('name the proxies that are believed: %s', (trustProxy, read_) => {
    expect(read({ flags: { ...complete, trustProxy } }).trustProxy).toBe(read_);
  });

  test.each(['proxy.example.com', '10.0.0.1:80', '[::1]', '*', '10.0.0.0/99'])(
    'name no proxy by %s',
    (trustProxy) => {
      expect(refused({ flags: { ...complete, trustProxy } })).toHaveLength(1);
    },
  );

  test.each([
    ['1', 1],
    ['10000', 10_000],
  ])('allow a key %s requests per second', (apiRate, rate) => {
    expect(read({ flags: { ...complete, apiRate } }).apiRate).toBe(rate);
  });

  test.each(['0', '10001', '-1', '1.5', 'many'])('allow a key no "%s" requests per second', (apiRate) => {
    expect(refused({ flags: { ...complete, apiRate } })).toHaveLength(1);
  });

  test('name former tokens of the hook behind the one that is new', () => {
    const former = ['former-token-of-the-hook', 'another-former-token'];
    const hookToken = [TOKEN, ...former].join(', ');
    expect(read({ flags: { ...complete, hookToken } })).toMatchObject({
      hookToken: TOKEN,
      formerHookTokens: former,
    });
    expect(refused({ flags: { ...complete, hookToken: `${TOKEN},short` } })).toHaveLength(1);
    expect(refused({ flags: { ...complete, hookToken: `${TOKEN},` } })).toHaveLength(1);
  });

  test('say from where notifications may come, and how old they may be', () => {
    const flags = { ...complete, hookAllow: '203.0.113.0/24, 2001:db8::1', hookMaxAge: '5m' };
    expect(read({ flags })).toMatchObject({
      hookAllow: ['203.0.113.0/24', '2001:db8::1'],
      hookMaxAgeMs: 300_000,
    });
    expect(read({ flags: { ...complete, hookMaxAge: 'off' } }).hookMaxAgeMs).toBeUndefined();
  });

  test.each([
    { hookAllow: '203.0.113.0/33' },
    { hookAllow: 'platform.example.com' },
    { hookAllow: '10.0.0.1,' },
    { hookMaxAge: '5' },
    { hookMaxAge: '0m' },
    { hookMaxAge: 'on' },
  ])('that say so by %j are refused', (wrong) => {
    expect(refused({ flags: { ...complete, ...wrong } })).toHaveLength(1);
  });

  test('that projects may name are neither those of the service nor those of flows', () => {
    const environment = {
      CRM_URL: 'https://crm',
      RINGFLOW_PROJECT_KEY: 'k',
      RINGFLOW_SECRET_KEY: 's'.repeat(20),
    };
    const { projectSecrets, env } = read({
      flags: { ...complete, secretsDir: '/etc/ringflow' },
      environment,
    });
    expect(projectSecrets).toEqual({
      environment: { RINGFLOW_PROJECT_KEY: 'k' },
      directory: '/etc/ringflow',
    });
    expect(env).toEqual({ CRM_URL: 'https://crm' });
  });

  test('of the service are none of its flows', () => {
    const environment = {
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=secret',
      CRM_URL: 'https://crm',
      RINGFLOW_SECRET_KEY: 'a-key-that-is-long-enough',
      RINGFLOW_APP_KEY: 'k',
    };
    expect(read({ flags: complete, environment }).env).toEqual({ CRM_URL: 'https://crm' });
  });

  test('without a word on it let flows send nothing, and anything where that is said', () => {
    expect(read({ flags: complete }).egress).toEqual([]);
    expect(read({ flags: { ...complete, egress: 'any' } }).egress).toBeUndefined();
    expect(read({ flags: { ...complete, egress: 'a.test,*.b.test' } }).egress).toHaveLength(2);
    expect(refused({ flags: { ...complete, egress: 'https://a.test' } })[0]).toContain('RINGFLOW_EGRESS');
  });

  test('name the numbers that may be called', () => {
    const flags = { ...complete, dialPrefixes: '+49, +4315, sip:' };
    expect(read({ flags }).dialPrefixes).toEqual(['+49', '+4315', 'sip:']);
    for (const dialPrefixes of ['49', '+', '+49,', '+49 30', 'tel:+49'])
      expect(refused({ flags: { ...complete, dialPrefixes } })[0]).toContain('RINGFLOW_DIAL_PREFIXES');
  });

  test('that are complete become a config', () => {
    expect(read({ flags: complete, environment: { CRM_URL: 'https://crm' } })).toEqual({
      host: '127.0.0.1',
      port: 8080,
      store: { kind: 'sqlite', file: 'calls.sqlite' },
      platform: { url: 'https://api.example.com', appId: 'my-app', appKey: 'the-secret-key' },
      carriers: [],
      projects: {},
      secretKeys: [],
      hookToken: TOKEN,
      formerHookTokens: [],
      hookAllow: undefined,
      hookMaxAgeMs: undefined,
      projectSecrets: { environment: {}, directory: '/run/secrets' },
      publicUrl: 'https://ivr.example.com',
      defaultFlow: undefined,
      routes: new Map(),
      messageRoutes: new Map(),
      spool: undefined,
      takeoverMs: 5_000,
      drainMs: 5_000,
      retentionMs: RETENTION_MS,
      campaignRetentionMs: 90 * 24 * 3_600_000,
      notificationBytes: 1024 * 1024,
      webAnswerBytes: 64 * 1024,
      metrics: true,
      apiRate: 50,
      console: true,
      editing: 'on',
      trustProxy: 'loopback',
      dialsBy: [],
      dialPrefixes: undefined,
      egress: [],
      logLevel: 'info',
      env: { CRM_URL: 'https://crm' },
    });
  });

  test('with a Redis have a place where notifications wait while it is away', () => {
    const store = 'redis://127.0.0.1:6379/2';
    const config = read({ flags: { ...complete, store, spoolSize: '2MB' }, environment: {} });
    expect(config.store).toEqual({ kind: 'redis', address: store });
    expect(config.spool).toEqual({ directory: 'ringflow-spool/8080', maxBytes: 2 * 1024 * 1024 });
    expect(read({ flags: { ...complete, spool: '/var/spool' }, environment: {} }).spool?.directory).toBe(
      '/var/spool',
    );
  });

  test.each([
    ['16KB', 16 * 1024],
    ['16MB', 16 * 1024 * 1024],
  ])('bound notifications by %s', (notificationSize, notificationBytes) => {
    const flags = { ...complete, notificationSize, webAnswerSize: '1MB' };
    expect(read({ flags })).toMatchObject({ notificationBytes, webAnswerBytes: 1024 * 1024 });
  });

  test.each(['15KB', '17MB', '1', '1GB', '0KB', '1.5MB'])(
    'bound notifications by no "%s"',
    (notificationSize) => {
      expect(refused({ flags: { ...complete, notificationSize } })).toHaveLength(1);
    },
  );

  test.each([
    ['90m', 5_400_000],
    ['12h', 43_200_000],
    ['366d', 31_622_400_000],
  ])('calls that have ended are kept for %s', (RINGFLOW_RETENTION, retentionMs) => {
    expect(read({ flags: complete, environment: { RINGFLOW_RETENTION } })).toMatchObject({ retentionMs });
    const campaigns = read({
      flags: { ...complete, campaignRetention: RINGFLOW_RETENTION },
      environment: {},
    });
    expect(campaigns).toMatchObject({ campaignRetentionMs: retentionMs });
  });

  test.each(['0m', '12', '7 d', '367d', '1w'])('calls that have ended are not kept for %s', (text) => {
    expect(refused({ flags: { ...complete, retention: text } })).toEqual([
      `RINGFLOW_RETENTION (or --retention) is "${text}": expected a time from 1m to 366d, such as 90m, 12h or 7d`,
    ]);
  });

  test('say how long a node may take to be missed, and to stop', () => {
    const environment = { RINGFLOW_TAKEOVER: '3s', RINGFLOW_DRAIN: '60s' };
    expect(read({ flags: complete, environment })).toMatchObject({ takeoverMs: 3_000, drainMs: 60_000 });
    expect(refused({ flags: complete, environment: { RINGFLOW_TAKEOVER: '1s' } })).toEqual([
      'RINGFLOW_TAKEOVER (or --takeover) is "1s": expected seconds from 2s to 300s',
    ]);
  });

  test('may give messages and rooms credentials of their own', () => {
    const environment = { RINGFLOW_SMS_APP_ID: 'sms', RINGFLOW_SMS_APP_KEY: 'sms-key' };
    expect(read({ flags: complete, environment }).projects).toEqual({
      sms: { appId: 'sms', appKey: 'sms-key' },
    });
    expect(refused({ flags: complete, environment: { RINGFLOW_VIDEO_APP_KEY: 'key' } })).toEqual([
      'RINGFLOW_VIDEO_APP_ID is not set: required together with RINGFLOW_VIDEO_APP_KEY',
    ]);
  });

  test('may give the key under which secrets are kept, in the environment', () => {
    const environment = { RINGFLOW_SECRET_KEY: 'a passphrase that is long enough' };
    expect(read({ flags: complete, environment }).secretKeys).toEqual([environment.RINGFLOW_SECRET_KEY]);
    const several = { RINGFLOW_SECRET_KEY: 'the new key of the store\n\n  the old key of the store \n' };
    expect(read({ flags: complete, environment: several }).secretKeys).toEqual([
      'the new key of the store',
      'the old key of the store',
    ]);
    expect(read({ flags: complete }).secretKeys).toEqual([]);
  });

  test('come from a flag before the environment, and from there before the default', () => {
    const environment = { RINGFLOW_PORT: '2', RINGFLOW_HOST: '0.0.0.0' };
    const defaults = { ...complete, port: '3', host: '::1', defaultFlow: 'desk' };
    const config = read({ flags: { port: '1' }, environment, defaults });
    expect(config).toMatchObject({ port: 1, host: '0.0.0.0', defaultFlow: 'desk' });
  });

  test('come from a file behind the environment, and before the default', () => {
    const file = { port: '1', host: '::1', drain: '9s', smsAppId: 'sms', smsAppKey: 'key' };
    const environment = { RINGFLOW_HOST: '0.0.0.0' };
    const config = read({ flags: { port: '3' }, environment, file, defaults: { ...complete, drain: '8s' } });
    expect(config).toMatchObject({ port: 3, host: '0.0.0.0', drainMs: 9_000 });
    expect(config.projects).toEqual({ sms: { appId: 'sms', appKey: 'key' } });
  });

  test.each([['debug'], ['silent']])('say what is logged: %s', (RINGFLOW_LOG_LEVEL) => {
    expect(read({ flags: complete, environment: { RINGFLOW_LOG_LEVEL } }).logLevel).toBe(RINGFLOW_LOG_LEVEL);
    expect(refused({ flags: { ...complete, logLevel: `${RINGFLOW_LOG_LEVEL}s` } })).toHaveLength(1);
  });

  test('that are empty count as not there', () => {
    const environment = { RINGFLOW_PORT: '', RINGFLOW_DEFAULT_FLOW: '' };
    expect(read({ flags: { ...complete, host: '' }, environment })).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      defaultFlow: undefined,
    });
  });

  test('need no public address where the platform runs on this machine too', () => {
    const { publicUrl: _none, ...rest } = complete;
    expect(read({ flags: rest, local: true }).publicUrl).toBeUndefined();
  });

  test.each([
    ['RINGFLOW_HOST', '0.0.0.0', { host: '0.0.0.0' }],
    ['RINGFLOW_PORT', '0', { port: 0 }],
    ['RINGFLOW_PORT', '65535', { port: 65_535 }],
    ['RINGFLOW_STORE', 'memory:', { store: { kind: 'memory' } }],
    ['RINGFLOW_STORE', 'sqlite:/var/lib/a b.db', { store: { kind: 'sqlite', file: '/var/lib/a b.db' } }],
    ['RINGFLOW_PUBLIC_URL', 'https://ivr.example.com/', { publicUrl: 'https://ivr.example.com' }],
    ['RINGFLOW_PUBLIC_URL', 'http://10.0.0.1:8080/base/', { publicUrl: 'http://10.0.0.1:8080/base' }],
    ['RINGFLOW_DEFAULT_FLOW', 'front-desk', { defaultFlow: 'front-desk' }],
    [
      'RINGFLOW_ROUTES',
      '+4930123=front-desk, 4930124 = sales',
      {
        routes: new Map([
          ['+4930123', 'front-desk'],
          ['4930124', 'sales'],
        ]),
      },
    ],
  ])('%s=%s is understood', (variable, text, expected) => {
    expect(read({ defaults: complete, environment: { [variable]: text } })).toMatchObject(expected);
  });
});

describe('a setting that is missing', () => {
  test('is told with all others, each in one line that says how to set it', () => {
    const lines = refused({});
    expect(lines.map((line) => line.split(':')[0])).toEqual([
      'RINGFLOW_PLATFORM_URL (or --platform-url) is not set',
      'RINGFLOW_APP_ID (or --app-id) is not set',
      'RINGFLOW_APP_KEY (or --app-key) is not set',
      'RINGFLOW_HOOK_TOKEN (or --hook-token) is not set',
      'RINGFLOW_PUBLIC_URL (or --public-url) is not set',
    ]);
    for (const line of lines) expect(line).not.toContain('\n');
  });
});

describe('a setting that is wrong', () => {
  test.each([
    ['RINGFLOW_PORT', 'http'],
    ['RINGFLOW_PORT', '65536'],
    ['RINGFLOW_PORT', '-1'],
    ['RINGFLOW_PORT', '80.5'],
    ['RINGFLOW_PORT', '0x50'],
    ['RINGFLOW_STORE', 'sqlite:'],
    ['RINGFLOW_STORE', 'calls.sqlite'],
    ['RINGFLOW_STORE', 'memory'],
    ['RINGFLOW_PLATFORM_URL', 'api.example.com'],
    ['RINGFLOW_PLATFORM_URL', 'ftp://api.example.com'],
    ['RINGFLOW_PUBLIC_URL', 'https://'],
    ['RINGFLOW_PLATFORM_URL', 'https://api.example.com/?x=1'],
    ['RINGFLOW_PUBLIC_URL', 'https://ivr.example.com/?a=1'],
    ['RINGFLOW_PUBLIC_URL', 'https://ivr.example.com/?'],
    ['RINGFLOW_PUBLIC_URL', 'https://ivr.example.com/#a'],
    ['RINGFLOW_ROUTES', 'front-desk'],
    ['RINGFLOW_ROUTES', '+4930123=front-desk,'],
    ['RINGFLOW_ROUTES', '+49 30=Front Desk'],
  ])('%s=%s is told as it was found', (variable, text) => {
    const [line, ...others] = refused({ defaults: complete, environment: { [variable]: text } });
    expect(line).toMatch(`${variable} (or --`);
    expect(line).toMatch(`is "${text}": expected `);
    expect(others).toEqual([]);
  });

  test.each([
    ['RINGFLOW_PLATFORM_URL', 'https://user:pw@api.example.com'],
    ['RINGFLOW_PUBLIC_URL', 'https://token@ivr.example.com/base'],
    ['RINGFLOW_APP_ID', 'my-app:the-secret-key'],
  ])('%s=%s is told without the secret that it holds (I7)', (variable, text) => {
    const lines = refused({ defaults: complete, environment: { [variable]: text } });
    expect(lines).toEqual([expect.stringMatching(`^${variable} .* is invalid: expected `)]);
    expect(lines.join()).not.toContain(text);
  });

  test('is a key for secrets that is too short', () => {
    const environment = { RINGFLOW_SECRET_KEY: 'too-short' };
    const [line, ...others] = refused({ flags: complete, environment });
    expect(line).toMatch(/^RINGFLOW_SECRET_KEY is invalid: expected 32 bytes in base64/);
    expect(line).not.toContain('too-short');
    expect(others).toEqual([]);
  });

  test('is told of an App ID beside the main one too', () => {
    const environment = { RINGFLOW_SMS_APP_ID: 'a:b', RINGFLOW_SMS_APP_KEY: 'key' };
    expect(refused({ flags: complete, environment })).toEqual([
      'RINGFLOW_SMS_APP_ID is invalid: expected an App ID, without a colon',
    ]);
  });

  test.each([['short'], ['with/a/slash/in/the/token'], ['x'.repeat(129)], ['token with some spaces']])(
    'and secret (%s) is told without being repeated (I7)',
    (hookToken) => {
      const [line] = refused({ flags: { ...complete, hookToken } });
      expect(line).toMatch('RINGFLOW_HOOK_TOKEN (or --hook-token) is invalid: expected ');
      expect(line).not.toContain(hookToken);
    },
  );
});

describe('the table of settings', () => {
  test.each(settingNames)('has examples of %s that fit, and a default that does', (setting) => {
    const { examples, parse, default: otherwise } = factsOf(setting);
    const texts = examples.map((example) =>
      typeof example === 'object' && !isList(example)
        ? Object.entries(example).map((pair) => pair.join('='))
        : example,
    );
    expect(texts).not.toEqual([]);
    for (const text of [...texts, ...(otherwise === undefined ? [] : [otherwise])])
      // What stands elsewhere is not known here.
      if (!/^(file:|\$)/.test(String(text))) expect(parse(String(text))).toBeDefined();
  });

  test('has one name for each setting wherever it is told', () => {
    expect([toVariable('platformUrl'), toFlag('platformUrl'), toConfigKey('platformUrl')]).toEqual([
      'RINGFLOW_PLATFORM_URL',
      '--platform-url',
      'platform_url',
    ]);
    expect(toFlag('secretKey')).toBeUndefined();
  });
});

function isList(value: object): value is readonly string[] {
  return Array.isArray(value);
}
