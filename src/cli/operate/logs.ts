import type { Command } from 'commander';
import type { EventSourceMessage } from 'eventsource-parser';
import type { CallSummary, ShownEntry } from '../../call/index.ts';
import { parseCount } from './recorded-calls-command.ts';
import type { Io } from '../shared/io.ts';
import { renderTraceEntry } from './trace-lines.ts';
import { fetchNewest, fetchTrace } from './calls.ts';
import { findCredentials } from './credentials.ts';
import { openProject, addServiceFlags } from './flags.ts';
import type { ServiceFlags } from './flags.ts';
import { liveEvents } from './live-events.ts';

interface LogFlags extends ServiceFlags {
  flow?: string;
  call?: string;
  last: number;
  follow?: true;
  json?: true;
}

/** One thing that a call did. */
interface Logged {
  call: CallSummary;
  entry: ShownEntry;
}

/** `ringflow logs`: what the calls of a service did, and what they do. */
export function registerLogs(program: Command, io: Io): void {
  addServiceFlags(program.command('logs'))
    .description('show what the calls of a service did, in chronological order')
    .option('--flow <name>', 'only calls that started on this flow')
    .option('--call <id>', 'only this call')
    .option('--last <count>', 'number of calls, newest first', parseCount, 10)
    .option('--follow', 'keep printing new entries until interrupted')
    .option('--json', 'print as NDJSON')
    .addHelpText(
      'after',
      '\nIf the connection is lost, --follow reconnects, resumes where it stopped and reports missed entries.\nExit code: 0 shown, 1 refused, 2 invalid usage, or no response.\n\nExample:\n  ringflow logs --flow front-desk --follow',
    )
    .action((flags: LogFlags) => logs(flags, io));
}

async function logs(flags: LogFlags, io: Io): Promise<void> {
  if (flags.follow !== true) {
    await past(flags, io);
    return;
  }
  let known: Map<string, number> | undefined;
  for await (const event of followEvents(flags, io)) {
    // Only once it is listened nothing is missed between what was and what comes.
    known ??= await past(flags, io);
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

/** Shows what calls did so far; gives for each how far that was. */
async function past(flags: LogFlags, io: Io): Promise<Map<string, number>> {
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
