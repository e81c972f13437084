/**
 * `npm run mutation`: breaks the sample flows in random ways and asks whether validate, some scenario or prove finds it.
 * Prints the share that was found, and what nobody found. Ends with 1 below the share that is wanted.
 *   --count N  how many mutants (100)     --seed N  which ones (a random one, printed)     --least N  percent wanted (90)
 */
import { randomInt } from 'node:crypto';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { mutate } from './mutation/mutate.ts';
import { renderReport } from './mutation/report.ts';

const { values: flags } = parseArgs({
  options: {
    count: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    least: { type: 'string', default: '90' },
  },
});
const report = mutate(['flows'], { count: Number(flags.count), seed: Number(flags.seed) });
process.stdout.write(renderReport(report));
process.exitCode = report.share * 100 >= Number(flags.least) ? 0 : 1;
