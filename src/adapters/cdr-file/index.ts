/**
 * CDRs at the end of a file, a JSON object a line. Owns: nothing between deliveries. The file is opened for each, so one that was
 * moved away, as `logrotate` does, needs no signal: the next goes to a new file.
 *
 * A line that a death has cut off stays by itself; its CDR comes again whole.
 */
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type { CdrSink } from '../../engine/ports/index.ts';

const NEWLINE = '\n'.charCodeAt(0);

/** Opens nothing yet; each delivery rejects where the file cannot be written. */
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
