/**
 * Reads the settings of the service from flags, environment and file, in this order of precedence. All problems are reported
 * at once, one line each.
 */
import { ConfigError } from './error.ts';
import type { ConfigProblem, Origin } from './error.ts';
import { addSettingFiles } from './secret-files.ts';
import { factsOf, toFlag, toVariable } from './settings.ts';
import type { LOG_LEVELS, Setting, ValueOf } from './settings.ts';
import type { OidcSetting } from './oidc.ts';
import { hasOtelEndpoint } from './observability.ts';
import type { ObservedSettings } from './observability.ts';
import { splitLines } from './values.ts';
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
  /** Time that work in flight has to finish when the service stops, ms. */
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
  /** True when the console is served. */
  console: boolean;
  /** Permission to change drafts of flows in the default project. */
  editing: 'on' | 'off';
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

interface Given {
  text: string;
  from: Origin;
}

/** Resolves the value of each setting; undefined if no source has it. Empty values count as absent. */
export function resolveSetting(
  { flags, environment, file = {}, defaults }: ConfigSources,
  setting: Setting,
): Given | undefined {
  const candidates: [Origin, string | undefined][] = [
    ['flag', flags[setting]],
    ['environment', environment[toVariable(setting)]],
    ['file', file[setting]],
    ['default', defaults[setting]],
    ['default', factsOf(setting).default],
  ];
  for (const [from, text] of candidates) if (text !== undefined && text !== '') return { text, from };
  return undefined;
}

/** Reads the settings. Throws `ConfigError`. */
export function readConfig(given: ConfigSources): Config {
  const sources = { ...given, environment: addSettingFiles(given.environment) };
  const settings = new SettingReader(sources);
  const observed = readObserved(settings, sources.environment);
  const config: Config = {
    host: settings.readRequired('host'),
    port: settings.readRequired('port'),
    store: settings.readRequired('store'),
    platform: {
      url: settings.readRequired('platformUrl'),
      appId: settings.readRequired('appId'),
      appKey: settings.readRequired('appKey'),
    },
    projects: readProjects(settings),
    secretKeys: settings.readOptional('secretKey') ?? [],
    ...settings.readRequired('hookToken'),
    hookAllow: settings.readOptional('hookAllow'),
    hookMaxAgeMs: settings.readOptional('hookMaxAge')?.ms,
    projectSecrets: {
      environment: selectVariables(sources.environment, (name) => name.startsWith('RINGFLOW_PROJECT_')),
      directory: settings.readRequired('secretsDir'),
    },
    publicUrl: sources.local ? settings.readOptional('publicUrl') : settings.readRequired('publicUrl'),
    defaultFlow: settings.readOptional('defaultFlow'),
    ...(settings.readOptional('routes') ?? { routes: new Map(), messageRoutes: new Map() }),
    spool: undefined,
    takeoverMs: settings.readRequired('takeover'),
    drainMs: settings.readRequired('drain'),
    retentionMs: settings.readRequired('retention'),
    campaignRetentionMs: settings.readRequired('campaignRetention'),
    notificationBytes: settings.readRequired('notificationSize'),
    webAnswerBytes: settings.readRequired('webAnswerSize'),
    metrics: settings.readRequired('metrics') === 'on',
    console: settings.readRequired('console') === 'on',
    ...observed,
    editing: settings.readRequired('editing'),
    apiRate: settings.readRequired('apiRate'),
    ...(settings.has('oidcIssuer') && { oidc: readOidc(settings) }),
    trustProxy: settings.readOptional('trustProxy')?.proxies ?? false,
    // Without the setting flows may connect to no host.
    egress: (settings.readOptional('egress') ?? { rules: [] }).rules,
    logLevel: settings.readRequired('logLevel'),
    // Flows must not see the credentials of the service.
    env: selectVariables(sources.environment, (name) => !/^(RINGFLOW|OTEL)_/.test(name)),
  };
  const maxBytes = settings.readRequired('spoolSize');
  if (settings.problems.length > 0) throw new ConfigError(settings.problems);
  // A spool on the same disk as the store file would not help, unless it is requested.
  // The port separates the spools of two nodes in one directory.
  const ofNode = config.store.kind === 'redis' ? `ringflow-spool/${config.port}` : undefined;
  const directory = settings.readOptional('spool') ?? ofNode;
  return directory === undefined ? config : { ...config, spool: { directory, maxBytes } };
}

/** Parses values and collects problems; the result of a setting with a problem is never used. */
class SettingReader {
  readonly problems: ConfigProblem[] = [];
  readonly #sources: ConfigSources;

  constructor(sources: ConfigSources) {
    this.#sources = sources;
  }

  has(setting: Setting): boolean {
    return resolveSetting(this.#sources, setting) !== undefined;
  }

  readOptional<Name extends Setting>(setting: Name): ValueOf<Name> | undefined {
    return this.has(setting) ? this.readRequired(setting) : undefined;
  }

  readRequired<Name extends Setting>(setting: Name): ValueOf<Name> {
    const given = resolveSetting(this.#sources, setting);
    const value = given && factsOf(setting).parse(given.text);
    if (value === undefined) this.problems.push(toProblem(setting, given));
    return value as ValueOf<Name>;
  }
}

/** The standard OpenTelemetry endpoint variables turn traces on. */
function readObserved(settings: SettingReader, environment: ConfigSources['environment']): ObservedSettings {
  const file = settings.readOptional('cdrFile');
  const url = settings.readOptional('cdrUrl');
  const secret = settings.has('cdrUrl')
    ? settings.readRequired('cdrSecret')
    : settings.readOptional('cdrSecret');
  const maskDigits = settings.readRequired('cdrMask');
  const metricsToken = settings.readOptional('metricsToken');
  const metricsListen = settings.readOptional('metricsListen');
  const otel = settings.readOptional('otel') ?? (hasOtelEndpoint(environment) ? 'on' : 'off');
  const ratio = settings.readRequired('otelSample');
  return {
    ...((file !== undefined || url !== undefined || maskDigits > 0) && {
      cdrs: {
        ...(file !== undefined && { file }),
        ...(url !== undefined && { webhook: { url, secret: secret ?? '' } }),
        maskDigits,
      },
    }),
    ...(metricsToken !== undefined && { metricsToken }),
    ...(metricsListen && { metricsListen }),
    ...(otel === 'on' && { tracing: { ratio } }),
  };
}

function readOidc(settings: SettingReader): OidcSetting {
  const clientId = settings.readOptional('oidcConsoleClient');
  const scopes = settings.readOptional('oidcConsoleScopes');
  return {
    issuer: settings.readRequired('oidcIssuer'),
    audience: settings.readRequired('oidcAudience'),
    rolesClaim: settings.readRequired('oidcRolesClaim'),
    groups: settings.readOptional('oidcGroups') ?? new Map(),
    ...(clientId !== undefined && { console: { clientId, ...(scopes && { scopes }) } }),
  };
}

const WITH_USER = /^[^/]*\/\/[^/?#]*@/;

/** Describes the problem. Secrets are never repeated in a message, nor are their parts. */
function toProblem(setting: Setting, given: Given | undefined): ConfigProblem {
  const { isSecret = false, expected } = factsOf(setting);
  const isHidden = isSecret || WITH_USER.test(given?.text ?? '');
  const found = given === undefined ? 'is not set' : isHidden ? 'is invalid' : `is "${given.text}"`;
  const message = `${found}: expected ${expected}`;
  return { setting, from: given?.from, message, line: `${formatNames(setting)} ${message}` };
}

function formatNames(setting: Setting): string {
  const flag = toFlag(setting);
  return flag === undefined ? toVariable(setting) : `${toVariable(setting)} (or ${flag})`;
}

function selectVariables(
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

function readProjects(settings: SettingReader): Config['projects'] {
  const services = PROJECTS.flatMap(([service, id, key]) => {
    if (!settings.has(id) && !settings.has(key)) return [];
    if (!settings.has(id)) settings.problems.push(toMissingProblem(id, key));
    if (!settings.has(key)) settings.problems.push(toMissingProblem(key, id));
    if (!settings.has(id) || !settings.has(key)) return [];
    return [[service, { appId: settings.readRequired(id), appKey: settings.readRequired(key) }] as const];
  });
  return Object.fromEntries(services);
}

function toMissingProblem(setting: Setting, other: Setting): ConfigProblem {
  const message = `is not set: required together with ${toVariable(other)}`;
  return { setting, from: undefined, message, line: `${toVariable(setting)} ${message}` };
}

/** Reads only the encryption keys of a service. */
export function readSecretKeys({ RINGFLOW_SECRET_KEY: text = '' }: ConfigSources['environment']): string[] {
  return splitLines(text);
}
