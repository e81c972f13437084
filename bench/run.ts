/**
 * `npm run bench`: the service beside its floor, its start-up time, the cost of one step of the call core, the
 * emulator, the compiler and the language server.
 *   --pairs N    rounds of floor and service, in turns (3)     --seconds N  length of a round (8)     --json
 */
import { parseArgs } from 'node:util';
import { measureAdvance } from './advance.ts';
import { measureCompile } from './compile.ts';
import { run } from './contest.ts';
import { contests } from './contestants.ts';
import { measureEditor } from './editor.ts';
import { measureEmulator } from './emulator.ts';
import { asTable } from './report.ts';
import type { Report } from './report.ts';
import { measureStartup } from './startup.ts';

const { values: flags } = parseArgs({
  options: {
    pairs: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '8' },
    json: { type: 'boolean', default: false },
  },
});

const report: Report = {
  contests: [],
  startupMs: await measureStartup(),
  advance: measureAdvance([10, 1_000]),
  emulator: await measureEmulator(Number(flags.seconds)),
  compile: measureCompile(),
  editor: await measureEditor(),
};
for (const contest of contests)
  report.contests.push(await run(contest, { pairs: Number(flags.pairs), seconds: Number(flags.seconds) }));
process.stdout.write(flags.json ? `${JSON.stringify(report, undefined, 2)}\n` : asTable(report));
