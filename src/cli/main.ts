/** Runs the command line and turns its outcome into an exit code. */
import process from 'node:process';
import { CommanderError } from 'commander';
import { ConfigError } from '../service/config/error.ts';
import { OperationalError } from '../engine/ports/index.ts';
import { CommandFailure, endWithReaders, findSystemError, terminal } from './shared/io.ts';
import type { Io } from './shared/io.ts';
import { buildProgram } from './program.ts';

/** Parses `argv` as `process.argv` gives it, runs the command and sets the process's exit code. */
export async function main(argv: string[], io: Io = terminal): Promise<void> {
  if (io === terminal) endWithReaders();
  try {
    const program = await buildProgram(io, argv[2]);
    await program.parseAsync(argv);
  } catch (error) {
    process.exitCode = toExitCode(error, io);
  }
}

/** Prints expected failures as one line each; anything else is a bug and is thrown with its stack. */
function toExitCode(error: unknown, io: Io): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof CommandFailure) {
    if (error.message !== '') io.err(`ringflow: ${error.message}\n`);
    return error.exitCode;
  }
  if (error instanceof ConfigError) {
    for (const line of error.lines) io.err(`ringflow: ${line}\n`);
    return 2;
  }
  if (error instanceof OperationalError) {
    io.err(`ringflow: ${error.message}\n`);
    return 2;
  }
  const refused = findSystemError(error);
  if (refused === undefined) throw error;
  io.err(`ringflow: ${refused}\n`);
  return 2;
}
