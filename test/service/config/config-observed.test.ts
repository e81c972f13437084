/** Settings of metrics, traces and records of calls. */
import { describe, expect, test } from 'vitest';
import { ConfigError } from '../../../src/service/config/error.ts';
import { readConfig } from '../../../src/service/config/config.ts';
import type { Config, ConfigSources } from '../../../src/service/config/config.ts';

const complete = {
  port: '8080',
  store: 'memory:',
  platformUrl: 'https://api.example.com',
  appId: 'app',
  appKey: 'key',
  hookToken: '0123456789abcdef',
  publicUrl: 'https://ivr.example.com',
};
const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;

function read(environment: ConfigSources['environment'], flags: ConfigSources['flags'] = {}): Config {
  return readConfig({ flags: { ...complete, ...flags }, environment, defaults: {}, local: false });
}

function refused(environment: ConfigSources['environment']): string[] {
  try {
    read(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.lines;
    throw error;
  }
  throw new Error('the settings were taken');
}

test('nothing is traced, brought anywhere, closed or elsewhere unless somebody says so', () => {
  for (const setting of ['cdrs', 'metricsToken', 'metricsListen', 'tracing'])
    expect(read({})).not.toHaveProperty(setting);
});

describe('records of calls', () => {
  test('go to a file and to a web service, masked as it is said', () => {
    const environment = {
      RINGFLOW_CDR_FILE: '/var/log/cdrs.ndjson',
      RINGFLOW_CDR_URL: 'https://billing.test/in?team=ivr',
      RINGFLOW_CDR_SECRET: secret,
      RINGFLOW_CDR_MASK: '4',
    };
    expect(read(environment).cdrs).toEqual({
      file: '/var/log/cdrs.ndjson',
      webhook: { url: 'https://billing.test/in?team=ivr', secret },
      maskDigits: 4,
    });
    expect(read({}, { cdrMask: '2' }).cdrs).toEqual({ maskDigits: 2 });
  });

  test.each(['', 'secret', 'whsec_', 'whsec_dG9vIHNob3J0', `whsec_${Buffer.alloc(65).toString('base64')}`])(
    'are brought to no web service without a key to sign them with: "%s"',
    (RINGFLOW_CDR_SECRET) => {
      const [line = '', ...more] = refused({ RINGFLOW_CDR_URL: 'https://billing.test', RINGFLOW_CDR_SECRET });
      expect(line).toMatch(/^RINGFLOW_CDR_SECRET (is not set|is invalid): expected whsec_/);
      expect(more).toEqual([]);
      if (RINGFLOW_CDR_SECRET.length > 10) expect(line).not.toContain(RINGFLOW_CDR_SECRET);
    },
  );

  test.each(['billing.test', 'ftp://billing.test', 'https://a:b@billing.test', 'https://billing.test/#a'])(
    'are brought to no %s',
    (RINGFLOW_CDR_URL) => {
      const [line] = refused({ RINGFLOW_CDR_URL, RINGFLOW_CDR_SECRET: secret });
      expect(line).toMatch(/^RINGFLOW_CDR_URL \(or --cdr-url\)/);
      expect(line).not.toContain('a:b');
    },
  );

  test.each(['-1', '16', 'all', '1.5'])('are not masked by "%s" digits', (RINGFLOW_CDR_MASK) => {
    expect(refused({ RINGFLOW_CDR_MASK })).toHaveLength(1);
  });
});

describe('metrics', () => {
  test.each([
    ['127.0.0.1:9464', { host: '127.0.0.1', port: 9464 }],
    ['[::1]:0', { host: '::1', port: 0 }],
    ['metrics.internal:80', { host: 'metrics.internal', port: 80 }],
  ])('have an address of their own: %s', (RINGFLOW_METRICS_LISTEN, address) => {
    expect(read({ RINGFLOW_METRICS_LISTEN }).metricsListen).toEqual(address);
  });

  test.each(['9464', ':9464', '127.0.0.1', '::1:9464', 'a:65536', 'http://a:1'])(
    'have none by "%s"',
    (RINGFLOW_METRICS_LISTEN) => {
      expect(refused({ RINGFLOW_METRICS_LISTEN })).toHaveLength(1);
    },
  );

  test('are closed by a token that is long enough, which is not repeated', () => {
    const RINGFLOW_METRICS_TOKEN = 'metrics-token-0123';
    expect(read({ RINGFLOW_METRICS_TOKEN }).metricsToken).toBe(RINGFLOW_METRICS_TOKEN);
    const lines = refused({ RINGFLOW_METRICS_TOKEN: 'tooshort' });
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain('tooshort');
  });
});

describe('traces', () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector:4318';

  test.each([
    [{ RINGFLOW_OTEL: 'on' }, { ratio: 1 }],
    [{ RINGFLOW_OTEL: 'off', OTEL_EXPORTER_OTLP_ENDPOINT }, undefined],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT }, { ratio: 1 }],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: OTEL_EXPORTER_OTLP_ENDPOINT }, { ratio: 1 }],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'true' }, undefined],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT, RINGFLOW_OTEL_SAMPLE: '0.05' }, { ratio: 0.05 }],
    [{ RINGFLOW_OTEL_SAMPLE: '0.05' }, undefined],
  ])('are sent as %j says', (environment, tracing) => {
    expect(read(environment).tracing).toEqual(tracing);
  });

  test.each([{ RINGFLOW_OTEL: 'yes' }, { RINGFLOW_OTEL_SAMPLE: '2' }, { RINGFLOW_OTEL_SAMPLE: '5%' }])(
    'are not set up by %j',
    (environment) => {
      expect(refused(environment)).toHaveLength(1);
    },
  );
});
