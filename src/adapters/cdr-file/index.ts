/**
 * Appends CDRs to a file, one JSON object per line. Owns: nothing between deliveries. The file is opened for each delivery, so
 * `logrotate` needs no signal: after a rotation, the next delivery creates a new file.
 *
 * A line that a crash cut short stays on its own line; its CDR is delivered again.
 */
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type { CdrSink } from '../../engine/ports/index.ts';

const NEWLINE = '\n'.charCodeAt(0);

/** Creates the sink; each delivery rejects if the file cannot be written. */
export function openCdrFile(file: string): CdrSink {
  return {
    name: 'file',
    async deliver(lines) {
      const handle = await open(file, 'a+', 0o600);
      try {
        const beginning = (await isCutOff(handle)) ? '\n' : '';
        await handle.appendFile(`${beginning}${lines.join('\n')}\n`);
        await handle.datasync();
      } finally {
        await handle.close();
      }
    },
  };
}

async function isCutOff(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat();
  if (size === 0) return false;
  const { buffer } = await handle.read({ buffer: Buffer.alloc(1), position: size - 1 });
  return buffer[0] !== NEWLINE;
}
