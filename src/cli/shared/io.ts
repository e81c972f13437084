/** How commands speak to the world: stdout for what another program reads, stderr for the rest, and an exit code. */
import process from 'node:process';

export interface Io {
  /** Writes to stdout as it stands. */
  out(text: string): void;
  /** Writes to stderr as it stands. */
  err(text: string): void;
  /** True when stdout is a terminal that shows colours. */
  colour: boolean;
  /** Shows one line in place of the one before, an empty one at the end; absent where nobody watches. */
  progress?(line: string): void;
}

/** What a command ends with: 0 all is well, 1 errors were found, 2 it was used or set up wrongly. */
export type ExitCode = 0 | 1 | 2;

/** Ends a command with one clear line on stderr. */
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

/** What a shell tells of a program that SIGPIPE ended, which is how others end whose reader has gone. */
const READER_GONE = 141;

/**
 * Ends the process once what it writes cannot go anywhere: without a word where nobody reads it, as behind `| head`, else in
 * one line, as where the disk is full.
 */
export function endWithReaders(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(READER_GONE);
      if (stream === process.stdout) process.stderr.write(`ringflow: ${error.message}\n`);
      process.exit(2);
    });
}

/** What the operating system says where it refuses something, such as a file that cannot be written; undefined: it was another error. */
export function refusedBySystem(error: unknown): string | undefined {
  const isSystems = error instanceof Error && 'syscall' in error && 'code' in error;
  return isSystems ? error.message : undefined;
}

const stopSignals = ['SIGINT', 'SIGTERM'] as const;

/** Resolves with the first SIGINT or SIGTERM; a second one ends the process at once. */
export function untilStopped(): Promise<(typeof stopSignals)[number]> {
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
