import { randomBytes } from 'node:crypto';
import process from 'node:process';
import { styleText } from 'node:util';
import type { Command } from 'commander';
import { showEntry, summarize } from '../../call/index.ts';
import { openLog } from '../../adapters/log-pino/index.ts';
import { startService } from '../../service/start.ts';
import type { Service } from '../../service/start.ts';
import { readConfig } from '../../service/config/config.ts';
import type { Config, Settings } from '../../service/config/config.ts';
import { isSet } from '../../service/config/values.ts';
import { startEmulator } from '../../platform/emulator/http/index.ts';
import type { Emulator } from '../../platform/emulator/http/index.ts';
import { loadFlowsWithSources, watchFlows } from '../../authoring/flow-files/index.ts';
import type { FlowSources, LoadedFlows } from '../../authoring/flow-files/index.ts';
import { placeDemoCall } from './demo-call.ts';
import { addDevKey } from './dev-key.ts';
import { DevFlows } from './dev-flows.ts';
import type { Put } from './dev-flows.ts';
import { carrierProfiles } from '../../carriers/index.ts';
import type { Capabilities, NamedCapabilities } from '../../language/model/index.ts';
import { findCarrierKind } from '../shared/carrier-option.ts';
import { showFewOptions } from '../shared/few-options.ts';
import { CommandFailure, describeError, waitForStopSignal } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';
import { checkRouting, warnOfMissingParams, addServiceOptions } from '../operate/service-options.ts';
import { renderNotice, renderTraceEntry } from '../operate/trace-lines.ts';
import { DevDiagnostics } from './validate.ts';

const EMULATOR_PORT = 4010;
/** Default project of the emulator. */
const EMULATED = { appId: 'demo', appKey: 'demo-key' };

/** Defaults of `dev` where they differ from `serve`. */
const OWN_DEFAULTS: Settings = { store: 'sqlite:.ringflow/dev.sqlite', egress: 'any', logLevel: 'warn' };

/** Options that the short help shows; the others are settings of the service. */
const DESIGNER_OPTIONS = ['--port', '--store', '--log-level', '--emulator-port', '--demo'];

type DevFlags = Settings & { demo?: string; emulatorPort?: string };

/** `ringflow dev`: runs service and emulator locally and reloads flows when they are saved. */
export function registerDev(program: Command, io: Io): void {
  const command = addServiceOptions(program.command('dev'), OWN_DEFAULTS)
    .description('run the service and the platform emulator locally, and reload flows when they change')
    .argument('[dir]', 'folder with the flows', 'flows')
    .option('--emulator-port <port>', `port of the emulator (default ${EMULATOR_PORT})`)
    .option('--demo <flow>', 'place one demo call to this flow')
    .addHelpText(
      'after',
      '\nThe service has more settings: --help-all lists them. With --platform-url (or\nRINGFLOW_PLATFORM_URL) the service uses that platform instead of the emulator. With --carrier asterisk\nthe emulator stands in for an Asterisk, and refuses what one cannot do.\n\nExamples:\n  ringflow dev\n  ringflow dev my-flows --port 9000\n\nThen, in a second terminal:\n  ringflow call front-desk',
    )
    .action((folder: string, flags: DevFlags) => runDev(folder, flags, io));
  showFewOptions(command, DESIGNER_OPTIONS);
}

async function runDev(folder: string, flags: DevFlags, io: Io): Promise<void> {
  const { demo, emulatorPort, ...given } = flags;
  const { emulated, settings } = takeEmulatedCarrier(given);
  const { loaded, sources } = loadFlowsWithSources(folder, emulated && [emulated]);
  const diagnostics = new DevDiagnostics(io);
  diagnostics.show(loaded);
  if (loaded.flows.length === 0) throw new CommandFailure('every flow has errors: nothing was started', 1);
  const emulator = hasOwnPlatform(settings)
    ? undefined
    : await openEmulator(emulatorPort, emulated?.capabilities);
  try {
    const config = addDevKey(buildConfig(settings, emulator));
    if (emulator === undefined) checkRouting(listNames(loaded), config);
    if (demo !== undefined && !listNames(loaded).includes(demo))
      throw new CommandFailure(`--demo: no flow "${demo}"; the flows are ${listNames(loaded).join(', ')}`);
    const service = await startDevService(config, { folder, loaded, sources, emulator, emulated, io });
    const flows = new DevFlows(service, emulator);
    registerWebhooks(service, emulator);
    emulator?.admitPages(listLocalOrigins(service));
    emulator?.onReset(() => {
      registerWebhooks(service, emulator);
      flows.announceAll();
    });
    const put = await flows.put(loaded.flows, sources);
    printRefused(put, io);
    for (const message of warnOfMissingParams(loaded.flows, addNumbers(config, flows)))
      io.err(`${message}\n`);
    // Watches before it prints the welcome, so that no later save is missed.
    const unwatch = watchFlows(folder, () => void reloadFlows(folder, { flows, diagnostics, emulated, io }));
    io.err(renderWelcome({ service, emulator, flows, drafts: put.drafts, demo }));
    const number = flows.numbers.get(demo ?? '');
    if (number !== undefined && emulator !== undefined) void placeDemoCall(emulator, number);
    await waitForStopSignal();
    unwatch();
    await service.stop();
  } finally {
    await emulator?.close();
  }
}

interface Starting {
  folder: string;
  loaded: LoadedFlows;
  sources: FlowSources;
  emulator: Emulator | undefined;
  /** The carrier for which the emulator stands in. */
  emulated: NamedCapabilities | undefined;
  io: Io;
}

function startDevService(
  config: Config,
  { folder, loaded, sources, emulator, emulated, io }: Starting,
): Promise<Service> {
  return startService({
    config,
    flows: loaded.flows,
    folder: { path: folder, sources, isFollowed: true },
    log: openLog(config.logLevel),
    ...(emulated && { platformCapabilities: emulated.capabilities }),
    openDial: emulator !== undefined,
    // With a real platform, whoever reaches this machine could place real calls.
    ...(emulator !== undefined && {
      localKey: randomBytes(24).toString('base64url'),
      emulatorUrl: emulator.url,
    }),
    onTrace: (call, entry) => {
      io.out(renderTraceEntry(summarize(call), showEntry(entry)));
    },
    onNotice: (notice) => {
      io.out(renderNotice(notice));
    },
  });
}

/** Adds the emulator's numbers of the flows to the routes. */
function addNumbers(config: Config, { numbers }: DevFlows): Config {
  return {
    ...config,
    routes: new Map([...[...numbers].map(([flow, number]) => [number, flow] as const), ...config.routes]),
  };
}

/** Lists the origins that the service's pages may have in a browser of this machine. */
function listLocalOrigins({ url }: Service): string[] {
  const { protocol, port } = new URL(url);
  return ['127.0.0.1', 'localhost', '[::1]'].map((name) => new URL(`${protocol}//${name}:${port}`).origin);
}

/** Registers the webhooks for messages and video rooms at the emulator. */
function registerWebhooks({ noticeUrls }: Service, emulator: Emulator | undefined): void {
  const { sms: smsWebhook, video: videoWebhook } = noticeUrls;
  emulator?.act((model) => model.control.setWebhooks(EMULATED.appId, { smsWebhook, videoWebhook }));
}

function listNames({ flows }: LoadedFlows): string[] {
  return flows.map(({ name }) => name);
}

/** True when a platform is configured, which then replaces the emulator. */
function hasOwnPlatform({ platformUrl }: Settings): boolean {
  return isSet(platformUrl) || isSet(process.env.RINGFLOW_PLATFORM_URL);
}

function buildConfig(flags: Settings, emulator: Emulator | undefined): Config {
  const own = { ...OWN_DEFAULTS, hookToken: randomBytes(18).toString('base64url') };
  const emulated = emulator === undefined ? {} : { platformUrl: emulator.url, ...EMULATED };
  return readConfig({
    flags,
    environment: emulator === undefined ? process.env : omitPlatformVariables(process.env),
    defaults: { ...own, ...emulated },
    local: emulator !== undefined,
  });
}

/** Environment variables of a real platform, which do not apply to the emulator. */
const PLATFORM_VARIABLES = [
  ...['RINGFLOW_APP_ID', 'RINGFLOW_APP_KEY', 'RINGFLOW_HOOK_TOKEN', 'RINGFLOW_PUBLIC_URL'],
  ...['RINGFLOW_SMS_APP_ID', 'RINGFLOW_SMS_APP_KEY', 'RINGFLOW_VIDEO_APP_ID', 'RINGFLOW_VIDEO_APP_KEY'],
];

function omitPlatformVariables(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const others = Object.entries(environment).filter(([name]) => !PLATFORM_VARIABLES.includes(name));
  return Object.fromEntries(others);
}

/** Settings with which templates and rooms need no configuration. */
const EMULATOR_SETTINGS = { sms: { anyTemplate: true }, video: { anyRoom: true } };

/** Takes the kind of carrier that is emulated from the setting that otherwise names further carriers. */
function takeEmulatedCarrier({ carrier, ...settings }: Settings) {
  const kind = findCarrierKind(carrier);
  return kind === undefined
    ? { emulated: undefined, settings: { ...settings, ...(carrier !== undefined && { carrier }) } }
    : { emulated: { name: kind, capabilities: carrierProfiles[kind] }, settings };
}

async function openEmulator(
  port: string | undefined,
  capabilities: Capabilities | undefined,
): Promise<Emulator> {
  const wanted = port ?? String(EMULATOR_PORT);
  if (!/^\d{1,5}$/.test(wanted))
    throw new CommandFailure(`--emulator-port is "${wanted}": expected a port number`);
  try {
    return await startEmulator({
      port: Number(wanted),
      settings: { ...EMULATOR_SETTINGS, ...(capabilities && { capabilities }) },
    });
  } catch (error) {
    throw new CommandFailure(
      `cannot start the emulator: ${describeError(error)}; choose another port with --emulator-port`,
    );
  }
}

interface Running {
  service: Service;
  emulator: Emulator | undefined;
  flows: DevFlows;
  drafts: Put['drafts'];
  demo: string | undefined;
}

function renderWelcome({ service, emulator, flows: { numbers }, drafts, demo }: Running): string {
  const deployed = new Map(drafts.map(({ name, version }) => [name, version]));
  const describe = (name: string) =>
    deployed.has(name) ? `${name} (version ${deployed.get(name)} is deployed: the files are a draft)` : name;
  const list = [...numbers].map(([name, number]) => `  ${number}  ${describe(name)}\n`).join('');
  const [first = ''] = numbers.keys();
  const suggested = demo ?? first;
  const platform =
    emulator === undefined
      ? ''
      : `Platform emulator on ${emulator.url}\nCall a flow from another terminal: npx ringflow call ${suggested}${renderUrlFlag(emulator)}\n`;
  return `Ringflow on ${service.url}/console/\n${platform}Flows:\n${list}Stop with Ctrl-C.\n\n`;
}

/** Renders the --url flag for `call` if the emulator is not on its default port. */
function renderUrlFlag({ url }: Emulator): string {
  return url.endsWith(`:${EMULATOR_PORT}`) ? '' : ` --url ${url}`;
}

function printRefused({ refused }: Put, io: Io): void {
  for (const { name, reason } of refused)
    io.err(`${styleText('yellow', 'not in service')} ${name}: ${reason}\n`);
}

function describeDeployed(version: string): string {
  return `version ${version} is deployed and goes on taking calls`;
}

interface Reloading {
  flows: DevFlows;
  diagnostics: DevDiagnostics;
  emulated: NamedCapabilities | undefined;
  io: Io;
}

/** Reloads changed flows; a flow with errors keeps its last valid version. */
async function reloadFlows(folder: string, { flows, diagnostics, emulated, io }: Reloading): Promise<void> {
  try {
    const { loaded, sources } = loadFlowsWithSources(folder, emulated && [emulated]);
    diagnostics.show(loaded);
    const put = await flows.put(loaded.flows, sources);
    for (const { name, version } of put.deployed)
      io.err(`${styleText('green', 'reloaded')} ${name} (version ${version})\n`);
    for (const { name, version } of put.drafts)
      io.err(`${styleText('green', 'saved')} ${name}: ${describeDeployed(version)}\n`);
    printRefused(put, io);
    // While a file has errors, a missing flow may be in that file, so nothing is withdrawn.
    const gone = loaded.failed ? [] : await flows.keepOnly(loaded.flows);
    for (const { name, version } of gone)
      io.err(
        version === undefined
          ? `${styleText('yellow', 'withdrawn')} ${name}\n`
          : `${styleText('yellow', 'removed')} ${name}: ${describeDeployed(version)}\n`,
      );
  } catch (error) {
    io.err(`not reloaded: ${describeError(error)}\n`);
  }
}
