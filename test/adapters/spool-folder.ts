/** Spools in folders of their own, closed and removed after each test. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { openSpool } from '../../src/adapters/spool-file/index.ts';
import type { Spool, Spooled } from '../../src/engine/ports/index.ts';

export interface SpoolFolder {
  directory: string;
  /** Opens the spool; one that was opened before has to be closed. */
  open(options?: Partial<Parameters<typeof openSpool>[0]>): Spool;
}

/** A new folder for every test of a file. */
export function useSpoolFolder(): () => SpoolFolder {
  let directory: string;
  let opened: Spool[];
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'ringflow-spool-'));
    opened = [];
  });
  afterEach(async () => {
    for (const spool of opened) await spool.close();
    rmSync(directory, { recursive: true, force: true });
  });
  return () => ({
    directory,
    open(options = {}) {
      const spool = openSpool({ directory, ...options });
      opened.push(spool);
      return spool;
    },
  });
}

/** The n-th entry, about one of three calls. */
export function entryOf(number: number): Spooled {
  return { entry: `entry ${number}`, about: `call-${number % 3}`, at: 1_000 + number };
}

/** Everything that waits, oldest first, taken off. */
export async function drained(spool: Spool, batch = 100): Promise<string[]> {
  const entries = await spool.oldest(batch);
  if (entries.length === 0) return [];
  await spool.takeOff(entries.length);
  return [...entries.map(({ entry }) => entry), ...(await drained(spool, batch))];
}
