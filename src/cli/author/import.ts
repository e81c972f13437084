import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline/promises';
import { Option } from 'commander';
import type { Command } from 'commander';
import { stringify } from 'yaml';
import { hasErrors, renderPretty } from '../../language/diagnostics/index.ts';
import {
  importFlows,
  noAnswers,
  readAnswers,
  renderHtml,
  renderReport,
  systemIds,
  toPlainReport,
} from '../../importers/index.ts';
import type { Answers, Imported, Question, SourceFile, SystemId } from '../../importers/index.ts';
import { CommandFailure, readTextFile, writeTextFile } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';
import { readCount } from '../shared/option-values.ts';

interface Flags {
  from?: SystemId;
  answers?: string;
  out: string;
  report: 'text' | 'json' | 'html';
  depth: number;
  paths: number;
  strict?: true;
  force?: true;
}

const HELP = `
Reads flows of Twilio Studio, Amazon Connect, SignalWire SWML, Genesys Architect (YAML), VoiceXML and FreeSWITCH. Several files are
one project. The content decides which system it is, unless --from names one.

For each flow it writes <name>.flow.yaml, and <name>.scenario.yaml with calls that reach every step; also import-report.json, and
import.yaml with what it had to ask: fill that in and run the command again with --answers import.yaml. On a terminal it asks.
Nothing is fetched from the network. Existing files are never replaced without --force.

The report grades every node of the original (exact, near, stub, dropped), lists what is not the same, and says on how many paths the
result was found equal to the original, which runs beside it by the rules of its system.

Exit code: 0 imported, 1 with --strict: something is left to you; 2 a file cannot be read or written, or is no flow of these systems.

Examples:
  ringflow import studio-flow.json --out flows/front-desk
  ringflow import main.json hours.json --answers import.yaml --force
  ringflow import menus.xml --report html > report.html`;

/** `ringflow import`: turns flows of other systems into flows, and says what was lost. */
export function registerImport(program: Command, io: Io): void {
  program
    .command('import')
    .description('turn flows of other systems into flows, and say what is not the same')
    .argument('<files...>', 'files that the other system exported')
    .addOption(
      new Option('--from <system>', 'system of the files (default: the content decides)').choices(systemIds),
    )
    .option('--answers <file>', 'answers to the questions of an earlier run')
    .option('--out <folder>', 'folder for the results', '.')
    .addOption(
      new Option('--report <form>', 'form of the report on stdout')
        .choices(['text', 'json', 'html'])
        .default('text'),
    )
    .option('--depth <number>', 'maximum number of moves in a compared path', readCount, 6)
    .option('--paths <number>', 'maximum number of compared paths of a flow', readCount, 5_000)
    .option('--strict', 'fail if a stub or a question is left')
    .option('--force', 'replace existing files')
    .addHelpText('after', HELP)
    .action(async (files: string[], flags: Flags) => {
      await importFiles(files, flags, io);
    });
}

async function importFiles(paths: readonly string[], flags: Flags, io: Io): Promise<void> {
  const files = paths.map((file) => ({ file, text: readTextFile(file) }));
  const { depth, paths: most, from } = flags;
  const run = (answers: Answers) =>
    importFlows(files, { answers, limits: { depth, paths: most }, ...(from !== undefined && { from }) });
  let answers = readGivenAnswers(flags.answers, io);
  let imported = run(answers);
  const open = imported.questions.filter(({ isAnswered }) => !isAnswered);
  if (open.length > 0 && process.stdin.isTTY && flags.answers === undefined) {
    answers = await askQuestions(answers, open);
    imported = run(answers);
  }
  io.err(renderPretty(imported.diagnostics, { source: findSource(files), colour: io.colour }));
  if (imported.flows.length === 0) throw new CommandFailure('nothing was imported');
  writeResults(imported, answers, flags);
  io.out(renderers[flags.report](imported, files));
  checkResults(imported, flags);
}

const renderers: Record<Flags['report'], (imported: Imported, files: readonly SourceFile[]) => string> = {
  text: renderReport,
  json: (imported) => `${JSON.stringify(toPlainReport(imported), undefined, 2)}\n`,
  html: renderHtml,
};

function findSource(files: readonly SourceFile[]): (file: string) => string | undefined {
  return (name) => files.find(({ file }) => file === name)?.text;
}

function readGivenAnswers(file: string | undefined, io: Io): Answers {
  if (file === undefined) return noAnswers;
  const text = readTextFile(file);
  const { answers, diagnostics } = readAnswers(file, text);
  io.err(renderPretty(diagnostics, { source: () => text, colour: io.colour }));
  if (hasErrors(diagnostics)) throw new CommandFailure('the answers have errors: fix them first');
  return answers;
}

/** Questions that a line of text can answer. */
const ASKED = new Set<Question['kind']>(['queues', 'functions', 'flows', 'numbers', 'placeholders']);

/** Asks on the terminal; an empty line leaves a question open. */
async function askQuestions(answers: Answers, questions: readonly Question[]): Promise<Answers> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  let given = answers;
  try {
    for (const { kind, key } of questions) {
      if (!ASKED.has(kind)) continue;
      const answer = (await lines.question(`${kind}: what is "${key}"? (Enter: decide later) `)).trim();
      if (answer !== '') given = { ...given, [kind]: { ...(given[kind] as object), [key]: answer } };
    }
  } finally {
    lines.close();
  }
  return given;
}

function writeResults(imported: Imported, answers: Answers, { out, force }: Flags): void {
  const results = [
    ...imported.flows.flatMap(({ name, text, scenarios }) => [
      [`${name}.flow.yaml`, text] as const,
      ...(scenarios === undefined ? [] : [[`${name}.scenario.yaml`, scenarios] as const]),
    ]),
    ['import-report.json', `${JSON.stringify(toPlainReport(imported), undefined, 2)}\n`] as const,
    ...(imported.questions.length > 0
      ? [['import.yaml', renderAnswers(imported.questions, answers)] as const]
      : []),
  ];
  const existing = results.map(([name]) => join(out, name)).filter((file) => existsSync(file));
  if (existing.length > 0 && force !== true)
    throw new CommandFailure(`${existing.join(', ')} would be replaced: use --force, or another --out`);
  mkdirSync(out, { recursive: true });
  for (const [name, text] of results) writeTextFile(join(out, name), text);
}

/** Writes the answers that were given, with an empty place for each question that is still open. */
function renderAnswers(questions: readonly Question[], answers: Answers): string {
  const open = Map.groupBy(
    questions.filter(({ isAnswered }) => !isAnswered),
    ({ kind }) => kind,
  );
  const sections = Object.entries(answers).flatMap(
    ([kind, given]: [string, unknown]): [string, unknown][] => {
      if (typeof given === 'string') return given === noAnswers[kind as keyof Answers] ? [] : [[kind, given]];
      const asked = (open.get(kind as keyof Answers) ?? []).map(({ key }) => [key, null] as const);
      const all = [...Object.entries(given as object), ...asked];
      return all.length === 0 ? [] : [[kind, new Map<string, unknown>(all)]];
    },
  );
  return `# Answers for ringflow import. Give every open one a value, or remove it.\n${stringify(new Map<string, unknown>(sections))}`;
}

function checkResults({ flows, nodes, questions }: Imported, { strict }: Flags): void {
  const faulty = flows.filter(({ diagnostics }) => hasErrors(diagnostics)).map(({ name }) => name);
  if (faulty.length > 0)
    throw new CommandFailure(`ringflow validate finds errors in ${faulty.join(', ')}`, 1);
  const stubs = nodes.filter(({ grade }) => grade === 'stub').length;
  const open = questions.filter(({ isAnswered }) => !isAnswered).length;
  if (strict === true && stubs + open > 0)
    throw new CommandFailure(`${stubs} stubs and ${open} questions are left`, 1);
}
