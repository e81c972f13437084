import { existsSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { hasErrors, renderPretty } from '../diagnostics/index.ts';
import { findFiles, isScenarioFile, loadFlows } from '../flow-files/index.ts';
import type { LoadedFlows } from '../flow-files/index.ts';
import { readSuite, renderCase, renderFailure, renderResultsJson, runScenarios } from '../testkit/index.ts';
import type { CaseResult, Suite } from '../testkit/index.ts';
import { CommandFailure } from './io.ts';
import type { Io } from './io.ts';

interface TestFlags {
  filter?: string;
  bail?: true;
  json?: true;
}

/** `ringflow test`: runs scenarios offline, on a virtual clock. */
export function registerTest(program: Command, io: Io): void {
  program
    .command('test')
    .description('run the scenarios beside the flows: calls in virtual time, offline')
    .argument('[paths...]', 'scenario files, or folders to search for *.scenario.yaml', ['flows'])
    .option('--filter <text>', 'only scenarios whose name or file contains this text')
    .option('--bail', 'stop after the first failure')
    .option('--json', 'print the results as JSON')
    .addHelpText(
      'after',
      '\nExit code: 0 all passed, 1 a scenario failed or a file has errors, 2 nothing to run.\n\nExamples:\n  ringflow test\n  ringflow test flows/front-desk --filter busy',
    )
    .action((paths: string[], flags: TestFlags) => {
      runTests(paths, flags, io);
    });
}

function runTests(paths: string[], { filter, bail, json }: TestFlags, io: Io): void {
  const { suites, broken, source } = loadSuites(paths, io);
  const results = runScenarios(suites, {
    ...(filter !== undefined && { filter }),
    ...(bail !== undefined && { bail }),
    ...(json === undefined && { onResult: printer(io) }),
  });
  if (results.length === 0 && broken === 0)
    throw new CommandFailure(`no scenario has "${filter ?? ''}" in its name or file`);
  if (json) io.out(`${renderResultsJson(results)}\n`);
  else io.out(summary(results, { source, colour: io.colour }));
  if (broken > 0) throw new CommandFailure(`${filesInWords(broken)} not run: errors in scenario or flow`, 1);
  if (results.some(({ failure }) => failure !== undefined)) throw new CommandFailure('', 1);
}

function printer(io: Io): (result: CaseResult) => void {
  return (result) => {
    io.out(renderCase(result));
  };
}

type Source = (file: string) => string | undefined;

function summary(results: CaseResult[], options: { source: Source; colour: boolean }): string {
  const stories = results.map((result) => renderFailure(result, options)).join('');
  const failed = results.filter(({ failure }) => failure !== undefined).length;
  return `\n${stories}${results.length - failed} passed, ${failed} failed\n`;
}

function filesInWords(count: number): string {
  return count === 1 ? '1 file was' : `${count} files were`;
}

/** Reads the scenario files with their flows, and prints what is wrong with either. */
function loadSuites(paths: string[], io: Io): { suites: Suite[]; broken: number; source: Source } {
  const files = findFiles(paths, isScenarioFile);
  if (files.length === 0)
    throw new CommandFailure(
      `no scenario found in ${paths.join(', ')}: a scenario file is <name>.scenario.yaml beside its flow`,
    );
  const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
  const flows = new Map<string, LoadedFlows>();
  const flowAt = (path: string) => {
    const loaded = flows.get(path) ?? (existsSync(path) ? loadFlows([path]) : undefined);
    if (loaded !== undefined) flows.set(path, loaded);
    return loaded?.files[0];
  };
  const readings = [...texts].map(([file, text]) => readSuite({ file, text }, flowAt));
  const source: Source = (file) => texts.get(file) ?? flows.get(file)?.source(file);
  const failed = [...flows.values()].flatMap(({ diagnostics }) =>
    hasErrors(diagnostics) ? diagnostics : [],
  );
  const diagnostics = [...failed, ...readings.flatMap((reading) => reading.diagnostics)];
  io.err(renderPretty(diagnostics, { source, colour: io.colour }));
  const suites = readings.flatMap(({ suite }) => (suite === undefined ? [] : [suite]));
  return { suites, broken: readings.length - suites.length, source };
}
