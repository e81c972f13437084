/** Input and output of commands: stdout for data, stderr for messages, and an exit code. */
import process from 'node:process';

export interface Io {
  /** Writes to stdout, unchanged. */
  out(text: string): void;
  /** Writes to stderr, unchanged. */
  err(text: string): void;
  /** True when stdout is a terminal that shows colours. */
  colour: boolean;
  /** Replaces the progress line; an empty one removes it. Absent where stderr is no terminal. */
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
