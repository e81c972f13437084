import { renderTable } from '../../language/text/index.ts';
import type { Command } from 'commander';
import type { FlowStats, VersionStats } from '../../service/stats/index.ts';
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

/** `ringflow stats`: shows call counts of a flow, one column per version. */
export function registerStats(program: Command, io: Io): void {
  addServiceFlags(program.command('stats'))
    .description('show call counts of a flow, by version, outcome and step')
    .argument('<flow>', 'name of the flow')
    .option('--of <version>', 'only this version; default: all versions with calls')
    .option('--against <version>', 'compare with this version')
    .option('--from <time>', 'start of the period, such as 2026-12-24T18:00:00+01:00; default: a day ago')
    .option('--to <time>', 'end of the period; default: now')
    .option('--bucket <length>', 'length of a bucket: minute (kept for six hours) or hour')
    .option('--json', 'print as JSON, with each bucket')
    .addHelpText('after', renderExitCodes('shown', 'refused or no calls'))
    .action((flow: string, flags: StatsFlags) => showStats(flow, flags, io));
}

async function showStats(flow: string, flags: StatsFlags, io: Io): Promise<void> {
  const { of: version, against, from, to, bucket } = flags;
  const asked = Object.entries({ version, against, from, to, bucket }).filter(
    ([, value]) => value !== undefined,
  );
  const query = new URLSearchParams(Object.fromEntries(asked) as Record<string, string>);
  const path = `/flows/${encodeURIComponent(flow)}/stats?${query.toString()}`;
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
  return `${new Date(from).toISOString()} to ${new Date(to).toISOString()}\n${renderTable(rows)}`;
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

function renderStepCounts({ visits, outcomes, noInput, noMatch }: Version['steps'][number]): string {
  const ways = Object.entries(outcomes).map(([outcome, count]) => `${outcome} ${count}`);
  const missed = [noInput > 0 && `no input ${noInput}`, noMatch > 0 && `no match ${noMatch}`].filter(Boolean);
  const more = [...ways, ...missed].join(', ');
  return more === '' ? String(visits) : `${visits} (${more})`;
}

function renderShare(count: number, percent: number | undefined): string {
  return count === 0 || percent === undefined ? String(count) : `${count} (${percent} %)`;
}
