/**
 * The settings of the service, from flags and environment, checked once. A flag wins over the environment. Everything
 * that is wrong is told at once, each in one line that says what to do.
 */
import { ConfigError } from './config-error.ts';
import {
  MEGABYTE,
  parsePort,
  parseSeconds,
  parseRetention,
  parseMegabytes,
  parseRate,
  parseProxies,
} from './config-values.ts';
import type { Parse } from './config-values.ts';
import { EGRESS_RULES, parseEgress } from './egress/index.ts';
import type { EgressRule } from './egress/index.ts';

export type StoreSetting =
  { kind: 'sqlite'; file: string } | { kind: 'redis'; address: string } | { kind: 'memory' };

export interface Config {
  host: string;
  /** 0: any free port. */
  port: number;
  store: StoreSetting;
  platform: Credentials & { url: string };
  /** Services of the platform that belong to another of its projects than the calls. */
  projects: Partial<Record<'sms' | 'video', Credentials>>;
  /** The secret part of the hook's address. */
  hookToken: string;
  /** Where the platform reaches this service, without a slash at the end; undefined: where it listens. */
  publicUrl: string | undefined;
  /** The flow for numbers without a route. */
  defaultFlow: string | undefined;
  /** Number → flow. */
  routes: Map<string, string>;
  /** Number → flow that messages to it begin. */
  messageRoutes: Map<string, string>;
  /** Where notifications wait while the store is away; undefined: they are refused then. */
  spool: { directory: string; maxBytes: number } | undefined;
  /** So late at most what a node that died had to do is done by another, ms. */
  takeoverMs: number;
  /** So long a node that is told to stop goes on with what is under way, ms. */
  drainMs: number;
  /** So long calls that have ended are kept, ms; undefined: as long as the engine keeps them by itself. */
  retentionMs: number | undefined;
  /** What callers entered lies in the store under this key; absent: in clear. */
  secretKey?: string;
  /** Calls, commands and the store are counted for /metrics. */
  metrics: boolean;
  /** Requests per second that one key may make. */
  apiRate: number;
  /** Proxies that are believed when they say for whom they ask; false: none. */
  trustProxy: string | false;
  /** Where flows may send something; undefined: anywhere. */
  egress: EgressRule[] | undefined;
  /** Where flows find their settings; the service's own are not among them. */
  env: Record<string, string>;
}

/** One project of the platform. */
export interface Credentials {
  appId: string;
  appKey: string;
}

/** What can be set, by its flag's name in the program; each also by the environment as RINGFLOW_…. */
export type Settings = Partial<Record<keyof typeof variables, string>>;

/** Setting → environment variable and flag, as they appear in messages. */
const variables = {
  host: ['RINGFLOW_HOST', '--host'],
  port: ['RINGFLOW_PORT', '--port'],
  store: ['RINGFLOW_STORE', '--store'],
  platformUrl: ['RINGFLOW_PLATFORM_URL', '--platform-url'],
  appId: ['RINGFLOW_APP_ID', '--app-id'],
  appKey: ['RINGFLOW_APP_KEY', '--app-key'],
  hookToken: ['RINGFLOW_HOOK_TOKEN', '--hook-token'],
  publicUrl: ['RINGFLOW_PUBLIC_URL', '--public-url'],
  defaultFlow: ['RINGFLOW_DEFAULT_FLOW', '--default-flow'],
  routes: ['RINGFLOW_ROUTES', '--routes'],
  spool: ['RINGFLOW_SPOOL', '--spool'],
  spoolSize: ['RINGFLOW_SPOOL_SIZE', '--spool-size'],
  takeover: ['RINGFLOW_TAKEOVER', '--takeover'],
  drain: ['RINGFLOW_DRAIN', '--drain'],
  retention: ['RINGFLOW_RETENTION', '--retention'],
  egress: ['RINGFLOW_EGRESS', '--egress'],
  metrics: ['RINGFLOW_METRICS', '--metrics'],
  apiRate: ['RINGFLOW_API_RATE', '--api-rate'],
  trustProxy: ['RINGFLOW_TRUST_PROXY', '--trust-proxy'],
} as const;

type Setting = keyof typeof variables;

export interface ConfigSources {
  /** What the command line says. */
  flags: Settings;
  environment: Record<string, string | undefined>;
  /** What is taken where neither of them says anything. */
  defaults: Settings;
  /** The platform runs on this machine too, so nobody needs to say where the service is reached. */
  local: boolean;
}

/** Reads the settings. Throws `ConfigError`. */
export function readConfig({ flags, environment, defaults, local }: ConfigSources): Config {
  const problems: string[] = [];
  const given = (setting: Setting): string | undefined =>
    [flags[setting], environment[variables[setting][0]], defaults[setting]].find(
      (text) => text !== undefined && text !== '',
    );
  const optional = <Value>(setting: Setting, parse: Parse<Value>, expected: string): Value | undefined =>
    given(setting) === undefined ? undefined : required(setting, parse, expected);
  const required = <Value>(setting: Setting, parse: Parse<Value>, expected: string): Value => {
    const text = given(setting);
    const value = text === undefined ? undefined : parse(text);
    if (value === undefined) problems.push(problem(setting, text, expected));
    return value as Value;
  };
  const config: Config = {
    host: given('host') ?? '127.0.0.1',
    port: required('port', parsePort, 'a port number from 0 to 65535'),
    store: required('store', parseStore, STORES),
    platform: {
      url: required(
        'platformUrl',
        parseUrl,
        `the platform's base address, for instance https://api.example.com, ${BARE}`,
      ),
      appId: required('appId', parseAppId, `the App ID of the project, ${NO_COLON}`),
      appKey: required('appKey', String, 'the App Key of the project'),
    },
    projects: readProjects(environment, problems),
    ...readSecretKey(environment, problems),
    hookToken: required(
      'hookToken',
      parseToken,
      'the secret part of the hook address: 16 to 128 of A-Z a-z 0-9 - _',
    ),
    publicUrl: (local ? optional : required)(
      'publicUrl',
      parseUrl,
      `the address at which the platform reaches this service, ${BARE}`,
    ),
    defaultFlow: given('defaultFlow'),
    ...(optional('routes', parseRoutes, ROUTES) ?? { routes: new Map(), messageRoutes: new Map() }),
    spool: undefined,
    takeoverMs: optional('takeover', parseSeconds(2, 300), 'seconds from 2s to 300s') ?? 5_000,
    drainMs: optional('drain', parseSeconds(0, 3_600), 'seconds from 0s to 3600s') ?? 5_000,
    retentionMs: optional('retention', parseRetention, 'a time from 1m to 366d, such as 90m, 12h or 7d'),
    metrics: (optional('metrics', (text) => /^(on|off)$/.exec(text)?.[0], 'on or off') ?? 'on') === 'on',
    apiRate: optional('apiRate', parseRate, 'requests per second from 1 to 10000') ?? 50,
    trustProxy: (optional('trustProxy', parseProxies, PROXIES) ?? { proxies: 'loopback' }).proxies,
    egress: (optional('egress', parseEgressSetting, EGRESS_RULES) ?? { rules: [] }).rules,
    env: settingsOfFlows(environment),
  };
  const maxBytes = optional('spoolSize', parseMegabytes, 'megabytes from 1MB to 99999MB') ?? 256 * MEGABYTE;
  if (problems.length > 0) throw new ConfigError(problems);
  // Beside a file on the same disk a spool would help nobody, unless it is asked for.
  // A node is known by its port, so that two of them in one folder do not get in each other's way.
  const ofNode = config.store.kind === 'redis' ? `ringflow-spool/${config.port}` : undefined;
  const directory = given('spool') ?? ofNode;
  return directory === undefined ? config : { ...config, spool: { directory, maxBytes } };
}

/** Whoever writes flows is not thereby given the credentials of the service. */
function settingsOfFlows(environment: ConfigSources['environment']): Record<string, string> {
  const others = Object.entries(environment).filter(([name]) => !name.startsWith('RINGFLOW_'));
  return Object.fromEntries(others.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

function parseEgressSetting(text: string): { rules: EgressRule[] | undefined } | undefined {
  if (text === 'any') return { rules: undefined };
  const rules = parseEgress(text);
  return rules && { rules };
}

const STORES =
  'sqlite:FILE, redis://HOST:PORT (or redis-sentinel, redis-cluster, with TLS rediss) or memory:';
const PROXIES = 'none, or addresses such as 10.0.0.0/8 or loopback, joined by commas';

/** Credentials of services that have their own; only from the environment, for they are seldom needed. */
function readProjects(
  environment: ConfigSources['environment'],
  problems: string[],
): Pick<Config, 'projects'>['projects'] {
  const services = (['sms', 'video'] as const).flatMap((service) => {
    const [id, key] = ['ID', 'KEY'].map((what) => `RINGFLOW_${service.toUpperCase()}_APP_${what}`);
    const [appId = '', appKey = ''] = [environment[id ?? ''], environment[key ?? '']];
    if (appId === '' && appKey === '') return [];
    if (appId === '' || appKey === '') {
      const [set, unset] = appId === '' ? [key, id] : [id, key];
      problems.push(`${unset} is not set: expected it beside ${set}`);
    }
    if (parseAppId(appId) === undefined) problems.push(`${id} does not fit: expected an App ID, ${NO_COLON}`);
    return [[service, { appId, appKey }] as const];
  });
  return Object.fromEntries(services);
}

/** Only from the environment: no process list shows it. */
function readSecretKey(
  { RINGFLOW_SECRET_KEY: secretKey = '' }: ConfigSources['environment'],
  problems: string[],
): Pick<Config, 'secretKey'> {
  if (secretKey === '') return {};
  if (secretKey.length < SHORTEST_SECRET)
    problems.push(
      `RINGFLOW_SECRET_KEY does not fit: expected 32 bytes in base64, as of "openssl rand -base64 32", or a passphrase of ${SHORTEST_SECRET} characters or more`,
    );
  return { secretKey };
}

const SHORTEST_SECRET = 16;

const BARE = 'without a user, ? and #';
const NO_COLON = 'which has no colon';
const ROUTES =
  'number=flow pairs, for messages with sms: before the number, for instance +4930123=front-desk,sms:+4930123=call-me';

/** Secrets are never repeated in a message, nor what is wrong only when one is mixed into it. */
const SECRET: Setting[] = ['appId', 'appKey', 'hookToken'];
const WITH_USER = /^[^/]*\/\/[^/?#]*@/;

function problem(setting: Setting, text: string | undefined, expected: string): string {
  const [variable, flag] = variables[setting];
  const name = `${variable} (or ${flag})`;
  if (text === undefined) return `${name} is not set: expected ${expected}`;
  const found = SECRET.includes(setting) || WITH_USER.test(text) ? 'does not fit' : `is "${text}"`;
  return `${name} ${found}: expected ${expected}`;
}

/** Reads where calls are kept; undefined for what names no store. */
export function parseStore(text: string): StoreSetting | undefined {
  if (text === 'memory:') return { kind: 'memory' };
  // The rest of it is read by the store.
  if (/^rediss?(-sentinel|-cluster)?:\/\//.test(text)) return { kind: 'redis', address: text };
  const [, file] = /^sqlite:(.+)$/.exec(text) ?? [];
  return file === undefined ? undefined : { kind: 'sqlite', file };
}

function parseUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, username, password, href } = new URL(text);
  const isBare = username + password === '' && !/[?#]/.test(text);
  return isBare && /^https?:$/.test(protocol) ? href.replace(/\/$/, '') : undefined;
}

/** HTTP Basic joins it and the App Key by a colon (voice.md 5). */
function parseAppId(text: string): string | undefined {
  return text.includes(':') ? undefined : text;
}

function parseToken(text: string): string | undefined {
  return /^[A-Za-z0-9_-]{16,128}$/.test(text) ? text : undefined;
}

type Routes = Pick<Config, 'routes' | 'messageRoutes'>;

function parseRoutes(text: string): Routes | undefined {
  const found: Routes = { routes: new Map(), messageRoutes: new Map() };
  for (const pair of text.split(',')) {
    const [, sms, number, flow] = /^\s*(sms:)?(\+?\d+)\s*=\s*([a-z][a-z0-9-]*)\s*$/.exec(pair) ?? [];
    if (number === undefined || flow === undefined) return undefined;
    (sms === undefined ? found.routes : found.messageRoutes).set(number, flow);
  }
  return found;
}
