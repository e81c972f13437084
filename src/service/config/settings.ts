/**
 * The settings of the service in one table. Flags and their help, environment variables, keys of the configuration file with
 * their JSON Schema, documentation and checks are derived from it.
 */
import {
  parseAppId,
  parseMegabytes,
  parsePort,
  parseRanges,
  parseProxies,
  parseRate,
  parseRetention,
  parseRoutes,
  parseSeconds,
  parseSecretKeys,
  parseStore,
  parseTokens,
  parseUrl,
  parseWindow,
  parseWord,
  MIN_SECRET_CHARS,
} from './values.ts';
import { SWITCH } from './facts.ts';
import type { SettingFacts } from './facts.ts';
import { boundSettings } from './bounds.ts';
import { consoleSettings } from './console.ts';
import { oidcSettings } from './oidc.ts';
import { carrierSettings } from './carriers.ts';
import { serviceSettings } from './services.ts';
import { speechSettings } from './speech.ts';
import { observedSettings } from './observability.ts';
import { RANGES } from '../addresses/index.ts';
import { reachSettings } from './reach.ts';

/** Log levels, the most verbose first. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;

const BARE = 'without a user, ? and #';

/** All settings, in the order in which help and docs list them. */
const settings = {
  host: {
    means: 'address to listen on',
    argument: 'address',
    parse: String,
    expected: 'an address of this machine',
    default: '127.0.0.1',
    examples: ['0.0.0.0'],
  },
  port: {
    means: 'port to listen on',
    argument: 'port',
    parse: parsePort,
    expected: 'a port number from 0 to 65535',
    default: '8080',
    form: 'number',
    examples: [8080],
  },
  store: {
    means: 'store for calls: sqlite:FILE, redis://HOST:PORT or memory: (lost on exit)',
    argument: 'store',
    parse: parseStore,
    expected: 'sqlite:FILE, redis://HOST:PORT (or redis-sentinel, redis-cluster, with TLS rediss) or memory:',
    default: 'sqlite:ringflow.sqlite',
    examples: ['sqlite:/var/lib/ringflow/ringflow.sqlite', 'redis://redis:6379/0'],
  },
  platformUrl: {
    means: 'base URL of the voice platform',
    argument: 'url',
    parse: parseUrl,
    expected: `the base URL of the platform, for instance https://api.example.com, ${BARE}`,
    isRequired: true,
    examples: ['https://api.example.com'],
  },
  appId: {
    means: 'App ID of the project',
    argument: 'id',
    parse: parseAppId,
    expected: 'the App ID of the project, without a colon',
    isRequired: true,
    isSecret: true,
    examples: ['my-app'],
  },
  appKey: {
    means: 'App Key of the project; avoid the flag, which process lists show',
    argument: 'key',
    parse: String,
    expected: 'the App Key of the project',
    isRequired: true,
    isSecret: true,
    examples: ['${APP_KEY}', 'file:/run/secrets/app-key'],
  },
  hookToken: {
    means: 'secret part of the hook URL, followed by former tokens that are still accepted',
    argument: 'token,…',
    parse: parseTokens,
    expected:
      'the secret part of the hook URL: 16 to 128 of A-Z a-z 0-9 - _, followed by former tokens that are still accepted, separated by commas',
    isRequired: true,
    isSecret: true,
    form: 'list',
    examples: ['${HOOK_TOKEN}', 'file:/run/secrets/hook-token'],
  },
  hookAllow: {
    means: 'addresses that may send notifications: 203.0.113.0/24,…',
    argument: 'addresses',
    parse: parseRanges,
    expected: `${RANGES}, joined by commas`,
    otherwise: 'any address',
    form: 'list',
    examples: [['203.0.113.0/24']],
  },
  hookMaxAge: {
    means: 'maximum age of a notification, such as 5m, or off',
    argument: 'time',
    parse: parseWindow,
    expected: 'off, or a time from 1m to 366d, such as 5m',
    default: 'off',
    examples: ['5m'],
  },
  secretsDir: {
    means: 'directory of the credential files that projects may refer to',
    argument: 'dir',
    parse: String,
    expected: 'a directory',
    default: '/run/secrets',
    examples: ['/run/secrets'],
  },
  publicUrl: {
    means: 'URL at which the platform reaches this service',
    argument: 'url',
    parse: parseUrl,
    expected: `the URL at which the platform reaches this service, ${BARE}`,
    isRequired: true,
    examples: ['https://ivr.example.com'],
  },
  defaultFlow: {
    means: 'flow for numbers without a route',
    argument: 'name',
    parse: String,
    expected: 'the name of a flow',
    otherwise: 'the only flow',
    examples: ['front-desk'],
  },
  routes: {
    means: 'flow for each number: number=flow,…; sms:number=flow for messages',
    argument: 'number=flow,…',
    parse: parseRoutes,
    expected:
      'number=flow pairs, for messages with sms: before the number, for instance +4930123=front-desk,sms:+4930123=call-me',
    otherwise: 'none',
    form: 'map',
    examples: [{ '+4930123': 'front-desk' }],
  },
  spool: {
    means: 'directory that buffers notifications while the store is unavailable',
    argument: 'dir',
    parse: String,
    expected: 'a directory',
    otherwise: '`ringflow-spool/PORT` with Redis',
    examples: ['/var/lib/ringflow/spool'],
  },
  spoolSize: {
    means: 'maximum size of the spool',
    argument: 'size',
    parse: parseMegabytes,
    expected: 'megabytes from 1MB to 99999MB',
    default: '256MB',
    examples: ['256MB'],
  },
  takeover: {
    means: 'maximum failover delay',
    argument: 'seconds',
    parse: parseSeconds(2, 300),
    expected: 'seconds from 2s to 300s',
    default: '5s',
    examples: ['5s'],
  },
  drain: {
    means: 'time that work in flight has to finish when the service stops',
    argument: 'seconds',
    parse: parseSeconds(0, 3_600),
    expected: 'seconds from 0s to 3600s',
    default: '5s',
    examples: ['30s'],
  },
  retention: {
    means: 'retention of ended calls and their traces, such as 12h',
    argument: 'time',
    parse: parseRetention,
    expected: 'a time from 1m to 366d, such as 90m, 12h or 7d',
    default: '7d',
    examples: ['7d', '12h'],
  },
  campaignRetention: {
    means: 'retention of ended campaigns and their results',
    argument: 'time',
    parse: parseRetention,
    expected: 'a time from 1m to 366d, such as 12h or 30d',
    default: '90d',
    examples: ['90d'],
  },
  ...reachSettings,
  ...boundSettings,
  metrics: {
    means: 'collect metrics for /metrics',
    argument: 'on|off',
    parse: parseWord(SWITCH),
    expected: 'on or off',
    default: 'on',
    words: SWITCH,
    examples: ['on'],
  },
  ...observedSettings,
  apiRate: {
    means: 'API requests per second for one key, on each node',
    argument: 'rate',
    parse: parseRate,
    expected: 'requests per second from 1 to 10000',
    default: '50',
    form: 'number',
    examples: [50],
  },
  ...oidcSettings,
  ...consoleSettings,
  trustProxy: {
    means: 'proxies whose X-Forwarded-For is trusted: addresses, or none',
    argument: 'addresses',
    parse: parseProxies,
    expected: 'none, or addresses such as 10.0.0.0/8 or loopback, joined by commas',
    default: 'loopback',
    form: 'list',
    examples: [['loopback', '10.0.0.0/8']],
  },
  logLevel: {
    means: 'log level',
    argument: 'level',
    parse: parseWord(LOG_LEVELS),
    expected: `one of ${LOG_LEVELS.join(', ')}`,
    default: 'info',
    words: LOG_LEVELS,
    examples: ['info'],
  },
  secretKey: {
    means: 'key that encrypts caller input in the store and the spool',
    parse: parseSecretKeys,
    expected: `32 bytes in base64, as printed by "openssl rand -base64 32", or a passphrase of ${MIN_SECRET_CHARS} characters or more; several keys on separate lines: the first one encrypts`,
    otherwise: 'none',
    isSecret: true,
    examples: ['file:/run/secrets/secret-key'],
  },
  ...serviceSettings,
  ...carrierSettings,
  ...speechSettings,
} as const satisfies Record<string, SettingFacts>;

/** Name of a setting in code. */
export type Setting = keyof typeof settings;

export const settingNames = Object.keys(settings) as Setting[];

/** Type of the parsed value of a setting. */
export type ValueOf<Name extends Setting> = NonNullable<ReturnType<(typeof settings)[Name]['parse']>>;

/** Returns the facts of a setting. */
export function factsOf(setting: Setting): SettingFacts {
  return settings[setting];
}

/** `platformUrl` → `RINGFLOW_PLATFORM_URL`. */
export function toVariable(setting: Setting): string {
  return `RINGFLOW_${toConfigKey(setting).toUpperCase()}`;
}

/** `platformUrl` → `--platform-url`; undefined for a setting without a flag. */
export function toFlag(setting: Setting): string | undefined {
  return factsOf(setting).argument === undefined
    ? undefined
    : `--${toConfigKey(setting).replaceAll('_', '-')}`;
}

/** `platformUrl` → `platform_url`, its key in a configuration file. */
export function toConfigKey(setting: Setting): string {
  return setting.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
