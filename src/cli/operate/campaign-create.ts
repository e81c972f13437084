import { createReadStream } from 'node:fs';
import { extname } from 'node:path';
import type { Command } from 'commander';
import { parse } from 'yaml';
import { checkRecipients, readRows, RecipientCheck } from '../../service/campaigns/index.ts';
import type { CampaignSettings, RecipientsFormat, RecipientsReport } from '../../service/campaigns/index.ts';
import type { CompiledFlow } from '../../language/model/index.ts';
import { compileBundle } from '../../service/management/index.ts';
import { CommandFailure, describeError, readTextFile } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';
import { checkCampaignId } from './campaign-words.ts';
import { Upload } from './client.ts';
import type { Ask } from './client.ts';
import { liveFlows } from './deploy-plan.ts';
import { addParam } from '../shared/option-values.ts';
import { openProject, addServiceFlags, renderExitCodes } from './flags.ts';
import type { ServiceFlags } from './flags.ts';

interface CreateFlags extends ServiceFlags {
  settings?: string;
  flow?: string;
  from?: string;
  country?: string;
  perSecond?: string;
  atOnce?: string;
  broadcast?: true;
  param?: Record<string, string>;
  onlyGood?: true;
}

interface FileKind {
  format: RecipientsFormat;
  type: string;
}

const KINDS: Record<string, FileKind> = {
  '.csv': { format: 'csv', type: 'text/csv' },
  '.ndjson': { format: 'ndjson', type: 'application/x-ndjson' },
  '.jsonl': { format: 'ndjson', type: 'application/x-ndjson' },
};

/** Maximum number of invalid rows that are printed. */
const MAX_SHOWN = 20;
const DEFAULT_PACE = { perSecond: 1, atOnce: 10 };

/** `ringflow campaign create`: creates a campaign and loads its recipients. */
export function registerCampaignCreate(campaign: Command, io: Io): void {
  addServiceFlags(campaign.command('create'))
    .description('create a campaign and load its recipients')
    .argument('<id>', 'name of the campaign')
    .argument('[recipients]', 'file with the recipients: CSV with a header line, or NDJSON')
    .option('--settings <file>', 'file with settings, YAML or JSON; flags override it')
    .option('--flow <name>', 'flow that handles the calls')
    .option('--from <number>', 'caller ID')
    .option('--country <code>', 'country of numbers without a plus, such as DE')
    .option('--per-second <n>', `calls started per second (default ${DEFAULT_PACE.perSecond})`)
    .option('--at-once <n>', `maximum concurrent calls (default ${DEFAULT_PACE.atOnce})`)
    .option('--broadcast', 'place the calls of each second with one request to the platform')
    .option('--param <name=value>', 'value of a flow parameter for every call; repeatable', addParam)
    .option('--only-good', 'load the valid rows even if others are invalid')
    .addHelpText(
      'after',
      `\nThe file is checked before it is uploaded. No calls are placed before "campaign start".${renderExitCodes('loaded', 'refused (no recipients were loaded)')}\n\nExample:\n  ringflow campaign create spring customers.csv --flow appointment-reminder --from +4930555000 --country DE`,
    )
    .action((id: string, file: string | undefined, flags: CreateFlags) => create(id, file, { flags, io }));
}

async function create(
  id: string,
  file: string | undefined,
  { flags, io }: { flags: CreateFlags; io: Io },
): Promise<void> {
  const kind = file === undefined ? undefined : findKind(file);
  const ask = openProject(flags, io);
  const path = `/campaigns/${checkCampaignId(id)}`;
  const settings = await ask<CampaignSettings>('PUT', path, buildSettings(flags));
  if (file === undefined || kind === undefined) {
    io.out(`${id}: created, without recipients\n`);
    return;
  }
  const isAccepted = ({ refused }: RecipientsReport) => refused === 0 || flags.onlyGood === true;
  const checked = await checkFile(file, kind, { settings, flow: await fetchFlow(ask, settings.flow) });
  if (!isAccepted(checked)) throw failForRows(checked, file, io);
  const query = flags.onlyGood === true ? '?only_good=true' : '';
  const upload = new Upload(createReadStream(file), kind.type);
  const report = await ask<RecipientsReport & { taken: number }>(
    'POST',
    `${path}/recipients${query}`,
    upload,
  );
  if (!isAccepted(report)) throw failForRows(report, file, io);
  if (report.refused > 0) printProblems(report, file, io);
  const barred = report.doNotCall === 0 ? '' : `, ${report.doNotCall} skipped (do-not-call list)`;
  io.out(`${id}: ${report.taken} recipients loaded${barred}\n`);
}

function findKind(file: string): FileKind {
  const kind = KINDS[extname(file).toLowerCase()];
  if (kind === undefined)
    throw new CommandFailure(`${file}: expected a file ending in ${Object.keys(KINDS).join(', ')}`);
  return kind;
}

/** Merges the settings file with the flags, which take precedence; the service validates the result. */
function buildSettings(flags: CreateFlags): Record<string, unknown> {
  const { settings, flow, from, country, perSecond, atOnce, broadcast, param } = flags;
  const base = settings === undefined ? {} : readSettings(settings);
  const pace = base.pace as object | undefined;
  return {
    ...base,
    ...(flow !== undefined && { flow }),
    ...(from !== undefined && { from }),
    ...(country !== undefined && { country }),
    ...(broadcast === true && { by: 'broadcast' }),
    ...(param !== undefined && { params: { ...(base.params as object | undefined), ...param } }),
    pace: {
      ...DEFAULT_PACE,
      ...pace,
      ...(perSecond !== undefined && { perSecond: Number(perSecond) }),
      ...(atOnce !== undefined && { atOnce: Number(atOnce) }),
    },
  };
}

function readSettings(file: string): Record<string, unknown> {
  const text = readTextFile(file);
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    throw new CommandFailure(`${file} cannot be read: ${describeError(error).split('\n')[0]}`);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw new CommandFailure(`${file}: expected settings such as "flow: appointment-reminder"`);
}

/** Returns the deployed flow; undefined for a flow of the service's own folder, whose parameters only the service can check. */
async function fetchFlow(ask: Ask, name: string): Promise<CompiledFlow | undefined> {
  const live = (await liveFlows(ask)).find(({ flow }) => flow === name)?.live;
  if (live === undefined) return undefined;
  const { files } = await ask<{ files: Record<string, string> }>('GET', `/flows/${name}/versions/${live}`);
  return compileBundle(files).flows.find(({ flow }) => flow.name === name)?.flow;
}

async function checkFile(
  file: string,
  { format }: FileKind,
  { settings, flow }: { settings: CampaignSettings; flow: CompiledFlow | undefined },
): Promise<RecipientsReport> {
  const check = new RecipientCheck({ settings, ...(flow && { flow }), now: Date.now() });
  try {
    return await checkRecipients(readRows(createReadStream(file), format), check, () => undefined);
  } catch (error) {
    throw new CommandFailure(`${file} cannot be read: ${describeError(error)}`);
  }
}

function failForRows(report: RecipientsReport, file: string, io: Io): CommandFailure {
  printProblems(report, file, io);
  return new CommandFailure('no recipients were loaded (--only-good loads the valid rows)', 1);
}

function printProblems(report: RecipientsReport, file: string, io: Io): void {
  const { problems, refused, accepted, duplicates } = report;
  for (const { line, reason } of problems.slice(0, MAX_SHOWN)) io.err(`${file}:${line}: ${reason}\n`);
  if (refused > MAX_SHOWN) io.err(`… and ${refused - Math.min(MAX_SHOWN, problems.length)} more\n`);
  io.err(
    `${accepted} rows are valid, ${refused} are invalid${duplicates > 0 ? ` (${duplicates} duplicates)` : ''}\n`,
  );
}
