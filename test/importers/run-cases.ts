/**
 * Runs the cases of one system: a folder for each, with source files, answers if any, and what is expected of the import: the
 * flows, word for word, and a summary. `UPDATE_GOLDEN=1` writes what is expected.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { importFlows } from '../../src/importers/index.ts';
import type { Imported, SourceFile } from '../../src/importers/index.ts';
import { noAnswers, reasons } from '../../src/importers/project/index.ts';
import type { Answers, Grade } from '../../src/importers/project/index.ts';
import { compileFlow, createFlowCatalogue } from '../../src/language/compiler/index.ts';
import type { Diagnostic } from '../../src/language/diagnostics/index.ts';
import type { Comparison } from '../../src/verification/compare/index.ts';

const EXPECTED = 'expected';
const isUpdating = process.env.UPDATE_GOLDEN === '1';

/** Limits with which cases are compared; command-limits.test.ts compares them as far as the command does. */
export const caseLimits = { depth: 6, paths: 2_000 };

/** Reads the files of the case in a folder, and the answers to its questions. */
export function readCase(folder: string): { files: SourceFile[]; answers: Partial<Answers> } {
  const names = readdirSync(folder).filter((name) => name !== EXPECTED && name !== 'answers.yaml');
  const files = names
    .toSorted()
    .map((name) => ({ file: name, text: readFileSync(join(folder, name), 'utf8') }));
  const answersFile = join(folder, 'answers.yaml');
  const given = existsSync(answersFile) ? (parse(readFileSync(answersFile, 'utf8')) as Partial<Answers>) : {};
  return { files, answers: given };
}

/** Imports the case in a folder. */
export function importCase(folder: string, limits = caseLimits): Imported {
  const { files, answers } = readCase(folder);
  return importFlows(files, { answers: { ...noAnswers, ...answers }, limits });
}

/** Says in a few lines what an import gave. */
export function summarize({ nodes, losses, questions, diagnostics, flows }: Imported): string {
  const grades = Map.groupBy(nodes, ({ grade }) => grade);
  const count = (grade: Grade) => `${grade} ${grades.get(grade)?.length ?? 0}`;
  return [
    `nodes: ${nodes.length} (${(['exact', 'near', 'stub', 'dropped'] as const).map(count).join(', ')})`,
    ...flows.flatMap(({ name, comparison, diagnostics: own }) => [
      comparison === undefined
        ? `${name}: not compared alone`
        : `${name}: ${comparison.equal} of ${comparison.compared} paths equal, ${comparison.unsupported} end at a stub${comparison.isTruncated ? ', more exist' : ''}`,
      ...(comparison?.differences ?? []).slice(0, 2).flatMap(describeDifference),
      ...own.map(({ severity, code, message }) => `  ${severity} ${code}: ${message}`),
    ]),
    ...flows.flatMap(({ faults }) =>
      faults.map(({ diagnostic: { code, message }, comesFrom }) =>
        comesFrom === 'original' ? `fault ${code}: ${message}` : `fault of a stub ${code}: ${message}`,
      ),
    ),
    ...losses.map(
      ({ reason, node, detail }) => `loss ${reason} at ${node}${detail === undefined ? '' : `: ${detail}`}`,
    ),
    ...questions.map(({ kind, key, isAnswered }) => `asks ${kind} ${key}${isAnswered ? ' (answered)' : ''}`),
    ...diagnostics.map(
      ({ code, message, file, span: { start } }) =>
        `${file}:${start.line}:${start.column} ${code}: ${message}`,
    ),
    '',
  ].join('\n');
}

function describeDifference({ path, first, second, awaits }: Comparison['differences'][number]): string[] {
  const moves = path.moves.map((move) => JSON.stringify(move)).join(', then ') || 'the start';
  return [
    `  differs after ${moves}`,
    `    original: ${JSON.stringify(first)} and waits for ${awaits[0]}`,
    `    here:     ${JSON.stringify(second)} and waits for ${awaits[1]}`,
  ];
}

/** Declares a test for each case of a folder. */
export function testCases(root: string, limits = caseLimits): void {
  for (const name of readdirSync(root).toSorted()) {
    test(name, () => {
      const folder = join(root, name);
      const imported = importCase(folder, limits);
      const files = new Map([
        ...imported.flows.map((flow) => [`${flow.name}.flow.yaml`, flow.text] as const),
        ['summary.txt', summarize(imported)] as const,
      ]);
      checkFiles(join(folder, EXPECTED), files);
      checkSums(imported);
      checkDiagnostics(imported);
    });
  }
}

function checkFiles(folder: string, files: ReadonlyMap<string, string>): void {
  if (isUpdating) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of files) writeFileSync(join(folder, name), text);
  }
  const expected = readdirSync(folder).map(
    (name) => [name, readFileSync(join(folder, name), 'utf8')] as const,
  );
  expect(Object.fromEntries(files)).toEqual(Object.fromEntries(expected));
}

/** What is noted as a fault of the original is not reported again, and every note is needed. */
function checkDiagnostics({ flows }: Imported): void {
  const files = flows.map(({ name, text }) => ({ file: `${name}.flow.yaml`, text }));
  const others = createFlowCatalogue(files);
  for (const [at, file] of files.entries()) {
    const places = ({ code, span }: Diagnostic) => `${span.start.line}:${span.start.column} ${code}`;
    expect(compileFlow(file, { others }).diagnostics.map(places)).toEqual(flows[at]?.diagnostics.map(places));
  }
}

/** Each node is told once, and what is not exact has a reason. */
function checkSums({ nodes, losses }: Imported): void {
  expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
  for (const { grade, reason } of nodes) expect(grade === 'exact' || reason !== undefined).toBe(true);
  for (const { reason } of losses) expect(Object.hasOwn(reasons, reason)).toBe(true);
}
