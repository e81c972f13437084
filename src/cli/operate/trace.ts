import type { Command } from 'commander';
import { callId, showEntry, summarize } from '../../call/index.ts';
import { listCallStates } from '../../verification/replay/index.ts';
import type { Io } from '../shared/io.ts';
import { loadCall, readRecordings, useStore } from './recorded-calls.ts';
import type { OpenStore } from './recorded-calls.ts';
import { fetchTrace } from './calls.ts';
import type { TracedCall, TracedEntry } from './calls.ts';
import { openProject } from './flags.ts';
import { isAtService, addSourceFlags } from './source.ts';
import type { SourceFlags } from './source.ts';
import type { JsonFlag } from './flags.ts';
import { renderState, renderTraceEntry } from './trace-lines.ts';

interface TraceFlags extends SourceFlags, JsonFlag {
  variables?: true;
}

/** `ringflow trace`: shows the trace of a call, from a store or a service. */
export function registerTrace(program: Command, io: Io): void {
  addSourceFlags(program.command('trace'))
    .description('show what one call did and why')
    .argument('<call>', 'id of the call: <project>.<voice id>')
    .option('--variables', 'also show all variables after each entry, except secret values')
    .option('--json', 'print the entries as NDJSON')
    .addHelpText(
      'after',
      '\nExit code: 0 shown, 1 no such call, 2 invalid usage, no such store, or no response.\n\nExamples:\n  ringflow trace default.7b1d2c9e --store sqlite:ringflow.sqlite\n  ringflow trace default.7b1d2c9e --url https://ivr.example.com --variables',
    )
    .action(async (id: string, flags: TraceFlags) => {
      const hasStates = flags.variables === true;
      const { call, trace, unknownStates } = isAtService(flags)
        ? await fetchTrace(openProject(flags, io), id, { hasStates })
        : await useStore(flags.store, (open) => readTrace(open, id, hasStates));
      for (const entry of trace)
        io.out(flags.json === true ? `${JSON.stringify(entry)}\n` : renderEntry(call, entry));
      if (unknownStates !== undefined)
        io.err(`the variables are not known from entry ${unknownStates.fromSeq} on: ${unknownStates.code}\n`);
    });
}

function renderEntry(call: TracedCall['call'], entry: TracedEntry): string {
  const text = renderTraceEntry(call, entry);
  return text === '' ? '' : text + renderState(entry.after);
}

async function readTrace(open: OpenStore, id: string, hasStates: boolean): Promise<TracedCall> {
  const record = await loadCall(open, id);
  const call = summarize(record);
  const trace = (await open.store.trace(callId(id))).map(showEntry);
  if (!hasStates) return { call, trace };
  const { calls, flows } = await readRecordings(open.store, [record]);
  const [recorded, flow] = [calls[0], flows.get(record.flow.version)];
  if (recorded === undefined || flow === undefined)
    return { call, trace, unknownStates: { code: 'version_gone', fromSeq: trace[0]?.seq ?? 1 } };
  const { states, unknown } = listCallStates(recorded, flow);
  const after = new Map(states.map((state) => [state.seq, state]));
  return {
    call,
    trace: trace.map((entry) => {
      const state = after.get(entry.seq);
      return { ...entry, ...(state && { after: state }) };
    }),
    ...(unknown && { unknownStates: unknown }),
  };
}
