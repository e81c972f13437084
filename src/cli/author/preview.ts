import { formatPercent } from '../../language/text/index.ts';
import { Option } from 'commander';
import type { Command } from 'commander';
import { readRecording } from '../../verification/recording/index.ts';
import type { Recording } from '../../verification/recording/index.ts';
import { previewCalls, renderPreview, summarize } from '../../verification/replay/index.ts';
import type { PreviewSummary, Verdict } from '../../verification/replay/index.ts';
import { parseLast } from '../shared/option-values.ts';
import { CommandFailure, readTextFile } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';
import { loadOneFlow } from './one-flow.ts';
import { fetchNewest, fetchRecording } from '../operate/calls.ts';
import { openProject } from '../operate/flags.ts';
import { readNewest, readRecordings, useOpenedStore } from '../operate/recorded-calls.ts';
import { addSourceFlags, isAtService } from '../operate/source.ts';
import type { SourceFlags } from '../operate/source.ts';

interface PreviewFlags extends SourceFlags {
  last: number;
  from?: string;
  threshold: number;
  json?: true;
}

/** `ringflow preview`: replays recorded calls on a new version. */
export function registerPreview(program: Command, io: Io): void {
  addSourceFlags(program.command('preview'))
    .description('replay recorded calls on a new version of their flow')
    .argument('<flow>', 'new version: flow file, folder of one flow, or name of a flow in ./flows')
    .option('--last <count>', 'number of calls to replay, newest first', parseLast, 100)
    .option('--from <file>', 'replay all calls of a file written by `ringflow calls export --ndjson`')
    .addOption(
      new Option('--threshold <share>', 'maximum percentage of calls that may differ')
        .argParser(toShare)
        .default(0.05, '5%'),
    )
    .option('--json', 'print the findings as JSON')
    .addHelpText(
      'after',
      '\nExit code: 0 at most --threshold of the calls differ, 1 more differ, or no call could be replayed, 2 the flow has errors, or the\nstore or file cannot be read.\n\nExamples:\n  ringflow preview flows/front-desk --last 500 --store sqlite:ringflow.sqlite\n  ringflow preview flows/front-desk --url https://ivr.example.com\n  ringflow preview flows/front-desk --from calls.ndjson --threshold 0% --json',
    )
    .action((file: string, flags: PreviewFlags) => runPreview(file, flags, io));
}

async function runPreview(file: string, flags: PreviewFlags, io: Io): Promise<void> {
  const { flow } = loadOneFlow(file, io, 2);
  const recording =
    flags.from === undefined
      ? await readLastCalls(flow.name, flags, io)
      : readRecordingFile(flags.from, flow.name, io);
  if (recording.calls.length === 0) throw new CommandFailure(`no recorded call of ${flow.name} to replay`);
  const verdicts: Verdict[] = [...previewCalls(recording, flow)];
  const summary = summarize(verdicts);
  const { name, version } = flow;
  io.out(
    flags.json
      ? `${JSON.stringify({ flow: { name, version }, ...summary })}\n`
      : renderPreview(summary, flow),
  );
  checkThreshold(summary, flags);
}

function checkThreshold({ replayed, share }: PreviewSummary, { threshold }: PreviewFlags): void {
  if (replayed === 0) throw new CommandFailure('no call could be replayed', 1);
  if (share <= threshold) return;
  throw new CommandFailure(
    `${formatPercent(share)} of the calls differ, more than the ${formatPercent(threshold)} allowed`,
    1,
  );
}

async function readLastCalls(name: string, flags: PreviewFlags, io: Io): Promise<Recording> {
  const filter = { flow: name, state: 'ended' } as const;
  if (isAtService(flags)) {
    const calls = await fetchNewest(openProject(flags, io), filter, flags.last);
    const ids = calls.map(({ id }) => id);
    // A flow may decide by the number of its caller.
    return fetchRecording(flags, ids, { keepsNumbers: true });
  }
  return useOpenedStore({ flag: flags.store, io }, async ({ store }) =>
    readRecordings(store, await readNewest(store, filter, flags.last)),
  );
}

function readRecordingFile(file: string, flow: string, io: Io): Recording {
  const { calls, flows, wrongLines } = readRecording(readTextFile(file));
  const wrong = wrongLines.map((line) => `${file}:${line} is neither a call nor a flow version`);
  if (calls.length === 0 && wrong[0] !== undefined)
    throw new CommandFailure(`${wrong[0]}: write the file with \`ringflow calls export --ndjson\``);
  for (const line of wrong) io.err(`${line}: skipped\n`);
  return { flows, calls: calls.filter((call) => call.flow.name === flow) };
}

/** `5%` → 0.05. */
function toShare(text: string): number {
  const [, percents] = /^(\d{1,3}(?:\.\d+)?)\s?%$/.exec(text) ?? [];
  const share = Number(percents ?? NaN) / 100;
  if (share <= 1) return share;
  throw new CommandFailure(`--threshold is "${text}": expected a percentage such as 5%`);
}
