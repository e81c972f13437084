/**
 * A disk that takes no more, in the middle of a write. The child runs once on a disk of its own that is smaller than what
 * it writes (a tmpfs in a mount namespace; needs Linux), and once where no file may grow beyond 4 kB (anywhere).
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { useSpoolFolder } from './spool-folder.ts';

const folder = useSpoolFolder();
const child = fileURLToPath(new URL('children/fill-disk.ts', import.meta.url));
const run = promisify(execFile);

interface Seen {
  full: { kept: number[]; refused: string[]; entries: number };
  drained: number[];
  left: { entries: number; bytes: number; count: number };
  again: number[];
}

/** Runs the child where a shell has prepared the ground; `$0` is Node, `$1` the child, `$2` the directory. */
async function filling(prepare: string, [program, ...args]: string[]): Promise<Seen> {
  const command = [
    ...args,
    '-c',
    `${prepare}; exec "$0" "$1" "$2"`,
    process.execPath,
    child,
    folder().directory,
  ];
  const { stdout } = await run(program ?? 'sh', command);
  return JSON.parse(stdout) as Seen;
}

/** A namespace in which this user may mount. */
const namespace = process.getuid?.() === 0 ? ['unshare', '-m', 'sh'] : ['unshare', '-rm', 'sh'];

test.each([
  ['a disk that is full', 'mount -t tmpfs -o size=128k tmpfs "$2"', namespace],
  // In blocks of 512 bytes. The write that meets the limit writes as much as fits.
  ['a file that may not grow', 'trap "" XFSZ; ulimit -f 8', ['sh']],
])(
  '%s: what was refused does not come back, all else does, in order, and there is room again',
  async (_what, ...how) => {
    const { full, drained, left, again } = await filling(...how);
    expect(full.refused).toEqual(['spool_failed']);
    expect(full.kept.length).toBeGreaterThan(3);
    expect(full.entries).toBe(full.kept.length);
    expect(drained).toEqual(full.kept);
    expect(left).toEqual({ entries: 0, bytes: 0, count: 0 });
    expect(again).toEqual([1_000]);
  },
);
