import type { Command } from 'commander';
import { callId, showEntry, summaryOf } from '../../call/index.ts';
import type { Io } from '../shared/io.ts';
import { loadCall, withStore } from './recorded-calls.ts';
import { tracedAt } from './calls.ts';
import type { TracedCall } from './calls.ts';
import { projectOf } from './flags.ts';
import { isAtService, withSource } from './source.ts';
import type { SourceFlags } from './source.ts';
import { traceLines } from './trace-lines.ts';

interface TraceFlags extends SourceFlags {
  json?: true;
}

/** `ringflow trace`: what one call did and why, read from the store of a service, or told by one. */
export function registerTrace(program: Command, io: Io): void {
  withSource(program.command('trace'))
    .description('show what one call did and why')
    .argument('<call>', 'id of the call: <project>.<voice id>')
    .option('--json', 'print the entries as NDJSON')
    .addHelpText(
      'after',
      '\nExit code: 0 shown, 1 no such call, 2 invalid usage, no such store, or no response.\n\nExamples:\n  ringflow trace default.7b1d2c9e --store sqlite:ringflow.sqlite\n  ringflow trace default.7b1d2c9e --url https://ivr.example.com',
    )
    .action(async (id: string, flags: TraceFlags) => {
      const { call, trace } = isAtService(flags)
        ? await tracedAt(projectOf(flags, io), id)
        : await tracedInStore(flags.store, id);
      for (const entry of trace)
        io.out(flags.json === true ? `${JSON.stringify(entry)}\n` : traceLines(call, entry));
    });
}

function tracedInStore(store: string | undefined, id: string): Promise<TracedCall> {
  return withStore(store, async (open) => ({
    call: summaryOf(await loadCall(open, id)),
    trace: (await open.store.trace(callId(id))).map(showEntry),
  }));
}
