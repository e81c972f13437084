/** Reads a key from a terminal or a pipe. */
import { createInterface } from 'node:readline/promises';
import type { Readable } from 'node:stream';
import { Writable } from 'node:stream';
import { CommandFailure } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';

/** Source of the key. */
type Input = Readable & { isTTY?: boolean };

/** Prompts for the key at a terminal, else reads the first line. Throws a `CommandFailure` without a key. */
export async function askForKey(input: Input, io: Pick<Io, 'err'>): Promise<string> {
  const isPiped = input.isTTY !== true;
  const key = isPiped ? await readFirstLine(input) : await readHidden(input, io);
  if (key !== '') return key;
  throw new CommandFailure(
    isPiped ? 'no key on stdin: pipe it in, or set RINGFLOW_TOKEN' : 'no key was entered',
  );
}

async function readFirstLine(input: Readable): Promise<string> {
  const lines = createInterface({ input });
  try {
    for await (const line of lines) if (line.trim() !== '') return line.trim();
    return '';
  } finally {
    lines.close();
  }
}

/** Reads the key without echoing it to the terminal. */
async function readHidden(input: Readable, io: Pick<Io, 'err'>): Promise<string> {
  const nowhere = new Writable({
    write: (_chunk, _encoding, done) => {
      done();
    },
  });
  io.err('Key (input is hidden): ');
  const lines = createInterface({ input, output: nowhere, terminal: true });
  try {
    return (await lines.question('')).trim();
  } catch {
    // Ctrl-C or Ctrl-D.
    return '';
  } finally {
    lines.close();
    io.err('\n');
  }
}
