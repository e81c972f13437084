import { renderTable } from '../../language/text/index.ts';
import type { Command } from 'commander';
import type { FlowStats, ProjectStats, VersionStats } from '../../service/stats/index.ts';
import { CommandFailure } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';
import { openProject, addServiceFlags, renderExitCodes } from './flags.ts';
import type { JsonFlag, ServiceFlags } from './flags.ts';

interface StatsFlags extends ServiceFlags, JsonFlag {
  of?: string;
  against?: string;
  from?: string;
  to?: string;
  bucket?: string;
}

interface StatsAnswer extends FlowStats {
  versions: (VersionStats & { takes?: 'live' | 'canary' })[];
}

type Version = StatsAnswer['versions'][number];

/** `ringflow stats`: shows call counts of all flows, one row per flow, or of one, one column per version. */
export function registerStats(program: Command, io: Io): void {
  addServiceFlags(program.command('stats'))
    .description('show how the calls of all flows ended, or counts of one flow by version, outcome and step')
    .argument('[flow]', 'name of the flow; default: all flows')
    .option('--of <version>', 'only this version; default: all versions with calls')
    .option('--against <version>', 'compare with this version')
    .option('--from <time>', 'start of the period, such as 2026-12-24T18:00:00+01:00; default: a day ago')
    .option('--to <time>', 'end of the period; default: now')
    .option('--bucket <length>', 'length of a bucket: minute (kept for six hours) or hour')
    .option('--json', 'print as JSON, with each bucket')
    .addHelpText('after', renderExitCodes('shown', 'refused or no calls'))
    .action((flow: string | undefined, flags: StatsFlags) =>
      flow === undefined ? showProjectStats(flags, io) : showStats(flow, flags, io),
    );
}

async function showProjectStats(flags: StatsFlags, io: Io): Promise<void> {
  const { of: version, against, from, to, bucket } = flags;
  if (version !== undefined || against !== undefined)
    throw new CommandFailure('--of and --against compare versions of one flow: name the flow', 2);
  const path = `/stats?${toQuery({ from, to, bucket })}`;
  const answer = await openProject(flags, io)<ProjectStats>('GET', path);
  if (flags.json === true) io.out(`${JSON.stringify(answer)}\n`);
  else if (answer.flows.length === 0)
    throw new CommandFailure('no flow takes calls, and none has had any', 1);
  else io.out(renderProjectStats(answer));
}

/** Renders one row per flow. */
function renderProjectStats({ from, to, calls, live, flows, flowsLeftOut }: ProjectStats): string {
  const toRow = (name: string, of: ProjectStats['calls'], now: number) => [
    name,
    ...[of.begun, of.ended, of.talked, of.served].map(String),
    renderShare(of.hungUp, computePercent(of.hungUp, of.ended)),
    renderShare(of.failed, computePercent(of.failed, of.ended)),
    String(now),
  ];
  const rows = [
    ['flow', 'calls', 'ended', 'talked', 'served', 'hung up', 'failed', 'live now'],
    ...flows.map((one) => toRow(one.flow, one.calls, one.live)),
    toRow('all', calls, live),
  ];
  const more = flowsLeftOut === 0 ? '' : `${flowsLeftOut} more flows are not listed\n`;
  return `${renderPeriod(from, to)}${renderTable(rows)}${more}`;
}

/** Rounded to a tenth; undefined if no call ended. */
function computePercent(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : Math.round((1_000 * part) / whole) / 10;
}

function toQuery(asked: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(asked).filter(([, value]) => value !== undefined);
  return new URLSearchParams(Object.fromEntries(given) as Record<string, string>).toString();
}

function renderPeriod(from: number, to: number): string {
  return `${new Date(from).toISOString()} to ${new Date(to).toISOString()}\n`;
}

async function showStats(flow: string, flags: StatsFlags, io: Io): Promise<void> {
  const { of: version, against, from, to, bucket } = flags;
  const query = toQuery({ version, against, from, to, bucket });
  const path = `/flows/${encodeURIComponent(flow)}/stats?${query}`;
  const answer = await openProject(flags, io)<StatsAnswer>('GET', path);
  if (flags.json === true) io.out(`${JSON.stringify(answer)}\n`);
  else if (answer.versions.every(({ calls }) => calls.begun + calls.ended === 0))
    throw new CommandFailure(`no calls of the flow "${flow}" in this period`, 1);
  else io.out(renderStats(answer));
}

/** Renders one column per version: calls, outcomes, then steps in the order of the flow. */
function renderStats({ flow, from, to, versions }: StatsAnswer): string {
  const cells = (of: (version: Version) => string) => versions.map(of);
  const rows = [
    [flow, ...cells(({ version, takes }) => (takes === undefined ? version : `${version} ${takes}`))],
    ['calls', ...cells(({ calls }) => String(calls.begun))],
    ['ended', ...cells(({ calls }) => String(calls.ended))],
    ['failed', ...cells(({ calls }) => renderShare(calls.failed, calls.failedPercent))],
    ['hung up by the caller', ...cells(({ calls }) => renderShare(calls.hungUp, calls.hungUpPercent))],
    ['connected to a person', ...cells(({ calls }) => String(calls.bridged))],
    ...outcomeRows(versions),
    ...stepRows(versions),
  ];
  return `${renderPeriod(from, to)}${renderTable(rows)}`;
}

function outcomeRows(versions: readonly Version[]): string[][] {
  const names = new Set(versions.flatMap(({ outcomes }) => outcomes.map(({ name }) => name)));
  return [...names].map((name) => [
    `outcome ${name}`,
    ...versions.map(({ outcomes }) => {
      const found = outcomes.find((one) => one.name === name);
      return renderShare(found?.calls ?? 0, found?.percent);
    }),
  ]);
}

/** Steps of the first version in its order, then steps that only other versions have. */
function stepRows(versions: readonly Version[]): string[][] {
  const names = new Set(versions.flatMap(({ steps }) => steps.map(({ step }) => step)));
  return [...names].map((name) => [
    `step ${name}`,
    ...versions.map(({ steps }) => {
      const found = steps.find(({ step }) => step === name);
      return found === undefined ? '-' : renderStepCounts(found);
    }),
  ]);
}

function renderStepCounts({ visits, outcomes, noInput, noMatch, hungUp }: Version['steps'][number]): string {
  const ways = Object.entries(outcomes).map(([outcome, count]) => `${outcome} ${count}`);
  const missed = [
    noInput > 0 && `no input ${noInput}`,
    noMatch > 0 && `no match ${noMatch}`,
    hungUp > 0 && `hung up ${hungUp}`,
  ].filter(Boolean);
  const more = [...ways, ...missed].join(', ');
  return more === '' ? String(visits) : `${visits} (${more})`;
}

function renderShare(count: number, percent: number | undefined): string {
  return count === 0 || percent === undefined ? String(count) : `${count} (${percent} %)`;
}
