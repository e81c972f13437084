/**
 * Reads the settings of the service from flags, environment and file, in this order of precedence. All problems are reported
 * at once, one line each.
 */
import { DEFAULT_CARRIER } from '../../language/model/index.ts';
import { findPromptFolder, readCarrierSettings } from './carriers.ts';
import type { CarrierSetting, DialsBy } from './carriers.ts';
import { ConfigError } from './error.ts';
import type { ConfigProblem } from './error.ts';
import { addSettingFiles } from './secret-files.ts';
import { SettingReader } from './setting-reader.ts';
import type { ConfigSources } from './setting-reader.ts';
import { toVariable } from './settings.ts';
import type { LOG_LEVELS, Setting } from './settings.ts';
import type { OidcSetting } from './oidc.ts';
import { hasOtelEndpoint } from './observability.ts';
import type { ObservedSettings } from './observability.ts';
import { toRecognitionSettings, toSpeechSettings } from './speech.ts';
import type { RecognitionSettings, SpeechSettings } from './speech.ts';
import { splitLines, type StoreSetting } from './values.ts';
import type { EgressRule } from '../egress/index.ts';

export { parseStore, type StoreSetting } from './values.ts';
export type { Setting } from './settings.ts';
export { resolveSetting } from './setting-reader.ts';
export type { ConfigSources, Settings } from './setting-reader.ts';

export interface Config extends ObservedSettings {
  host: string;
  /** 0: any free port. */
  port: number;
  store: StoreSetting;
  /** Account at the platform; undefined when only other carriers are set. */
  platform: (Credentials & { url: string }) | undefined;
  /** Carriers beside the platform. */
  carriers: CarrierSetting[];
  /** Credentials of services that have a project of their own. */
  projects: Partial<Record<'sms' | 'video', Credentials>>;
  /** Secret part of the hook URL; empty where no platform sends notifications: then no hook of the service is open. */
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
  /** Carriers of the default project by the beginning of the number that is called; the longest beginning counts. */
  dialsBy: DialsBy[];
  /** Beginnings of the numbers that the default project may call; undefined: any. */
  dialPrefixes: string[] | undefined;
  /** Hosts to which flows may connect; undefined: any. */
  egress: EgressRule[] | undefined;
  /** Speech for carriers that play files; absent: none is rendered. */
  speech?: SpeechSettings;
  /** Recognition of speech for carriers without it. */
  recognition?: RecognitionSettings;
  /** Minimum log level. */
  logLevel: (typeof LOG_LEVELS)[number];
  /** Environment of flows, without the settings of the service. */
  env: Record<string, string>;
}

interface Credentials {
  appId: string;
  appKey: string;
}

/** Reads the settings. Throws `ConfigError`. */
export function readConfig(given: ConfigSources): Config {
  const sources = { ...given, environment: addSettingFiles(given.environment) };
  const settings = new SettingReader(sources);
  const observed = readObserved(settings, sources.environment);
  const carriers = readCarriers(settings, sources.environment);
  const platform = readPlatform(settings);
  // Carriers without a platform are on this machine or open the connection by themselves: they need no public URL.
  const isPrivate = sources.local || platform === undefined;
  const config: Config = {
    host: settings.readRequired('host'),
    port: settings.readRequired('port'),
    store: settings.readRequired('store'),
    platform,
    carriers,
    projects: readProjects(settings),
    secretKeys: settings.readOptional('secretKey') ?? [],
    ...readHookTokens(settings, platform),
    hookAllow: settings.readOptional('hookAllow'),
    hookMaxAgeMs: settings.readOptional('hookMaxAge')?.ms,
    projectSecrets: {
      environment: selectVariables(sources.environment, (name) => name.startsWith('RINGFLOW_PROJECT_')),
      directory: settings.readRequired('secretsDir'),
    },
    publicUrl: isPrivate ? settings.readOptional('publicUrl') : settings.readRequired('publicUrl'),
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
    dialsBy: readDialsBy(settings, { carriers, platform }),
    dialPrefixes: settings.readOptional('dialPrefixes'),
    // Without the setting flows may connect to no host.
    egress: (settings.readOptional('egress') ?? { rules: [] }).rules,
    ...toSpeechSettings({
      directory: settings.readOptional('speechCache') ?? findPromptFolder(carriers),
      maxBytes: settings.readRequired('speechCacheSize'),
      command: settings.readRequired('speechCommand'),
      url: settings.readOptional('speechUrl'),
      key: settings.readOptional('speechKey'),
      model: settings.readOptional('speechModel'),
      voices: settings.readOptional('speechVoices'),
    }),
    ...toRecognitionSettings({
      url: settings.readOptional('recognitionUrl'),
      key: settings.readOptional('recognitionKey'),
      model: settings.readOptional('recognitionModel'),
    }),
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

/** The platform may be absent where another carrier is set. */
function readPlatform(settings: SettingReader): Config['platform'] {
  const isNamed = (['platformUrl', 'appId', 'appKey'] as const).some((setting) => settings.has(setting));
  if (!isNamed && settings.has('carrier')) return undefined;
  return {
    url: settings.readRequired('platformUrl'),
    appId: settings.readRequired('appId'),
    appKey: settings.readRequired('appKey'),
  };
}

/** Hooks are for platforms, so a service without one needs no token. */
function readHookTokens(
  settings: SettingReader,
  platform: Config['platform'],
): Pick<Config, 'hookToken' | 'formerHookTokens'> {
  return platform === undefined && !settings.has('hookToken')
    ? { hookToken: '', formerHookTokens: [] }
    : settings.readRequired('hookToken');
}

/** Reads which carrier places which calls; one that is not set is a problem. */
function readDialsBy(
  settings: SettingReader,
  { carriers, platform }: Pick<Config, 'carriers' | 'platform'>,
): DialsBy[] {
  const pairs = settings.readOptional('dialsBy') ?? [];
  const known = [
    ...(platform === undefined ? [] : [DEFAULT_CARRIER.name]),
    ...carriers.map(({ name }) => name),
  ];
  const unknown = pairs.find(({ carrier }) => !known.includes(carrier));
  if (unknown !== undefined) {
    const message = `names the carrier "${unknown.carrier}", which is not set`;
    settings.problems.push({
      setting: 'dialsBy',
      from: undefined,
      message,
      line: `RINGFLOW_DIALS_BY ${message}`,
    });
  }
  return pairs.toSorted((one, other) => other.prefix.length - one.prefix.length);
}

function readCarriers(settings: SettingReader, environment: ConfigSources['environment']): CarrierSetting[] {
  const { carriers, problems } = readCarrierSettings(settings.readOptional('carrier') ?? [], environment);
  for (const { variable, message } of problems)
    settings.problems.push({ setting: 'carrier', from: undefined, message, line: `${variable} ${message}` });
  return carriers;
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
