import { writeSync } from 'node:fs';

/** Writes a line to stdout before it returns, also while whoever reads it is too busy to empty the pipe. */
export function print(line: string): void {
  for (;;) {
    try {
      writeSync(1, `${line}\n`);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
}
