/** Reads and compiles flow files; what is wrong with them comes back as diagnostics beside what is right. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { checkFlow, compileFlow, otherFlows } from '../compiler/index.ts';
import type { FlowFile, ImportedText, OtherFlows, Verdict } from '../compiler/index.ts';
import { distinct, hasErrors } from '../diagnostics/index.ts';
import type { Diagnostic } from '../diagnostics/index.ts';
import type { CompiledFlow, Graph } from '../flow/index.ts';
import { OperationalError } from '../ports/index.ts';
import { filesBeside } from './beside.ts';
import { findFiles, isFlowFile } from './find.ts';
import { flowsBeside } from './neighbours.ts';

/** What was found in flow files. */
export interface CheckedFlows {
  files: { file: string }[];
  diagnostics: Diagnostic[];
  /** Whether any file has an error. */
  failed: boolean;
  /** The text of a file that was read, for code frames. */
  source: (file: string) => string | undefined;
}

export interface LoadedFile {
  file: string;
  text: string;
  diagnostics: Diagnostic[];
  /** The files that it imports. */
  imports: readonly ImportedText[];
  /** Absent when the file has errors. */
  flow?: CompiledFlow;
  /** Present when the steps could be read at all. */
  graph?: Graph;
  /** Of the flows that it runs, by name; absent when the file has errors. */
  graphs?: Record<string, Graph>;
}

export interface LoadedFlows extends CheckedFlows {
  files: LoadedFile[];
  /** The flows without errors; none of those that share a name. */
  flows: CompiledFlow[];
}

/** Checks every flow that the paths mean, and keeps nothing of them. Throws like `loadFlows`. */
export function checkFlows(paths: string[]): CheckedFlows {
  const { sources, others } = readFlows(paths);
  const files = sources.map((source) => ({ file: source.file, ...checkFlow(source, { others }) }));
  return verdictOn(files, sources);
}

/** Compiles every flow that the paths mean. Throws `no_such_path`, `unreadable_file`, and `no_flows` when there is none. */
export function loadFlows(paths: string[]): LoadedFlows {
  const { sources, others } = readFlows(paths);
  const files = sources.map((source) => ({
    file: source.file,
    text: source.text,
    ...compileFlow(source, { others }),
  }));
  const named = files.map(({ flow, ...file }) => (flow === undefined ? file : { ...file, name: flow.name }));
  return {
    ...verdictOn(named, sources),
    files,
    flows: withOwnName(files.flatMap(({ flow }) => (flow === undefined ? [] : [flow]))),
  };
}

function readFlows(paths: string[]): { sources: FlowFile[]; others: OtherFlows } {
  const found = findFiles(paths, isFlowFile);
  if (found.length === 0) {
    const message = `no flow found in ${paths.join(', ')}: a flow is a file flow.yaml or <name>.flow.yaml`;
    throw new OperationalError('no_flows', message, { retryable: false });
  }
  const sources = found.map((file) => ({ file, text: readText(file), read: filesBeside(file) }));
  return { sources, others: otherFlows([...sources, ...runnable(sources)]) };
}

type CheckedFile = Verdict & { file: string };

function verdictOn(files: CheckedFile[], sources: readonly FlowFile[]): CheckedFlows {
  const read = [...sources, ...files.flatMap(({ imports }) => imports)];
  const texts = new Map(read.map(({ file, text }) => [file, text]));
  // What is wrong with a file is told once, however many flows import it.
  const diagnostics = distinct([...files.flatMap((file) => file.diagnostics), ...duplicateNames(files)]);
  return { files, diagnostics, failed: hasErrors(diagnostics), source: (file) => texts.get(file) };
}

/** What only flows need that run others: those beside them, wherever the paths lead. */
function runnable(sources: readonly FlowFile[]): FlowFile[] {
  const running = sources.filter(({ text }) => /\bflow:/.test(text));
  const known = new Set(sources.map(({ file }) => resolve(file)));
  return flowsBeside(running.map(({ file }) => file)).filter(({ file }) => !known.has(resolve(file)));
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const message = `${file} cannot be read: ${cause instanceof Error ? cause.message : 'unknown reason'}`;
    throw new OperationalError('unreadable_file', message, { retryable: false, cause });
  }
}

function withOwnName(flows: CompiledFlow[]): CompiledFlow[] {
  const byName = Map.groupBy(flows, ({ name }) => name);
  return flows.filter(({ name }) => byName.get(name)?.length === 1);
}

/** Two flows of one name would take each other's calls. */
function duplicateNames(files: CheckedFile[]): Diagnostic[] {
  const first = new Map<string, string>();
  return files.flatMap(({ file, name }) => {
    if (name === undefined) return [];
    const earlier = first.get(name);
    if (earlier === undefined) {
      first.set(name, file);
      return [];
    }
    const start = { line: 1, column: 1, offset: 0 };
    const message = `a flow named "${name}" is already in ${earlier}`;
    return [{ code: 'duplicate-flow', severity: 'error', message, file, span: { start, end: start } }];
  });
}
