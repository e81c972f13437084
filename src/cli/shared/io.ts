/** Input and output of commands: stdout for data, stderr for messages, and an exit code. */
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';

export interface Io {
  /** Writes to stdout, unchanged. */
  out(text: string): void;
  /** Writes to stderr, unchanged. */
  err(text: string): void;
  /** True when stdout is a terminal that shows colours. */
  colour: boolean;
  /** Replaces the progress line; an empty one removes it. Absent if stderr is not a terminal. */
  progress?(line: string): void;
}

/** Exit codes: 0 success, 1 errors were found, 2 invalid usage or set-up. */
export type ExitCode = 0 | 1 | 2;

/** Ends a command with one line on stderr and an exit code. */
export class CommandFailure extends Error {
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = 2) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The terminal. */
export const terminal: Io = {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  colour: process.stdout.isTTY && (process.env.NO_COLOR ?? '') === '',
  ...(process.stderr.isTTY && { progress: (line: string) => void process.stderr.write(`\r\u001b[K${line}`) }),
};

/** Exit code of a program that was ended by SIGPIPE. */
const READER_GONE = 141;

/**
 * Ends the process when it cannot write its output: silently if the reader has gone, as with `| head`, otherwise with a message,
 * as when the disk is full.
 */
export function endWithReaders(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(READER_GONE);
      if (stream === process.stdout) process.stderr.write(`ringflow: ${error.message}\n`);
      process.exit(2);
    });
}

/** Returns the message of an operating-system error, such as a file that cannot be written; undefined for any other error. */
export function findSystemError(error: unknown): string | undefined {
  const isSystems = error instanceof Error && 'syscall' in error && 'code' in error;
  return isSystems ? error.message : undefined;
}

/** Returns the message of whatever was thrown. */
export function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Reads a text file. Throws a `CommandFailure` if it cannot be read. */
export function readTextFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandFailure(`${file} cannot be read: ${describeError(error)}`);
  }
}

/** Writes to a file, or to stdout if none is named. Throws a `CommandFailure` if the file cannot be written. */
export function writeOutput(text: string, file: string | undefined, io: Io): void {
  if (file === undefined) io.out(text);
  else writeTextFile(file, text);
}

/** Writes a text file. Throws a `CommandFailure` if it cannot be written. */
export function writeTextFile(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new CommandFailure(`${file} cannot be written: ${describeError(error)}`);
  }
}

const stopSignals = ['SIGINT', 'SIGTERM'] as const;

/** Resolves with the first SIGINT or SIGTERM; a second one ends the process at once. */
export function waitForStopSignal(): Promise<(typeof stopSignals)[number]> {
  return new Promise((resolve) => {
    const stop = (first: (typeof stopSignals)[number]) => {
      for (const signal of stopSignals) {
        process.off(signal, stop);
        process.once(signal, () => process.exit(1));
      }
      resolve(first);
    };
    for (const signal of stopSignals) process.on(signal, stop);
  });
}
