/**
 * `npm run bench`: measures the service against its floor on each store, start-up, the call core, the emulator, the compiler,
 * campaign files, deployments, reads of the API, diagrams, the console in a browser, the language server, imports of other systems, scenarios, metrics and traces, neighbouring
 * projects, requests of every kind, calls by SIP and, on Redis, parked calls, timers and a second node.
 *   --pairs N    rounds of floor and service, in turns (3)     --seconds N  length of a round (8)     --json
 *   --parked N   most parked calls (1000000)                   --only A,B   some of the parts named below
 *   --cores apart|shared   contests on cores of their own, or as the system places them (apart)
 */
import { parseArgs } from 'node:util';
import { measureAdvance } from './advance.ts';
import { measureAsterisk } from './asterisk.ts';
import { measureCampaign } from './campaign.ts';
import { measureCompile } from './compile.ts';
import { measureConsole } from './console.ts';
import { run } from './contest.ts';
import type { ContestResult } from './contest.ts';
import { contests } from './contestants.ts';
import { checkApart } from './cores.ts';
import { measureDeploy } from './deploy.ts';
import { measureDiagram } from './diagram.ts';
import { measureEditor } from './editor.ts';
import { measureEmulator } from './emulator.ts';
import { measureImport } from './import.ts';
import { measureNeighbours } from './neighbours.ts';
import { measureObserved } from './observed.ts';
import { measureParked } from './parked.ts';
import { measureProve } from './prove.ts';
import { asTable } from './report.ts';
import type { Report } from './report.ts';
import { measureReads } from './reads.ts';
import { measureRequests } from './requests.ts';
import { measureScale } from './scale.ts';
import { measureScenarios } from './scenarios.ts';
import { measureStartup } from './startup.ts';
import { measureTimers } from './timers.ts';

const { values: flags } = parseArgs({
  options: {
    pairs: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '8' },
    parked: { type: 'string', default: '1000000' },
    only: { type: 'string' },
    cores: { type: 'string', default: 'apart' },
    json: { type: 'boolean', default: false },
  },
});
const rounds = { pairs: Number(flags.pairs), seconds: Number(flags.seconds) };
const { cores } = flags;
if (cores !== 'apart' && cores !== 'shared') throw new Error(`--cores is apart or shared, not "${cores}"`);

/** Each part of the report; the contests last, when nothing that was measured before is still warm. */
const parts: { [Part in keyof Report]-?: () => Promise<Report[Part]> | Report[Part] } = {
  startupMs: measureStartup,
  advance: () => measureAdvance([10, 1_000]),
  emulator: () => measureEmulator(rounds.seconds),
  compile: measureCompile,
  campaign: () => measureCampaign(1_000_000),
  reads: measureReads,
  deploy: measureDeploy,
  diagram: () => measureDiagram([100, 1_000]),
  console: measureConsole,
  editor: measureEditor,
  prove: () => measureProve([200]),
  import: measureImport,
  scenarios: measureScenarios,
  parked: () => measureParked(Number(flags.parked)),
  timers: () => measureTimers(100_000, 60_000),
  scale: () => measureScale(rounds.seconds),
  metrics: () => measureObserved(rounds),
  neighbours: () => measureNeighbours(rounds.seconds),
  requests: () => measureRequests(rounds.seconds),
  asterisk: () => measureAsterisk(1_000),
  contests: async () => {
    const results: ContestResult[] = [];
    for (const contest of contests) results.push(await run(contest, { ...rounds, cores }));
    return results;
  },
};

const wanted = flags.only?.split(',') ?? Object.keys(parts);
const unknown = wanted.find((name) => !(name in parts));
if (unknown !== undefined) throw new Error(`--only knows ${Object.keys(parts).join(', ')}, not "${unknown}"`);
// Fails before the other parts run, because contests come last.
if (cores === 'apart' && wanted.includes('contests')) checkApart();
const report: Record<string, unknown> = {};
for (const [name, measure] of Object.entries(parts))
  if (wanted.includes(name)) report[name] = await measure();
process.stdout.write(flags.json ? `${JSON.stringify(report, undefined, 2)}\n` : asTable(report));
