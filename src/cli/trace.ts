import type { Command } from 'commander';
import { callId } from '../call/index.ts';
import type { Io } from './io.ts';
import { loadCall, STORE_HELP, withStore } from './recorded-calls.ts';
import { traceLines } from './trace-lines.ts';

interface TraceFlags {
  store?: string;
  json?: true;
}

/** `ringflow trace`: what one call did and why, read from the store of a service. */
export function registerTrace(program: Command, io: Io): void {
  program
    .command('trace')
    .description('show what one call did and why')
    .argument('<call>', 'id of the call, as the log has it: <project>.<voice id>')
    .option('--store <store>', STORE_HELP)
    .option('--json', 'print the entries as NDJSON')
    .addHelpText('after', '\nExample:\n  ringflow trace default.7b1d2c9e --store sqlite:ringflow.sqlite')
    .action(async (call: string, flags: TraceFlags) => {
      const { record, trace } = await withStore(flags.store, async (open) => ({
        record: await loadCall(open, call),
        trace: await open.store.trace(callId(call)),
      }));
      for (const entry of trace)
        io.out(flags.json === true ? `${JSON.stringify(entry)}\n` : traceLines(record, entry));
    });
}
