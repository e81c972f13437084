import { randomBytes } from 'node:crypto';
import process from 'node:process';
import { styleText } from 'node:util';
import type { Command } from 'commander';
import { openLog } from '../adapters/log-pino/index.ts';
import { startService } from '../app.ts';
import type { Service } from '../app.ts';
import { readConfig } from '../config.ts';
import type { Config } from '../config.ts';
import { renderPretty } from '../diagnostics/index.ts';
import { startEmulator } from '../emulator/http/index.ts';
import type { Emulator } from '../emulator/http/index.ts';
import type { CompiledFlow } from '../flow/index.ts';
import { loadFlows, watchFlows } from '../flow-files/index.ts';
import { placeDemoCall } from './demo-call.ts';
import { CommandFailure, untilStopped } from './io.ts';
import type { Io } from './io.ts';
import { checkRouting, withServiceFlags } from './service-options.ts';
import type { ServiceFlags } from './service-options.ts';
import { traceLines } from './trace-lines.ts';

/** The first of the numbers that the flows get, one each: a range kept for fiction. */
const FIRST_NUMBER = 12025550100;
const EMULATOR_PORT = 4010;

type DevFlags = ServiceFlags & { demo?: true; emulatorPort?: string };

/** `ringflow dev`: everything on this machine, flows reloaded as they are saved. */
export function registerDev(program: Command, io: Io): void {
  withServiceFlags(program.command('dev'), 'warn')
    .description('run flows, the service and the platform emulator together, and reload flows as they change')
    .argument('[dir]', 'folder with the flows', 'flows')
    .option('--emulator-port <port>', `port of the emulator (default ${EMULATOR_PORT})`)
    .option('--demo', 'place one call to the first flow and show its trace')
    .addHelpText(
      'after',
      '\nExamples:\n  ringflow dev\n  ringflow dev my-flows --port 9000\n\nThen, in a second terminal:\n  ringflow call front-desk',
    )
    .action((folder: string, flags: DevFlags) => runDev(folder, flags, io));
}

async function runDev(
  folder: string,
  { demo, emulatorPort, logLevel, ...flags }: DevFlags,
  io: Io,
): Promise<void> {
  const { flows, diagnostics, source } = loadFlows([folder]);
  io.err(renderPretty(diagnostics, { source, colour: io.colour }));
  if (flows.length === 0) throw new CommandFailure('no flow is without errors, nothing was started', 1);
  const log = openLog(logLevel);
  const emulator = usesOwnPlatform(flags) ? undefined : await openEmulator(emulatorPort);
  try {
    const config = devConfig(flags, emulator);
    const numbers = new Map(flows.map(({ name }, index) => [name, `+${FIRST_NUMBER + index}`]));
    const routes = new Map([
      ...[...numbers].map(([name, number]) => [number, name] as const),
      ...config.routes,
    ]);
    checkRouting(
      flows.map(({ name }) => name),
      { ...config, routes },
    );
    const onTrace: Parameters<typeof startService>[0]['onTrace'] = (call, entry) => {
      io.out(traceLines(call, entry));
    };
    const service = await startService({
      config: { ...config, routes },
      flows,
      log,
      onTrace,
      openDial: true,
    });
    for (const [label, number] of numbers)
      emulator?.act((model) => {
        model.control.setNumber(number, { webhook: service.hookUrl, label });
      });
    io.err(welcome({ service, emulator, numbers }));
    const unwatch = watchFlows(folder, () => {
      void reload({ folder, service, running: flows, io });
    });
    const [firstNumber] = numbers.values();
    if (demo && emulator !== undefined && firstNumber !== undefined)
      await placeDemoCall(emulator, firstNumber);
    await untilStopped();
    unwatch();
    await service.stop();
  } finally {
    await emulator?.close();
  }
}

/** Whoever names a platform wants that one, not the emulator. */
function usesOwnPlatform({ platformUrl }: Pick<ServiceFlags, 'platformUrl'>): boolean {
  return (platformUrl ?? process.env.RINGFLOW_PLATFORM_URL ?? '') !== '';
}

function devConfig(flags: Omit<ServiceFlags, 'logLevel'>, emulator: Emulator | undefined): Config {
  const own = {
    port: '8080',
    store: 'sqlite:.ringflow/dev.sqlite',
    hookToken: randomBytes(18).toString('base64url'),
  };
  const emulated =
    emulator === undefined ? {} : { platformUrl: emulator.url, appId: 'demo', appKey: 'demo-key' };
  return readConfig({
    flags,
    environment: process.env,
    defaults: { ...own, ...emulated },
    local: emulator !== undefined,
  });
}

async function openEmulator(port: string | undefined): Promise<Emulator> {
  const wanted = port ?? String(EMULATOR_PORT);
  if (!/^\d{1,5}$/.test(wanted))
    throw new CommandFailure(`--emulator-port is "${wanted}": expected a port number`);
  try {
    return await startEmulator({ port: Number(wanted) });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandFailure(`the emulator cannot start: ${reason}; choose another with --emulator-port`);
  }
}

interface Running {
  service: Service;
  emulator: Emulator | undefined;
  numbers: Map<string, string>;
}

function welcome({ service, emulator, numbers }: Running): string {
  const flows = [...numbers].map(([name, number]) => `  ${number}  ${name}\n`).join('');
  const platform = emulator === undefined ? '' : `Platform emulator on ${emulator.url}\n`;
  const [first] = numbers.keys();
  const invitation =
    emulator === undefined ? '' : `Call one from another terminal: npx ringflow call ${first ?? ''}\n`;
  return `Ringflow on ${service.url}\n${platform}Flows:\n${flows}${invitation}Stop with Ctrl-C.\n\n`;
}

/** Puts changed flows into service; one with errors keeps its last good version. */
async function reload({
  folder,
  service,
  running,
  io,
}: {
  folder: string;
  service: Service;
  running: CompiledFlow[];
  io: Io;
}): Promise<void> {
  try {
    const { flows, diagnostics, source } = loadFlows([folder]);
    io.err(renderPretty(diagnostics, { source, colour: io.colour }));
    for (const flow of flows) {
      const known = running.findIndex(({ name }) => name === flow.name);
      if (running[known]?.version === flow.version) continue;
      await service.engine.flows.deploy(flow);
      running.splice(known < 0 ? running.length : known, 1, flow);
      io.err(`${styleText('green', 'reloaded')} ${flow.name} (${flow.version})\n`);
    }
  } catch (error) {
    io.err(`not reloaded: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}
