import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';
import { renderPretty } from '../../language/diagnostics/index.ts';
import type { Diagnostic } from '../../language/diagnostics/index.ts';
import { loadFlows } from '../../authoring/flow-files/index.ts';
import type { LoadedFlows } from '../../authoring/flow-files/index.ts';
import {
  listCallers,
  prove,
  PROVED_MARK,
  createProvedSuite,
  toPlainProof,
} from '../../verification/prove/index.ts';
import type { Budget, Found, Limits, Proof, Provable } from '../../verification/prove/index.ts';
import { parseDuration } from '../../language/compiler/index.ts';
import { formatCount, formatSeconds, joinQuoted } from '../../language/text/index.ts';
import type { CarrierKind } from '../../carriers/index.ts';
import { createLineOption, toLineCapabilities } from '../shared/carrier-option.ts';
import type { LineFlags } from '../shared/carrier-option.ts';
import { readCpuMs } from '../shared/cpu-time.ts';
import { CommandFailure } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';
import { readCount } from '../shared/option-values.ts';
import { progressLine } from '../shared/progress-line.ts';

interface Flags extends LineFlags {
  budget: number;
  maxStates: number;
  maxPrompts: number;
  maxSeconds: number;
  deadAir: number;
  write?: true;
  json?: true;
}

const HELP = `
Explores what callers press and say, silence, busy numbers, failing web services and commands that the platform refuses. Each
finding comes with the shortest call that shows it, as a scenario. Warnings of validate are printed first and count as
findings. To silence a finding, add the comment # ringflow-ignore <code>: <reason>.

--write saves the paths as scenarios next to the flow, in proved.scenario.yaml, so that every outcome is covered. It never
overwrites a file that prove did not write.

Exit code: 0 no findings except information, 1 findings, or the budget ran out first, 2 invalid usage.

Examples:
  ringflow prove flows
  ringflow prove flows/front-desk --max-prompts 6 --max-seconds 60
  ringflow prove flows/front-desk --write`;

/** `ringflow prove`: explores every path of flows. */
export function registerProve(program: Command, io: Io): void {
  program
    .command('prove')
    .description('explore every path of a flow and report what can go wrong')
    .argument('<paths...>', 'flow files, or folders to search for flow.yaml and *.flow.yaml')
    .addOption(
      new Option('--budget <time>', 'maximum CPU time per flow')
        .argParser(readDuration)
        .default(60_000, '60s'),
    )
    .option('--max-states <number>', 'maximum number of states per flow', readCount, 200_000)
    .option(
      '--max-prompts <number>',
      'maximum prompts before a person answers or the call ends',
      readCount,
      12,
    )
    .option(
      '--max-seconds <number>',
      'maximum seconds before a person answers or the call ends',
      readCount,
      180,
    )
    .addOption(
      new Option('--dead-air <time>', 'maximum silence across several steps')
        .argParser(readDuration)
        .default(5_000, '5s'),
    )
    .addOption(createLineOption())
    .option('--write', 'write the paths as scenarios that cover every outcome')
    .option('--json', 'print the findings as JSON')
    .addHelpText('after', HELP)
    .action((paths: string[], flags: Flags) => {
      proveFlows(paths, flags, io);
    });
}

function readDuration(text: string): number {
  const ms = parseDuration(text);
  if (Number.isNaN(ms) || ms === 0)
    throw new InvalidArgumentError('Expected a duration such as 30s, 2m or 500ms.');
  return ms;
}

function proveFlows(paths: string[], flags: Flags, io: Io): void {
  const loaded = loadFlows(paths, { carriers: toLineCapabilities(flags) });
  const { diagnostics, source, failed } = loaded;
  if (failed) {
    io.err(renderPretty(diagnostics, { source, colour: io.colour }));
    throw new CommandFailure('the flows have errors: fix them first', 1);
  }
  // prove does not repeat the warnings of validate as findings, so they are printed here.
  if (flags.json !== true) io.err(renderPretty(diagnostics, { source, colour: io.colour }));
  const provables = listProvables(loaded);
  const results = provables.flatMap((provable) => {
    const callers = listCallers(provable, provables);
    if (callers.length === 0) return { provable, proof: proveFlow(provable, flags, io) };
    if (flags.json === undefined) io.out(`${provable.flow.name}: proved with ${joinQuoted(callers)}\n`);
    return [];
  });
  const proofs = results.map(({ proof }) => proof);
  if (flags.json === true) io.out(renderProofs(proofs, diagnostics));
  if (flags.write === true)
    for (const provable of provables) {
      const proof = results.find((one) => one.provable === provable)?.proof;
      writeSuite(provable, proof?.isSubFlow === false ? proof : proveDirectly(provable, flags), io);
    }
  const isClear = proofs.every(({ found, exploration }) => found.every(isInfo) && exploration.left === 0);
  if (diagnostics.length > 0) throw new CommandFailure(`validate has ${renderWarnings(diagnostics)}`, 1);
  if (!isClear) throw new CommandFailure('', 1);
}

function isInfo({ diagnostic }: Found): boolean {
  return diagnostic.severity === 'info';
}

function renderWarnings({ length }: readonly Diagnostic[]): string {
  return formatCount(length, 'warning, which counts as a finding', 'warnings, which count as findings');
}

function renderProofs(proofs: readonly Proof[], diagnostics: readonly Diagnostic[]): string {
  return `${JSON.stringify({ flows: proofs.map(toPlainProof), warnings: diagnostics.map(toPlainDiagnostic) }, undefined, 2)}\n`;
}

/** Lists the flows without errors. */
export function listProvables({ files, source }: LoadedFlows): Provable[] {
  const named = Object.fromEntries(files.flatMap(({ file, flow }) => (flow ? [[flow.name, file]] : [])));
  return files.flatMap(({ file, flow, graph, graphs = {}, diagnostics }) =>
    flow === undefined || graph === undefined
      ? []
      : [{ file, flow, graph, graphs, files: named, diagnostics, source }],
  );
}

function proveFlow(provable: Provable, flags: Flags, io: Io): Proof {
  const bar = progressLine(provable.flow.name);
  const startedAt = performance.now();
  const onProgress = (done: number, waiting: number) => {
    bar.show(done, done + waiting, `${done} states, ${waiting} to explore`);
  };
  const proof = prove(provable, readOptions(flags, onProgress));
  bar.clear();
  if (flags.json === undefined) printProof(proof, provable, { io, ms: performance.now() - startedAt });
  return proof;
}

function readOptions(
  {
    budget: ms,
    maxStates: states,
    maxPrompts: prompts,
    maxSeconds: seconds,
    deadAir: deadAirMs,
    carrier,
  }: Flags,
  onProgress?: Budget['onProgress'],
): { limits: Limits; budget: Budget; carrier?: CarrierKind } {
  return {
    ...(carrier !== undefined && { carrier }),
    limits: { prompts, seconds, deadAirMs },
    budget: { states, ms, clock: readCpuMs, ...(onProgress && { onProgress }) },
  };
}

function printProof(
  { found, exploration }: Proof,
  { flow, source }: Provable,
  { io, ms }: { io: Io; ms: number },
): void {
  for (const one of found) {
    io.out(renderPretty([one.diagnostic], { source, colour: io.colour }));
    io.out(`${renderScenario(one)}\n`);
  }
  for (const line of renderUnexplored(exploration)) io.out(`${flow.name}: ${line}\n`);
  const { nodes, left } = exploration;
  const edges = nodes.reduce((sum, node) => sum + node.edges.length, 0);
  const nothing = left === 0 ? 'nothing found' : 'nothing found so far';
  const facts = found.filter(isInfo).length;
  const told = facts === 0 ? '' : `${found.length > facts ? ', ' : ''}${facts} for information`;
  const result =
    found.length === 0 ? nothing : `${found.length > facts ? `${found.length - facts} found` : ''}${told}`;
  io.out(`${flow.name}: ${result}; ${nodes.length} states, ${edges} transitions, ${formatSeconds(ms)}\n`);
}

function renderScenario({ scenario, unconfirmed, caller }: Found): string {
  if (scenario === undefined) return '';
  const head =
    unconfirmed === undefined
      ? `  this call${caller === undefined ? '' : ' of a flow that runs it'} shows it:`
      : `  not confirmed by a simulated call: ${unconfirmed}; the path as far as it is known:`;
  const files = caller === undefined ? [scenario] : [`# caller.flow.yaml\n${caller}`, scenario];
  return `${head}\n\n${files.join('\n').replaceAll(/^(?=.)/gm, '    ')}`;
}

function renderUnexplored({ left, stoppedBy, widened }: Proof['exploration']): string[] {
  const variables = joinQuoted(widened);
  const stopped = stoppedBy === 'time' ? 'the CPU time of --budget was used up' : '--max-states was reached';
  return [
    ...(left === 0 ? [] : [`not proved: ${stopped} with ${left} states left to explore`]),
    ...(widened.length === 0
      ? []
      : [`${variables} took too many values: conditions on them were explored both ways`]),
  ];
}

function toPlainDiagnostic({ code, severity, message, file, span, hint }: Diagnostic) {
  const { line, column } = span.start;
  return { code, severity, message, file, start: { line, column }, hint };
}

/** Proves a flow as if callers called it directly, even if others run it. */
function proveDirectly(provable: Provable, flags: Flags): Proof {
  return prove(provable, { ...readOptions(flags), isDirect: true });
}

function writeSuite(provable: Provable, proof: Proof, io: Io): void {
  const file = suiteFileFor(provable.file);
  if (existsSync(file) && !readFileSync(file, 'utf8').startsWith(PROVED_MARK))
    throw new CommandFailure(
      `${file} was not written by prove and is not overwritten: rename or remove it first`,
    );
  const { text, scenarios, covered, uncovered } = createProvedSuite(provable, proof);
  writeFileSync(file, text);
  io.err(`${file}: ${scenarios} scenarios cover ${covered} of ${covered + uncovered.length} outcomes\n`);
  for (const { outcome, why } of uncovered) io.err(`  not covered: ${outcome}: ${why}\n`);
}

/** `flow.yaml` → `proved.scenario.yaml`; `night.flow.yaml` → `night.proved.scenario.yaml`. */
function suiteFileFor(file: string): string {
  const name = basename(file).replace(/(?:^|\.)flow\.ya?ml$/, '');
  return join(dirname(file), `${name === '' ? '' : `${name}.`}proved.scenario.yaml`);
}
