import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { Option } from 'commander';
import type { Command } from 'commander';
import { summarize } from '../../call/index.ts';
import type { CallSummary } from '../../call/index.ts';
import type { CompiledFlow } from '../../language/model/index.ts';
import { formatCount } from '../../language/text/index.ts';
import { findFlowByName } from '../../authoring/flow-files/index.ts';
import { OperationalError } from '../../engine/ports/index.ts';
import type { CallState } from '../../engine/ports/index.ts';
import { writeRecording, redactCall } from '../../verification/recording/index.ts';
import type { Recording } from '../../verification/recording/index.ts';
import { exportScenario, renderParting } from '../../verification/replay/index.ts';
import type { Exported } from '../../verification/replay/index.ts';
import { CommandFailure, writeOutput } from '../shared/io.ts';
import { parseLast } from '../shared/option-values.ts';
import type { Io } from '../shared/io.ts';
import { loadCall, readNewest, readRecordings, useOpenedStore, useStore } from './recorded-calls.ts';
import type { OpenStore } from './recorded-calls.ts';
import { registerCallControl } from './call-control.ts';
import { fetchNewest, fetchRecording } from './calls.ts';
import type { CallQuery } from './calls.ts';
import { findCredentials } from './credentials.ts';
import { openProject } from './flags.ts';
import { isAtService, addSourceFlags } from './source.ts';
import type { SourceFlags } from './source.ts';

interface Filters extends SourceFlags {
  flow?: string;
  state?: CallState;
  number?: string;
  campaign?: string;
  last: number;
}

interface ExportFlags extends Filters {
  scenario?: true;
  ndjson?: true;
  out?: string;
  keepNumbers?: true;
}

/** `ringflow calls`: lists, exports and controls calls. */
export function registerCalls(program: Command, io: Io): void {
  const calls = program.command('calls').description('list, export and control calls');
  addSourceFlags(addFilters(calls.command('list'), 20))
    .description('list calls, newest first')
    .option('--json', 'print as NDJSON')
    .addHelpText(
      'after',
      '\nExit code: 0 listed, 1 refused, 2 no such store, or no response.\n\nExamples:\n  ringflow calls list --flow front-desk --state live\n  ringflow calls list --number +4915112345678 --json',
    )
    .action((flags: Filters & { json?: true }) => listCalls(flags, io));
  addSourceFlags(addFilters(calls.command('export'), 100))
    .description('export recorded calls: one as a scenario, or many as NDJSON for preview')
    .argument('[call...]', 'ids of calls; with --ndjson default: the newest calls')
    .option('--scenario', 'export one call as a scenario that reproduces it')
    .option('--ndjson', 'export calls with their flow versions, one JSON object per line')
    .option('--out <file>', 'write to this file; default: stdout')
    .option('--keep-numbers', 'keep phone numbers; default: replace them with fictitious ones')
    .addHelpText(
      'after',
      '\nExit code: 0 exported, 1 no such call, or the scenario does not reproduce it (it is written anyway, with a note where they differ),\n2 invalid usage, no such store, or no response.\n\nExamples:\n  ringflow calls export default.7b1d2c9e --scenario --out flows/front-desk/busy.scenario.yaml\n  ringflow calls export default.7b1d2c9e --ndjson --url https://ivr.example.com\n  ringflow calls export --ndjson --flow front-desk --last 500 --out calls.ndjson',
    )
    .action((ids: string[], flags: ExportFlags) => exportCalls(ids, flags, io));
  registerCallControl(calls, io);
}

function addFilters(command: Command, last: number): Command {
  return command
    .option('--flow <name>', 'only calls that started on this flow')
    .addOption(new Option('--state <state>', 'only calls in this state').choices(['live', 'ended']))
    .option('--number <number>', 'only calls from or to this number')
    .addOption(new Option('--campaign <id>', 'only calls that this campaign placed').conflicts('number'))
    .option('--last <count>', 'maximum number of calls', parseLast, last);
}

function toFilter({ flow, state, number, campaign }: Filters): CallQuery {
  return {
    ...(flow !== undefined && { flow }),
    ...(state && { state }),
    ...(number !== undefined && { number }),
    ...(campaign !== undefined && { campaign }),
  };
}

async function listCalls({ json, ...filters }: Filters & { json?: true }, io: Io): Promise<void> {
  const calls = isAtService(filters)
    ? await fetchNewest(openProject(filters, io), toFilter(filters), filters.last)
    : await newestInStore(filters);
  for (const call of calls) io.out(json ? `${JSON.stringify(toListItem(call))}\n` : renderCall(call));
}

function newestInStore(filters: Filters): Promise<CallSummary[]> {
  return useStore(filters.store, async ({ store }) =>
    (await readNewest(store, toFilter(filters), filters.last)).map(summarize),
  );
}

/** Selects the fields of a call in a list. */
function toListItem({ id, flow, version, direction, from, to, ...call }: CallSummary) {
  const { startedAt, endedAt, ended = '', step, outcomes, campaign } = call;
  return {
    ...{ id, flow, version, direction, from, to },
    startedAt: new Date(startedAt).toISOString(),
    ...(endedAt === undefined ? { step } : { endedAt: new Date(endedAt).toISOString(), reason: ended }),
    outcomes,
    ...(campaign !== undefined && { campaign }),
  };
}

function renderCall(call: CallSummary): string {
  const { id, flow, number, startedAt, endedAt, step, ended = '', outcomes } = call;
  const state = endedAt === undefined ? `at ${step}` : `ended ${ended}`;
  const began = new Date(startedAt).toISOString().slice(0, 19);
  return `${[began, id, flow, formatNumber(number), state, ...outcomes].join('  ')}\n`;
}

/** Writes a number with its plus; numbers as they are dialled in a country and names of telephones have none. */
function formatNumber(number: string): string {
  return /^[1-9]\d{6,}$/.test(number) ? `+${number}` : number;
}

async function exportCalls(ids: string[], flags: ExportFlags, io: Io): Promise<void> {
  if ((flags.scenario === undefined) === (flags.ndjson === undefined))
    throw new CommandFailure('choose a format: --scenario or --ndjson');
  const [id, ...others] = ids;
  if (flags.scenario && (id === undefined || others.length > 0))
    throw new CommandFailure('--scenario requires the id of one call: see `ringflow calls list`');
  await useRecording(ids, { flags, io }, (recorded) => {
    if (flags.scenario) exportOne(recorded, id ?? '', { flags, io });
    else exportMany(recorded, { flags, io });
  });
}

interface Way {
  flags: ExportFlags;
  io: Io;
}

/** Exported calls and their source. */
interface Recorded {
  recording: Recording;
  place: string;
}

/** Reads the requested calls from a store or a service, and uses them. */
async function useRecording(
  ids: string[],
  { flags, io }: Way,
  use: (recorded: Recorded) => void,
): Promise<void> {
  if (isAtService(flags)) {
    use(await readFromService(ids, { flags, io }));
    return;
  }
  await useOpenedStore({ flag: flags.store, io }, async (open) => {
    use({ recording: await readFromStore(open, ids, flags), place: open.place });
  });
}

async function readFromService(ids: string[], { flags, io }: Way): Promise<Recorded> {
  const newestIds = async () =>
    (await fetchNewest(openProject(flags, io), toFilter(flags), flags.last)).map(({ id }) => id);
  const wanted = ids.length === 0 ? await newestIds() : ids;
  // Deriving a scenario requires the original numbers; it replaces them itself.
  const keepsNumbers = flags.scenario === true || flags.keepNumbers === true;
  const recording = await fetchRecording(flags, wanted, { keepsNumbers });
  return { recording, place: findCredentials(flags).url };
}

async function readFromStore(open: OpenStore, ids: string[], flags: ExportFlags): Promise<Recording> {
  const { store } = open;
  if (ids.length === 0) return readRecordings(store, await readNewest(store, toFilter(flags), flags.last));
  return readRecordings(store, await Promise.all(ids.map((id) => loadCall(open, id))));
}

function exportMany({ recording: { calls, flows } }: Recorded, { flags, io }: Way): void {
  const kept = flags.keepNumbers ? calls : calls.map(redactCall);
  writeOutput(writeRecording({ calls: kept, flows }), flags.out, io);
  io.err(`${formatCount(calls.length, 'call')} exported\n`);
}

function exportOne({ recording: { calls, flows }, place }: Recorded, id: string, { flags, io }: Way): void {
  const [call] = calls;
  const flow = call && flows.get(call.flow.version);
  if (call === undefined || flow === undefined)
    throw new CommandFailure(`${place} no longer contains the flow version of ${id}`, 1);
  if (call.endedAt === undefined)
    throw new CommandFailure(`the call ${id} is live: export it after it has ended`, 1);
  const flowFile = flags.out === undefined ? undefined : findFlowFile(flow, flags.out);
  const exported = exportScenario(call, flow, {
    ...(flags.keepNumbers && { keepNumbers: true }),
    ...(flowFile !== undefined && { flowFile }),
  });
  writeOutput(exported.text, flags.out, io);
  checkExport(exported);
}

/** Default folder of flows. */
const FLOWS = 'flows';

/** Returns the flow file relative to the scenario; undefined for flow.yaml next to it, or if there is none. */
function findFlowFile({ name }: CompiledFlow, out: string): string | undefined {
  if (existsSync(join(dirname(out), 'flow.yaml')) || !existsSync(FLOWS)) return undefined;
  try {
    return relative(dirname(out), findFlowByName(name, FLOWS)).split(sep).join('/');
  } catch (error) {
    if (error instanceof OperationalError) return undefined;
    throw error;
  }
}

function checkExport({ replayed: { parting }, lost }: Exported): void {
  if (lost !== undefined)
    throw new CommandFailure(
      `the flow version of the call does not reproduce its trace at "${lost.event.type}"`,
      1,
    );
  if (parting !== undefined)
    throw new CommandFailure(`the scenario does not reproduce the call: ${renderParting(parting)}`, 1);
}
