import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { startEmulator } from '../emulator/http/index.ts';
import type { EmulatorOptions } from '../emulator/http/index.ts';
import { CommandFailure, untilStopped } from './io.ts';
import type { Io } from './io.ts';

/** `ringflow emulator`: the voice platform on this machine. */
export function registerEmulator(program: Command, io: Io): void {
  program
    .command('emulator')
    .description('run the platform emulator alone')
    .option('--port <port>', 'port to listen on', '4010')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--config <file>', 'settings as JSON: projects, numbers, parties, timings (docs/emulator.md)')
    .addHelpText(
      'after',
      '\nExamples:\n  ringflow emulator\n  ringflow emulator --port 4010 --config emulator.json',
    )
    .action(async ({ port, host, config }: { port: string; host: string; config?: string }) => {
      if (!/^\d{1,5}$/.test(port)) throw new CommandFailure(`--port is "${port}": expected a port number`);
      const settings = config === undefined ? {} : { settings: readSettings(config) };
      const emulator = await started({ port: Number(port), host, ...settings });
      io.err(
        `platform emulator on ${emulator.url}, App ID demo, App Key demo-key unless configured otherwise\n`,
      );
      await untilStopped();
      await emulator.close();
    });
}

async function started(options: EmulatorOptions) {
  try {
    return await startEmulator(options);
  } catch (error) {
    throw new CommandFailure(error instanceof Error ? error.message : String(error));
  }
}

function readSettings(file: string): NonNullable<EmulatorOptions['settings']> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as NonNullable<EmulatorOptions['settings']>;
  } catch (error) {
    throw new CommandFailure(
      `${file} cannot be used: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
