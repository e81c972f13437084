/**
 * The settings of the service, from flags, environment and file, checked once; each of them wins over those behind it.
 * Everything that is wrong is told at once, each in one line that says what to do.
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
  /** Services of the platform that belong to another of its projects than the calls. */
  projects: Partial<Record<'sms' | 'video', Credentials>>;
  /** The secret part of the hook's address. */
  hookToken: string;
  /** What it was before; these open the hook too. */
  formerHookTokens: string[];
  /** From where the platform may tell of calls, unless a project says otherwise; undefined: from anywhere. */
  hookAllow: string[] | undefined;
  /** How old a notification may be, unless a project says otherwise, ms; undefined: of any age. */
  hookMaxAgeMs: number | undefined;
  /** What projects may name as secrets: the part of the environment that is meant for it, and files below a directory. */
  projectSecrets: { environment: Record<string, string>; directory: string };
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
  /** So long campaigns are kept after their end, with their recipients and results, ms. */
  campaignRetentionMs: number;
  /** What is private lies in the store sealed with the first of these keys, and is opened by any; none: in clear. */
  secretKeys: readonly string[];
  /** Largest body of a notification, bytes. */
  notificationBytes: number;
  /** Largest answer of a web service that a flow may read, bytes. */
  webAnswerBytes: number;
  /** Calls, commands and the store are counted for /metrics. */
  metrics: boolean;
  /** Requests per second that one key may make. */
  apiRate: number;
  /** Whose tokens are taken beside keys; absent: nobody's. */
  oidc?: OidcSetting;
  /** Proxies that are believed when they say for whom they ask; false: none. */
  trustProxy: string | false;
  /** Where flows may send something; undefined: anywhere. */
  egress: EgressRule[] | undefined;
  /** The least that is logged. */
  logLevel: (typeof LOG_LEVELS)[number];
  /** Where flows find their settings; the service's own are not among them. */
  env: Record<string, string>;
}

/** One project of the platform. */
interface Credentials {
  appId: string;
  appKey: string;
}

/** What somebody says of the settings, as text. */
export type Settings = Partial<Record<Setting, string>>;

export interface ConfigSources {
  /** What the command line says. */
  flags: Settings;
  environment: Record<string, string | undefined>;
  /** What a configuration file says. */
  file?: Settings;
  /** What is taken where none of them says anything, before the defaults of all services. */
  defaults: Settings;
  /** The platform runs on this machine too, so nobody needs to say where the service is reached. */
  local: boolean;
}

/** What holds for a setting, and who says so. */
interface Given {
  text: string;
  from: Origin;
}

/** What holds for each setting; undefined where nobody says anything. What is empty counts as not there. */
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
    // Whoever writes flows is not thereby given the credentials of the service.
    env: namedBy(sources.environment, (name) => !/^(RINGFLOW|OTEL)_/.test(name)),
  };
  const maxBytes = required('spoolSize');
  if (problems.length > 0) throw new ConfigError(problems);
  // Beside a file on the same disk a spool would help nobody, unless it is asked for.
  // A node is known by its port, so that two of them in one folder do not get in each other's way.
  const ofNode = config.store.kind === 'redis' ? `ringflow-spool/${config.port}` : undefined;
  const directory = optional('spool') ?? ofNode;
  return directory === undefined ? config : { ...config, spool: { directory, maxBytes } };
}

/** Reads one value. Where that cannot be done there is a problem and no value, for settings with problems are not used. */
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

/** Secrets are never repeated in a message, nor what is wrong only when one is mixed into it. */
function problemOf(setting: Setting, given: Given | undefined): ConfigProblem {
  const { isSecret = false, expected } = factsOf(setting);
  const isHidden = isSecret || WITH_USER.test(given?.text ?? '');
  const found = given === undefined ? 'is not set' : isHidden ? 'is invalid' : `is "${given.text}"`;
  const message = `${found}: expected ${expected}`;
  return { setting, from: given?.from, message, line: `${namesOf(setting)} ${message}` };
}

/** As it appears in messages. */
function namesOf(setting: Setting): string {
  const flag = flagOf(setting);
  return flag === undefined ? variableOf(setting) : `${variableOf(setting)} (or ${flag})`;
}

/** The variables whose names fit. */
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

/** Credentials of services that have their own. */
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

/** The keys of a service, where nothing else of its settings is wanted. */
export function secretKeysIn({ RINGFLOW_SECRET_KEY: text = '' }: ConfigSources['environment']): string[] {
  return linesOf(text);
}
