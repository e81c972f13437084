import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Command } from 'commander';
import { CommandFailure } from '../../src/cli/shared/io.ts';
import type { Io } from '../../src/cli/shared/io.ts';

/** What a command left behind. */
export interface Ran {
  out: string;
  err: string;
  code: number;
}

/** Runs one command in this process, as its program would. */
export async function runCommand(register: (program: Command, io: Io) => void, args: string[]): Promise<Ran> {
  const ran: Ran = { out: '', err: '', code: 0 };
  const io: Io = {
    out: (text) => (ran.out += text),
    err: (text) => (ran.err += text),
    colour: false,
  };
  const program = new Command('ringflow').exitOverride();
  register(program, io);
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    if (error.message !== '') ran.err += `ringflow: ${error.message}\n`;
    ran.code = error.exitCode;
  }
  return ran;
}

/** A folder with these files, and the means to remove it. */
export function folderWith(files: Record<string, string>): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'ringflow-'));
  for (const [name, text] of Object.entries(files)) {
    const file = join(path, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return {
    path,
    remove: () => {
      rmSync(path, { recursive: true });
    },
  };
}
