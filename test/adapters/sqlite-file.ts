import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A path for a database in a directory of its own, and how to remove it. */
export function temporaryFile(): { file: string; remove: () => void } {
  const directory = mkdtempSync(join(tmpdir(), 'ringflow-store-'));
  return {
    file: join(directory, 'calls.db'),
    remove: () => {
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
