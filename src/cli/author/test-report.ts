/** Renders the results of `ringflow test`. */
import { existsSync, readFileSync } from 'node:fs';
import { renderPretty } from '../../language/diagnostics/index.ts';
import { formatCount } from '../../language/text/index.ts';
import { renderCase, renderFailure, renderJunit } from '../../verification/testkit/index.ts';
import type { CaseReport, Place } from '../../verification/testkit/index.ts';
import type { Io } from '../shared/io.ts';
import type { RunResult } from './test-run.ts';

/** Returns a function that prints one line per case: passed or failed. */
export function casePrinter(io: Io): (report: CaseReport) => void {
  return (report) => {
    io.out(renderCase(report));
  };
}

/** Prints the stories of failures, the skipped cases and the totals. */
export function printRun(result: RunResult, io: Io): void {
  const { cases, notRun, only } = result;
  const options = { source: openTexts(), colour: io.colour };
  printDiagnostics(result, io);
  const skipped = notRun.map((one) => `skip  ${one.name} (${renderPlace(one)}): ${one.reason}\n`).join('');
  const stories = cases.map((report) => renderFailure(report, options)).join('');
  io.out(`${skipped}\n${stories}${renderTotals(result)}\n`);
  if (only.length > 0)
    io.out(`\nONLY ${only.length} OF ALL SCENARIOS: "only" is set at ${only.map(renderPlace).join(', ')}\n`);
}

/** Prints the diagnostics of scenario files and flows. */
export function printDiagnostics({ diagnostics }: Pick<RunResult, 'diagnostics'>, io: Io): void {
  io.err(renderPretty(diagnostics, { source: openTexts(), colour: io.colour }));
}

/** Renders the results for CI systems. */
export function renderJunitReport({ cases, notRun, broken, diagnostics }: RunResult): string {
  return renderJunit({ cases, notRun, broken, diagnostics, source: openTexts() });
}

/** Renders the number of files that were not run; undefined if all were run. */
export function renderBroken({ broken }: RunResult): string | undefined {
  if (broken.length === 0) return undefined;
  return `${formatCount(broken.length, 'file was', 'files were')} not run, because the scenario or its flow has errors`;
}

/** Renders the location of a scenario. */
export function renderPlace({ file, line }: Place): string {
  return `${file}:${line}`;
}

function renderTotals({ cases, notRun, broken }: RunResult): string {
  const failed = cases.filter(({ failure }) => failure !== undefined).length;
  const skipped = notRun.length === 0 ? '' : `, ${notRun.length} skipped`;
  const notLoaded = broken.length === 0 ? '' : `, ${formatCount(broken.length, 'file')} with errors not run`;
  return `${cases.length - failed} passed, ${failed} failed${skipped}${notLoaded}`;
}

/** Returns a reader of file texts that reads each file once; undefined for a deleted file. */
export function openTexts(): (file: string) => string | undefined {
  const texts = new Map<string, string | undefined>();
  return (file) => {
    if (!texts.has(file)) texts.set(file, existsSync(file) ? readFileSync(file, 'utf8') : undefined);
    return texts.get(file);
  };
}
