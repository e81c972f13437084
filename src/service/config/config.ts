/**
 * Reads the settings of the service from flags, environment and file, in this order of precedence. All problems are reported
 * at once, one line each.
 */
import { ConfigError } from './error.ts';
import type { ConfigProblem, Origin } from './error.ts';
import { withSettingFiles } from './secret-files.ts';
import { factsOf, flagOf, variableOf } from './settings.ts';
import type { LOG_LEVELS, Setting, ValueOf } from './settings.ts';
import type { OidcSetting } from './oidc.ts';
import { toObservedSettings } from './observability.ts';
import type { ObservedSettings } from './observability.ts';
import { linesOf } from './values.ts';
import type { StoreSetting } from './values.ts';
import type { EgressRule } from '../egress/index.ts';

export { parseStore } from './values.ts';
export type { StoreSetting } from './values.ts';
export type { Setting } from './settings.ts';

export interface Config extends ObservedSettings {
  host: string;
  /** 0: any free port. */
  port: number;
  store: StoreSetting;
  platform: Credentials & { url: string };
  /** Credentials of services that have a project of their own. */
  projects: Partial<Record<'sms' | 'video', Credentials>>;
  /** Secret part of the hook URL. */
  hookToken: string;
  /** Former tokens, which are still accepted. */
  formerHookTokens: string[];
  /** Addresses from which notifications are accepted, unless a project overrides it; undefined: any. */
  hookAllow: string[] | undefined;
  /** Maximum age of a notification, ms, unless a project overrides it; undefined: no limit. */
  hookMaxAgeMs: number | undefined;
  /** Secrets that projects may refer to: environment variables with the reserved prefix, and files below a directory. */
  projectSecrets: { environment: Record<string, string>; directory: string };
  /** Public URL without a trailing slash; undefined: the listen address. */
  publicUrl: string | undefined;
  /** The flow for numbers without a route. */
  defaultFlow: string | undefined;
  /** Number → flow. */
  routes: Map<string, string>;
  /** Number → flow for messages. */
  messageRoutes: Map<string, string>;
  /** Spool directory; undefined: notifications are refused while the store is unavailable. */
  spool: { directory: string; maxBytes: number } | undefined;
  /** Maximum failover delay, ms. */
  takeoverMs: number;
  /** Time that a stopping node gives work in flight, ms. */
  drainMs: number;
  /** Retention of ended calls, ms; undefined: default of the engine. */
  retentionMs: number | undefined;
  /** Retention of ended campaigns with their recipients and results, ms. */
  campaignRetentionMs: number;
  /** Keys that encrypt private data in the store: the first encrypts, all decrypt; empty: no encryption. */
  secretKeys: readonly string[];
  /** Maximum body of a notification, bytes. */
  notificationBytes: number;
  /** Maximum response of a web service that a flow reads, bytes. */
  webAnswerBytes: number;
  /** True when metrics are collected for /metrics. */
  metrics: boolean;
  /** Maximum API requests per second for one key. */
  apiRate: number;
  /** Identity provider whose tokens are accepted; absent: none. */
  oidc?: OidcSetting;
  /** Proxies whose X-Forwarded-For is trusted; false: none. */
  trustProxy: string | false;
  /** Hosts to which flows may connect; undefined: any. */
  egress: EgressRule[] | undefined;
  /** Minimum log level. */
  logLevel: (typeof LOG_LEVELS)[number];
  /** Environment of flows, without the settings of the service. */
  env: Record<string, string>;
}

/** Credentials of a project at the platform. */
interface Credentials {
  appId: string;
  appKey: string;
}

/** Sources of the settings, as text. */
export type Settings = Partial<Record<Setting, string>>;

export interface ConfigSources {
  /** Values of flags. */
  flags: Settings;
  environment: Record<string, string | undefined>;
  /** Values of the configuration file. */
  file?: Settings;
  /** Fallbacks that override the general defaults. */
  defaults: Settings;
  /** True when the platform runs on this machine, so no public URL is required. */
  local: boolean;
}

/** Value of a setting, and its source. */
interface Given {
  text: string;
  from: Origin;
}

/** Resolves the value of each setting; undefined if no source has it. Empty values count as absent. */
export function givenIn(
  { flags, environment, file = {}, defaults }: ConfigSources,
  setting: Setting,
): Given | undefined {
  const said: [Origin, string | undefined][] = [
    ['flag', flags[setting]],
    ['environment', environment[variableOf(setting)]],
    ['file', file[setting]],
    ['default', defaults[setting]],
    ['default', factsOf(setting).default],
  ];
  for (const [from, text] of said) if (text !== undefined && text !== '') return { text, from };
  return undefined;
}

/** Reads the settings. Throws `ConfigError`. */
export function readConfig(said: ConfigSources): Config {
  const sources = { ...said, environment: withSettingFiles(said.environment) };
  const problems: ConfigProblem[] = [];
  const optional = <Name extends Setting>(setting: Name): ValueOf<Name> | undefined => {
    const given = givenIn(sources, setting);
    return given === undefined ? undefined : read(setting, given, problems);
  };
  const required = <Name extends Setting>(setting: Name): ValueOf<Name> =>
    read(setting, givenIn(sources, setting), problems);
  const observed = toObservedSettings(
    {
      file: optional('cdrFile'),
      url: optional('cdrUrl'),
      secret: (givenIn(sources, 'cdrUrl') ? required : optional)('cdrSecret'),
      maskDigits: required('cdrMask'),
      metricsToken: optional('metricsToken'),
      metricsListen: optional('metricsListen'),
      otel: optional('otel'),
      ratio: required('otelSample'),
    },
    sources.environment,
  );
  const config: Config = {
    host: required('host'),
    port: required('port'),
    store: required('store'),
    platform: { url: required('platformUrl'), appId: required('appId'), appKey: required('appKey') },
    projects: projectsOf(sources, problems),
    secretKeys: optional('secretKey') ?? [],
    ...required('hookToken'),
    hookAllow: optional('hookAllow'),
    hookMaxAgeMs: (optional('hookMaxAge') ?? { ms: undefined }).ms,
    projectSecrets: {
      environment: namedBy(sources.environment, (name) => name.startsWith('RINGFLOW_PROJECT_')),
      directory: required('secretsDir'),
    },
    publicUrl: (sources.local ? optional : required)('publicUrl'),
    defaultFlow: optional('defaultFlow'),
    ...(optional('routes') ?? { routes: new Map(), messageRoutes: new Map() }),
    spool: undefined,
    takeoverMs: required('takeover'),
    drainMs: required('drain'),
    retentionMs: required('retention'),
    campaignRetentionMs: required('campaignRetention'),
    notificationBytes: required('notificationSize'),
    webAnswerBytes: required('webAnswerSize'),
    metrics: required('metrics') === 'on',
    ...observed,
    apiRate: required('apiRate'),
    ...(givenIn(sources, 'oidcIssuer') && {
      oidc: {
        issuer: required('oidcIssuer'),
        audience: required('oidcAudience'),
        rolesClaim: required('oidcRolesClaim'),
        groups: optional('oidcGroups') ?? new Map(),
      },
    }),
    trustProxy: (optional('trustProxy') ?? { proxies: false }).proxies,
    egress: (optional('egress') ?? { rules: [] }).rules,
    logLevel: required('logLevel'),
    // Flows must not see the credentials of the service.
    env: namedBy(sources.environment, (name) => !/^(RINGFLOW|OTEL)_/.test(name)),
  };
  const maxBytes = required('spoolSize');
  if (problems.length > 0) throw new ConfigError(problems);
  // A spool on the same disk as the store file would not help, unless it is requested.
  // The port separates the spools of two nodes in one directory.
  const ofNode = config.store.kind === 'redis' ? `ringflow-spool/${config.port}` : undefined;
  const directory = optional('spool') ?? ofNode;
  return directory === undefined ? config : { ...config, spool: { directory, maxBytes } };
}

/** Parses one value. On failure it records a problem; settings with problems are never used. */
function read<Name extends Setting>(
  setting: Name,
  given: Given | undefined,
  problems: ConfigProblem[],
): ValueOf<Name> {
  const value = given && factsOf(setting).parse(given.text);
  if (value === undefined) problems.push(problemOf(setting, given));
  return value as ValueOf<Name>;
}

const WITH_USER = /^[^/]*\/\/[^/?#]*@/;

/** Describes the problem. Secrets are never repeated in a message, nor are their parts. */
function problemOf(setting: Setting, given: Given | undefined): ConfigProblem {
  const { isSecret = false, expected } = factsOf(setting);
  const isHidden = isSecret || WITH_USER.test(given?.text ?? '');
  const found = given === undefined ? 'is not set' : isHidden ? 'is invalid' : `is "${given.text}"`;
  const message = `${found}: expected ${expected}`;
  return { setting, from: given?.from, message, line: `${namesOf(setting)} ${message}` };
}

/** The names of a setting in messages. */
function namesOf(setting: Setting): string {
  const flag = flagOf(setting);
  return flag === undefined ? variableOf(setting) : `${variableOf(setting)} (or ${flag})`;
}

/** Variables whose names match. */
function namedBy(
  environment: ConfigSources['environment'],
  fits: (name: string) => boolean,
): Record<string, string> {
  const fitting = Object.entries(environment).filter(([name]) => fits(name));
  return Object.fromEntries(fitting.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

const PROJECTS = [
  ['sms', 'smsAppId', 'smsAppKey'],
  ['video', 'videoAppId', 'videoAppKey'],
] as const;

/** Credentials of services that have a project of their own. */
function projectsOf(sources: ConfigSources, problems: ConfigProblem[]): Config['projects'] {
  const services = PROJECTS.flatMap(([service, id, key]) => {
    const [givenId, givenKey] = [givenIn(sources, id), givenIn(sources, key)];
    if (givenId === undefined && givenKey === undefined) return [];
    if (givenId === undefined) problems.push(missingBeside(id, key));
    if (givenKey === undefined) problems.push(missingBeside(key, id));
    if (givenId === undefined || givenKey === undefined) return [];
    const credentials = { appId: read(id, givenId, problems), appKey: read(key, givenKey, problems) };
    return [[service, credentials] as const];
  });
  return Object.fromEntries(services);
}

function missingBeside(setting: Setting, other: Setting): ConfigProblem {
  const message = `is not set: expected it beside ${variableOf(other)}`;
  return { setting, from: undefined, message, line: `${variableOf(setting)} ${message}` };
}

/** Reads only the encryption keys of a service. */
export function secretKeysIn({ RINGFLOW_SECRET_KEY: text = '' }: ConfigSources['environment']): string[] {
  return linesOf(text);
}
