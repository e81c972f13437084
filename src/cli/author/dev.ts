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
import { loadFlows, watchFlows } from '../../authoring/flow-files/index.ts';
import type { LoadedFlows } from '../../authoring/flow-files/index.ts';
import { placeDemoCall } from '../phone/demo-call.ts';
import { DevDiagnostics } from './dev-diagnostics.ts';
import { addDevKey } from './dev-key.ts';
import { DevFlows } from './dev-flows.ts';
import type { Put } from './dev-flows.ts';
import { CommandFailure, waitForStopSignal } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';
import { checkRouting, warnOfMissingParams, addServiceOptions } from '../operate/service-options.ts';
import { renderNotice } from '../operate/notice-line.ts';
import { renderTraceEntry } from '../operate/trace-lines.ts';

const EMULATOR_PORT = 4010;
/** The project that an emulator without settings has. */
const EMULATED = { appId: 'demo', appKey: 'demo-key' };

/** Defaults of a service that runs for one developer. */
const OWN_DEFAULTS: Settings = { store: 'sqlite:.ringflow/dev.sqlite', egress: 'any', logLevel: 'warn' };

type DevFlags = Settings & { demo?: string; emulatorPort?: string };

/** `ringflow dev`: runs service and emulator locally and reloads flows when they are saved. */
export function registerDev(program: Command, io: Io): void {
  addServiceOptions(program.command('dev'), OWN_DEFAULTS)
    .description('run the service and the platform emulator locally, and reload flows when they change')
    .argument('[dir]', 'folder with the flows', 'flows')
    .option('--emulator-port <port>', `port of the emulator (default ${EMULATOR_PORT})`)
    .option('--demo <flow>', 'place one demo call to this flow')
    .addHelpText(
      'after',
      '\nWith --platform-url (or RINGFLOW_PLATFORM_URL) the service uses that platform instead of the emulator.\n\nExamples:\n  ringflow dev\n  ringflow dev my-flows --port 9000\n\nThen, in a second terminal:\n  ringflow call front-desk',
    )
    .action((folder: string, flags: DevFlags) => runDev(folder, flags, io));
}

async function runDev(folder: string, flags: DevFlags, io: Io): Promise<void> {
  const { demo, emulatorPort, ...settings } = flags;
  const loaded = loadFlows([folder]);
  const told = new DevDiagnostics(io);
  told.show(loaded);
  if (loaded.flows.length === 0) throw new CommandFailure('every flow has errors: nothing was started', 1);
  const emulator = hasOwnPlatform(settings) ? undefined : await openEmulator(emulatorPort);
  try {
    const config = addDevKey(buildConfig(settings, emulator));
    if (emulator === undefined) checkRouting(listNames(loaded), config);
    if (demo !== undefined && !listNames(loaded).includes(demo))
      throw new CommandFailure(`--demo: no flow "${demo}"; the flows are ${listNames(loaded).join(', ')}`);
    const service = await startDevService(config, { loaded, emulator, io });
    const flows = new DevFlows(service, emulator);
    announceNotices(service, emulator);
    emulator?.onReset(() => {
      announceNotices(service, emulator);
      flows.announceAll();
    });
    printRefused(await flows.put(loaded.flows), io);
    for (const message of warnOfMissingParams(loaded.flows, addNumbers(config, flows)))
      io.err(`${message}\n`);
    // Before anybody is told that it runs, so that no save is missed from then on.
    const unwatch = watchFlows(folder, () => void reloadFlows(folder, { flows, told, io }));
    io.err(renderWelcome({ service, emulator, flows, demo }));
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
  loaded: LoadedFlows;
  emulator: Emulator | undefined;
  io: Io;
}

function startDevService(config: Config, { loaded, emulator, io }: Starting): Promise<Service> {
  return startService({
    config,
    flows: loaded.flows,
    log: openLog(config.logLevel),
    openDial: emulator !== undefined,
    onTrace: (call, entry) => {
      io.out(renderTraceEntry(summarize(call), showEntry(entry)));
    },
    onNotice: (notice) => {
      io.out(renderNotice(notice));
    },
  });
}

/** Adds the numbers that the flows have at the emulator to the routes. */
function addNumbers(config: Config, { numbers }: DevFlows): Config {
  return {
    ...config,
    routes: new Map([...[...numbers].map(([flow, number]) => [number, flow] as const), ...config.routes]),
  };
}

/** Registers the webhooks for messages and video rooms at the emulator. */
function announceNotices({ noticeUrls }: Service, emulator: Emulator | undefined): void {
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
    environment: emulator === undefined ? process.env : omitPlatform(process.env),
    defaults: { ...own, ...emulated },
    local: emulator !== undefined,
  });
}

/** Environment variables of a real platform, which do not apply to the emulator. */
const OF_THE_PLATFORM = [
  ...['RINGFLOW_APP_ID', 'RINGFLOW_APP_KEY', 'RINGFLOW_HOOK_TOKEN', 'RINGFLOW_PUBLIC_URL'],
  ...['RINGFLOW_SMS_APP_ID', 'RINGFLOW_SMS_APP_KEY', 'RINGFLOW_VIDEO_APP_ID', 'RINGFLOW_VIDEO_APP_KEY'],
];

function omitPlatform(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !OF_THE_PLATFORM.includes(name)));
}

/** Flows can be tried without configuring the portal of the emulator. */
const LIKE_THE_PORTAL = { sms: { anyTemplate: true }, video: { anyRoom: true } };

async function openEmulator(port: string | undefined): Promise<Emulator> {
  const wanted = port ?? String(EMULATOR_PORT);
  if (!/^\d{1,5}$/.test(wanted))
    throw new CommandFailure(`--emulator-port is "${wanted}": expected a port number`);
  try {
    return await startEmulator({ port: Number(wanted), settings: LIKE_THE_PORTAL });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandFailure(
      `cannot start the emulator: ${reason}; choose another port with --emulator-port`,
    );
  }
}

interface Running {
  service: Service;
  emulator: Emulator | undefined;
  flows: DevFlows;
  demo: string | undefined;
}

function renderWelcome({ service, emulator, flows: { numbers }, demo }: Running): string {
  const list = [...numbers].map(([name, number]) => `  ${number}  ${name}\n`).join('');
  const [first = ''] = numbers.keys();
  const invited = demo ?? first;
  const platform =
    emulator === undefined
      ? ''
      : `Platform emulator on ${emulator.url}\nCall a flow from another terminal: npx ringflow call ${invited}${renderUrlFlag(emulator)}\n`;
  return `Ringflow on ${service.url}\n${platform}Flows:\n${list}Stop with Ctrl-C.\n\n`;
}

/** Returns the --url flag for `call` if the emulator is not on its default port. */
function renderUrlFlag({ url }: Emulator): string {
  return url.endsWith(`:${EMULATOR_PORT}`) ? '' : ` --url ${url}`;
}

function printRefused({ refused }: Put, io: Io): void {
  for (const { name, reason } of refused)
    io.err(`${styleText('yellow', 'not in service')} ${name}: ${reason}\n`);
}

interface Reloading {
  flows: DevFlows;
  told: DevDiagnostics;
  io: Io;
}

/** Reloads changed flows; a flow with errors keeps its last valid version. */
async function reloadFlows(folder: string, { flows, told, io }: Reloading): Promise<void> {
  try {
    const loaded = loadFlows([folder]);
    told.show(loaded);
    const put = await flows.put(loaded.flows);
    for (const { name, version } of put.deployed)
      io.err(`${styleText('green', 'reloaded')} ${name} (version ${version})\n`);
    printRefused(put, io);
    // With errors in some file nobody can tell whether a flow that is missing was meant to go.
    const gone = loaded.failed ? [] : flows.keepOnly(loaded.flows);
    for (const name of gone) io.err(`${styleText('yellow', 'withdrawn')} ${name}\n`);
  } catch (error) {
    io.err(`not reloaded: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}
