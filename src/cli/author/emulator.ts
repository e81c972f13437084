import { Option } from 'commander';
import type { Command } from 'commander';
import { startEmulator } from '../../platform/emulator/http/index.ts';
import type { Emulator, EmulatorLog, EmulatorOptions } from '../../platform/emulator/http/index.ts';
import { profileNames } from '../../platform/emulator/model/index.ts';
import type { EmulatorSettings, ProfileName } from '../../platform/emulator/model/index.ts';
import { readEmulatorSettings } from './emulator-settings.ts';
import { publicHost, readTls, addTlsFlags } from './emulator-tls.ts';
import type { TlsFlags } from './emulator-tls.ts';
import { carrierProfiles } from '../../carriers/index.ts';
import type { LineFlags } from '../shared/carrier-option.ts';
import { CommandFailure, describeError, waitForStopSignal } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';

interface Flags extends TlsFlags, SettingFlags {
  port: string;
  host: string;
  config?: string;
  journal?: string;
}

/** Flags that override settings of the file. */
interface SettingFlags extends LineFlags {
  profile?: ProfileName;
  recording?: EmulatorSettings['recording'];
  anyRoom?: true;
  anyTemplate?: true;
  typeAhead?: true;
  earlyConnect?: true;
}

const examples = `
Examples:
  ringflow emulator
  ringflow emulator --port 4010 --config emulator.yaml --journal calls.ndjson
  ringflow emulator --tls > ca.pem
  ringflow emulator --profile field --tls-name api.example.com --tls-ca ca.pem --port 443`;

/** `ringflow emulator`: runs the platform emulator on this machine. */
export function registerEmulator(program: Command, io: Io): void {
  addTlsFlags(addSettingFlags(program.command('emulator')))
    .description('run the platform emulator on its own')
    .option('--port <port>', 'port to listen on', '4010')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--config <file>', 'settings file, YAML or JSON (schemas/emulator.schema.json)')
    .option('--journal <file>', 'write every event to this file, one JSON object per line')
    .addHelpText('after', examples)
    .action(async (flags: Flags) => {
      const tls = readTls(flags);
      const options = { ...(await readOptions(flags)), ...(tls && { tls }), log: logOn(io) };
      const emulator = await startOrFail(options);
      if (tls?.ca !== undefined && flags.tlsCa === undefined) io.out(tls.ca);
      io.err(renderWelcome(emulator.url, options.settings));
      await waitForStopSignal();
      await emulator.close();
    });
}

function addSettingFlags(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--profile <name>',
        'preset of settings for programs written against a live platform',
      ).choices(profileNames),
    )
    .addOption(
      new Option('--recording <how>', 'lenient: also record without a name, and before a bridge').choices([
        'spec',
        'lenient',
      ]),
    )
    .addOption(
      new Option('--carrier <kind>', 'kind of carrier that is emulated').choices(
        Object.keys(carrierProfiles),
      ),
    )
    .option('--any-room', 'create video rooms on demand')
    .option('--any-template', 'accept every message template and campaign')
    .option('--type-ahead', 'buffer keys pressed during a play with interrupt: false')
    .option('--early-connect', 'queue a connect that arrives before the call is answered');
}

/** Prints missed notifications and failures, one line each. */
function logOn(io: Io): EmulatorLog {
  const printLine = (fields: object, message: string) => {
    const details = Object.entries(fields).map(([name, value]) => `${name}: ${renderValue(value)}`);
    io.err(`${[message, ...details].join(', ')}\n`);
  };
  return { warn: printLine, error: printLine };
}

function renderValue(value: unknown): string {
  return value instanceof Error ? (value.stack ?? value.message) : String(value);
}

/** Shows no App Keys, except the built-in one. */
function renderWelcome(url: string, { projects }: EmulatorSettings = {}): string {
  const known = projects?.map(({ appId }) => appId).join(', ') ?? 'demo with App Key demo-key';
  return `platform emulator on ${url}, App ID ${known}\nsoftphone, messages and rooms at ${url}/_emulator/\n`;
}

async function readOptions(flags: Flags): Promise<EmulatorOptions> {
  const { port, host, config, journal } = flags;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new CommandFailure(`--port is "${port}": expected a port number up to 65535`);
  const publicName = publicHost(flags);
  return {
    port: Number(port),
    host,
    settings: applyFlags(config === undefined ? {} : await readEmulatorSettings(config), flags),
    ...(journal !== undefined && { journalFile: journal }),
    ...(publicName !== undefined && { publicHost: publicName }),
  };
}

function applyFlags(settings: EmulatorSettings, flags: SettingFlags): EmulatorSettings {
  const { profile, recording, carrier, anyRoom, anyTemplate, typeAhead, earlyConnect } = flags;
  return {
    ...settings,
    ...(profile !== undefined && { profile }),
    ...(recording !== undefined && { recording }),
    ...(carrier !== undefined && { capabilities: carrierProfiles[carrier] }),
    ...(earlyConnect && { earlyConnect }),
    ...(typeAhead && { dtmf: { ...settings.dtmf, typeAhead } }),
    ...(anyTemplate && { sms: { ...settings.sms, anyTemplate } }),
    ...(anyRoom && { video: { ...settings.video, anyRoom } }),
  };
}

async function startOrFail(options: EmulatorOptions): Promise<Emulator> {
  try {
    return await startEmulator(options);
  } catch (error) {
    throw new CommandFailure(describeError(error));
  }
}
