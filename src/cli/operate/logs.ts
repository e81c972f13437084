import type { Command } from 'commander';
import type { EventSourceMessage } from 'eventsource-parser';
import type { CallSummary, ShownEntry } from '../../call/index.ts';
import { parseLast } from '../shared/option-values.ts';
import type { Io } from '../shared/io.ts';
import { renderTraceEntry } from './trace-lines.ts';
import { fetchNewest, fetchTrace } from './calls.ts';
import { findCredentials } from './credentials.ts';
import { openProject, addServiceFlags, renderExitCodes } from './flags.ts';
import type { JsonFlag, ServiceFlags } from './flags.ts';
import { liveEvents } from './live-events.ts';

interface LogFlags extends ServiceFlags, JsonFlag {
  flow?: string;
  call?: string;
  last: number;
  follow?: true;
}

interface Logged {
  call: CallSummary;
  entry: ShownEntry;
}

/** `ringflow logs`: shows the trace entries of a service's calls. */
export function registerLogs(program: Command, io: Io): void {
  addServiceFlags(program.command('logs'))
    .description('show what the calls of a service did, in chronological order')
    .option('--flow <name>', 'only calls that started on this flow')
    .option('--call <id>', 'only this call')
    .option('--last <count>', 'number of calls, newest first', parseLast, 10)
    .option('--follow', 'keep printing new entries until interrupted')
    .option('--json', 'print as NDJSON')
    .addHelpText(
      'after',
      `\nIf the connection is lost, --follow reconnects, resumes where it stopped and reports missed entries.${renderExitCodes('shown')}\n\nExample:\n  ringflow logs --flow front-desk --follow`,
    )
    .action((flags: LogFlags) => logs(flags, io));
}

async function logs(flags: LogFlags, io: Io): Promise<void> {
  if (flags.follow !== true) {
    await printPast(flags, io);
    return;
  }
  let known: Map<string, number> | undefined;
  for await (const event of followEvents(flags, io)) {
    // Reads past entries only after the first event, so that none is missed in between.
    known ??= await printPast(flags, io);
    if (event.event === 'gap')
      io.err('some entries were missed: "ringflow trace" shows the complete trace of a call\n');
    if (event.event?.startsWith('call.') !== true) continue;
    const logged = JSON.parse(event.data) as Logged;
    if (logged.entry.seq > (known.get(logged.call.id) ?? 0)) print(logged, flags, io);
  }
}

function print({ call, entry }: Logged, { json }: LogFlags, io: Io): void {
  io.out(json === true ? `${JSON.stringify({ call, entry })}\n` : renderTraceEntry(call, entry));
}

/** Prints the past entries of calls; returns the last sequence number of each call. */
async function printPast(flags: LogFlags, io: Io): Promise<Map<string, number>> {
  const ask = openProject(flags, io);
  const { flow, call: only } = flags;
  const ids =
    only === undefined
      ? (await fetchNewest(ask, { ...(flow !== undefined && { flow }) }, flags.last)).map(({ id }) => id)
      : [only];
  const traced = await Promise.all(ids.map((id) => fetchTrace(ask, id)));
  const logged = traced.flatMap(({ call, trace }) => trace.map((entry) => ({ call, entry })));
  for (const one of logged.toSorted((a, b) => a.entry.at - b.entry.at)) print(one, flags, io);
  return new Map(traced.map(({ call, trace }) => [call.id, trace.at(-1)?.seq ?? 0]));
}

function followEvents(flags: LogFlags, io: Io): AsyncGenerator<EventSourceMessage> {
  const query = new URLSearchParams({
    ...(flags.flow !== undefined && { flow: flags.flow }),
    ...(flags.call !== undefined && { call: flags.call }),
  });
  return liveEvents({
    credentials: findCredentials(flags),
    path: `/projects/${flags.project}/events?${query.toString()}`,
    lost: (why) => {
      io.err(`connection lost: ${why}\n`);
    },
  });
}
