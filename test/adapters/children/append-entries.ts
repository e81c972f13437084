/**
 * A process that appends to a spool as fast as it can and writes the number of every entry that was kept on stdout.
 * Argument: the directory. Runs until it is killed.
 */
import { openSpool } from '../../../src/adapters/spool-file/index.ts';
import { print } from './print.ts';

/** So many are on their way at a time. */
const AT_ONCE = 8;

const [directory = ''] = process.argv.slice(2);
const spool = openSpool({ directory, segmentBytes: 4_096 });
let next = 0;

async function appendForEver(): Promise<void> {
  for (;;) {
    const number = next;
    next += 1;
    await spool.append({
      entry: `entry ${number} ${'x'.repeat(number % 200)}`,
      about: `call-${number % 3}`,
      at: number,
    });
    print(String(number));
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, appendForEver));
