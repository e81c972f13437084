/**
 * A process that appends entries to a spool, many at once, until the disk takes no more, then takes everything off, and
 * appends again. Argument: the directory. Writes what it has seen on stdout, as JSON.
 */
import { openSpool } from '../../../src/adapters/spool-file/index.ts';

const AT_ONCE = 25;
const ROUNDS = 8;

const [directory = ''] = process.argv.slice(2);
const spool = openSpool({ directory, segmentBytes: 20_000 });
const kept: number[] = [];
const refused: unknown[] = [];

async function append(number: number): Promise<void> {
  try {
    await spool.append({ entry: `${number} ${'x'.repeat(900)}`, about: `call-${number % 3}`, at: number });
    kept.push(number);
  } catch (error) {
    refused.push((error as { code?: unknown }).code);
  }
}

async function drain(): Promise<number[]> {
  const entries = await spool.oldest(1_000);
  if (entries.length === 0) return [];
  await spool.takeOff(entries.length);
  return [...entries.map(({ entry }) => Number.parseInt(entry, 10)), ...(await drain())];
}

for (let round = 0; round < ROUNDS; round += 1)
  await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => append(round * AT_ONCE + at)));
const full = {
  kept: kept.toSorted((one, other) => one - other),
  refused: [...new Set(refused)],
  entries: spool.state().entries,
};
const drained = await drain();
const left = { entries: spool.state().entries, bytes: spool.state().bytes, count: spool.count('call-0') };
await append(1_000);
const again = await drain();
await spool.close();
process.stdout.write(`${JSON.stringify({ full, drained, left, again })}\n`);
