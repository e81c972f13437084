import type { Command } from 'commander';
import { callId, showEntry, summarize } from '../../call/index.ts';
import type { Io } from '../shared/io.ts';
import { loadCall, useStore } from './recorded-calls.ts';
import { fetchTrace } from './calls.ts';
import type { TracedCall } from './calls.ts';
import { openProject } from './flags.ts';
import { isAtService, addSourceFlags } from './source.ts';
import type { SourceFlags } from './source.ts';
import type { JsonFlag } from './flags.ts';
import { renderTraceEntry } from './trace-lines.ts';

/** `ringflow trace`: shows the trace of a call, from a store or a service. */
export function registerTrace(program: Command, io: Io): void {
  addSourceFlags(program.command('trace'))
    .description('show what one call did and why')
    .argument('<call>', 'id of the call: <project>.<voice id>')
    .option('--json', 'print the entries as NDJSON')
    .addHelpText(
      'after',
      '\nExit code: 0 shown, 1 no such call, 2 invalid usage, no such store, or no response.\n\nExamples:\n  ringflow trace default.7b1d2c9e --store sqlite:ringflow.sqlite\n  ringflow trace default.7b1d2c9e --url https://ivr.example.com',
    )
    .action(async (id: string, flags: SourceFlags & JsonFlag) => {
      const { call, trace } = isAtService(flags)
        ? await fetchTrace(openProject(flags, io), id)
        : await readTrace(flags.store, id);
      for (const entry of trace)
        io.out(flags.json === true ? `${JSON.stringify(entry)}\n` : renderTraceEntry(call, entry));
    });
}

function readTrace(store: string | undefined, id: string): Promise<TracedCall> {
  return useStore(store, async (open) => ({
    call: summarize(await loadCall(open, id)),
    trace: (await open.store.trace(callId(id))).map(showEntry),
  }));
}
