import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { selfSigned, startEmulator } from '../emulator/http/index.ts';
import type { Emulator, EmulatorLog, EmulatorOptions } from '../emulator/http/index.ts';
import type { EmulatorSettings } from '../emulator/model/index.ts';
import { readEmulatorSettings } from './emulator-settings.ts';
import { CommandFailure, untilStopped } from './io.ts';
import type { Io } from './io.ts';

interface Flags {
  port: string;
  host: string;
  config?: string;
  journal?: string;
  tls?: true;
  tlsCert?: string;
  tlsKey?: string;
}

const examples = `
Examples:
  ringflow emulator
  ringflow emulator --port 4010 --config emulator.yaml --journal calls.ndjson
  ringflow emulator --tls > certificate.pem`;

/** `ringflow emulator`: the platform on this machine. */
export function registerEmulator(program: Command, io: Io): void {
  program
    .command('emulator')
    .description('run the platform emulator alone')
    .option('--port <port>', 'port to listen on', '4010')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--config <file>', 'settings as YAML or JSON (schemas/emulator.schema.json)')
    .option('--journal <file>', 'write everything that happens to a file, one JSON object per line')
    .option('--tls', 'serve HTTPS with a certificate made now, which is printed')
    .option('--tls-cert <file>', 'serve HTTPS with this certificate (PEM)')
    .option('--tls-key <file>', 'the key of that certificate (PEM)')
    .addHelpText('after', examples)
    .action(async (flags: Flags) => {
      const options = { ...(await readOptions(flags)), log: logOn(io) };
      const emulator = await started(options);
      if (flags.tls) io.out(options.tls?.cert ?? '');
      io.err(welcome(emulator.url, options.settings));
      await untilStopped();
      await emulator.close();
    });
}

/** Missed notifications and failures, a line each. */
function logOn(io: Io): EmulatorLog {
  const line = (fields: object, message: string) => {
    const details = Object.entries(fields).map(([name, value]) => `${name}: ${shown(value)}`);
    io.err(`${[message, ...details].join(', ')}\n`);
  };
  return { warn: line, error: line };
}

function shown(value: unknown): string {
  return value instanceof Error ? (value.stack ?? value.message) : String(value);
}

/** App Keys stay out of it, but for the one that everybody knows. */
function welcome(url: string, { projects }: EmulatorSettings = {}): string {
  const known = projects?.map(({ appId }) => appId).join(', ') ?? 'demo with App Key demo-key';
  return `platform emulator on ${url}, App ID ${known}\nsoftphone, messages and rooms on ${url}/_emulator/\n`;
}

async function readOptions(flags: Flags): Promise<EmulatorOptions> {
  const { port, host, config, journal } = flags;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new CommandFailure(`--port is "${port}": expected a port number up to 65535`);
  const tls = readTls(flags);
  return {
    port: Number(port),
    host,
    ...(config !== undefined && { settings: await readEmulatorSettings(config) }),
    ...(journal !== undefined && { journalFile: journal }),
    ...(tls && { tls }),
  };
}

function readTls({ tls, tlsCert, tlsKey }: Flags): EmulatorOptions['tls'] {
  if ((tlsCert === undefined) !== (tlsKey === undefined))
    throw new CommandFailure('--tls-cert and --tls-key are given together');
  if (tlsCert === undefined || tlsKey === undefined) return tls && selfSigned(Date.now());
  if (tls) throw new CommandFailure('--tls makes a certificate of its own: leave it out beside --tls-cert');
  return { cert: readText(tlsCert), key: readText(tlsKey) };
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandFailure(
      `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

async function started(options: EmulatorOptions): Promise<Emulator> {
  try {
    return await startEmulator(options);
  } catch (error) {
    throw new CommandFailure(error instanceof Error ? error.message : String(error));
  }
}
