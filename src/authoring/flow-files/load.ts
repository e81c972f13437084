/** Reads and compiles flow files. Problems are returned as diagnostics. */
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import {
  checkFlow,
  compileFlow,
  findDuplicateNames,
  createFlowCatalogue,
} from '../../language/compiler/index.ts';
import type {
  CompileOptions,
  FlowFile,
  ImportedText,
  FlowCatalogue,
  FlowCheck,
  Need,
} from '../../language/compiler/index.ts';
import { removeDuplicates, hasErrors } from '../../language/diagnostics/index.ts';
import type { Diagnostic } from '../../language/diagnostics/index.ts';
import type { CompiledFlow, Graph, NamedCapabilities } from '../../language/model/index.ts';
import { isFlowFile } from '../../language/text/index.ts';
import { OperationalError } from '../../engine/ports/index.ts';
import { createFileReader, readText } from './read.ts';
import type { Beside } from './read.ts';
import { findFiles, identify } from './find.ts';
import { readFlowsBeside } from './neighbours.ts';

/** Results of checking flow files. */
export interface CheckedFlows {
  files: { file: string }[];
  diagnostics: Diagnostic[];
  /** True if any file has an error. */
  failed: boolean;
  /** Returns the text of a file that was read, for code frames. */
  source: (file: string) => string | undefined;
}

export interface LoadedFile {
  file: string;
  text: string;
  diagnostics: Diagnostic[];
  imports: readonly ImportedText[];
  /** Absent if the file has errors. */
  flow?: CompiledFlow;
  /** Absent if the steps cannot be read. */
  graph?: Graph;
  /** What it needs of a carrier; absent if the file has errors. */
  needs?: Need[];
  /** The flow's own description. */
  description?: string;
  /** Graphs of the flows that it runs, by name; absent if the file has errors. */
  graphs?: Record<string, Graph>;
}

export interface LoadedFlows extends CheckedFlows {
  files: LoadedFile[];
  /** Flows without errors whose names are unique. */
  flows: CompiledFlow[];
}

/** Checks every flow that the paths denote, for these carriers. Throws like `loadFlows`. */
export function checkFlows(paths: string[], carriers?: readonly NamedCapabilities[]): CheckedFlows {
  const { sources, others } = readFlows(paths);
  return toCheckedFlows(checkSources(sources, { others, ...(carriers && { carriers }) }), sources);
}

/** Size of a check. */
export interface Extent {
  flows: number;
  /** Number of cores that take part. */
  cores: number;
}

/**
 * Checks flows like `checkFlows`, on several cores if there are many flows. Calls `begins` with the size of the check
 * before the first flow is checked.
 */
export async function checkManyFlows(
  paths: string[],
  {
    carriers,
    begins,
  }: { carriers?: readonly NamedCapabilities[] | undefined; begins?: (extent: Extent) => void } = {},
): Promise<CheckedFlows> {
  const options = carriers && { carriers };
  const { sources, others } = readFlows(paths);
  const shares = Math.max(1, Math.min(availableParallelism(), Math.floor(sources.length / WORTH_A_CORE)));
  begins?.({ flows: sources.length, cores: shares });
  const elsewhere = Array.from({ length: shares - 1 }, (_, at) =>
    checkOnWorker({ paths, share: at + 1, shares, ...options }),
  );
  const here = checkSources(sliceShare(sources, 0, shares), { others, ...options });
  return toCheckedFlows([...here, ...(await Promise.all(elsewhere)).flat()], sources);
}

/** The share of one core. */
export interface Share {
  paths: string[];
  /** Index of the share, from 0. */
  share: number;
  shares: number;
  carriers?: readonly NamedCapabilities[];
}

/** Checks a share of the flows, in a worker. */
export function checkShare({ paths, share, shares, carriers }: Share): CheckedFile[] {
  const { sources, others } = readFlows(paths);
  return checkSources(sliceShare(sources, share, shares), { others, ...(carriers && { carriers }) });
}

/** Number of flows that justify the start of another worker. */
const WORTH_A_CORE = 100;
/** Size of the young generation of a worker, MB. Few objects outlive a check, so a large one avoids copying. */
const YOUNG_GENERATION_MB = 192;

function sliceShare(sources: FlowFile[], share: number, shares: number): FlowFile[] {
  const [from, to] = [share, share + 1].map((part) => Math.floor((part * sources.length) / shares));
  return sources.slice(from, to);
}

function checkSources(sources: readonly FlowFile[], options: CompileOptions): CheckedFile[] {
  return sources.map((source) => ({ file: source.file, ...checkFlow(source, options) }));
}

async function checkOnWorker(share: Share): Promise<CheckedFile[]> {
  // A checkout runs the sources, a published package the build.
  const file = new URL(`./check-share.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);
  const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB };
  const worker = new Worker(file, { workerData: share, resourceLimits });
  const [checked] = (await once(worker, 'message')) as [CheckedFile[]];
  return checked;
}

interface LoadOptions {
  beside?: Beside;
  /** Default: the platform. */
  carriers?: readonly NamedCapabilities[] | undefined;
}

/**
 * Compiles every flow that the paths denote, for these carriers; `beside` reads the files that they name. Throws `no_such_path`,
 * `unreadable_file`, `not_a_file`, and `no_flows` if there are none.
 */
export function loadFlows(
  paths: string[],
  { beside = createFileReader, carriers }: LoadOptions = {},
): LoadedFlows {
  const { sources, others } = readFlows(paths, beside);
  const files = sources.map((source) => ({
    file: source.file,
    text: source.text,
    ...compileFlow(source, { others, ...(carriers && { carriers }) }),
  }));
  const named = files.map(({ flow, ...file }) => (flow === undefined ? file : { ...file, name: flow.name }));
  return {
    ...toCheckedFlows(named, sources),
    files,
    flows: filterUniqueNames(files.flatMap(({ flow }) => (flow === undefined ? [] : [flow]))),
  };
}

function readFlows(
  paths: string[],
  beside: Beside = createFileReader,
): {
  sources: FlowFile[];
  others: FlowCatalogue;
} {
  const found = findFiles(paths, isFlowFile);
  if (found.length === 0) {
    const message = `no flow found in ${paths.join(', ')}: a flow is a file flow.yaml or <name>.flow.yaml`;
    throw new OperationalError('no_flows', message, { retryable: false });
  }
  const sources = found.map((file) => ({ file, text: readText(file), read: beside(file) }));
  return { sources, others: createFlowCatalogue([...sources, ...readRunnableFlows(sources, beside)]) };
}

type CheckedFile = FlowCheck & { file: string };

function toCheckedFlows(files: CheckedFile[], sources: readonly FlowFile[]): CheckedFlows {
  const read = [...sources, ...files.flatMap(({ imports }) => imports)];
  const texts = new Map(read.map(({ file, text }) => [file, text]));
  // A problem in a file that several flows import is reported once.
  const diagnostics = removeDuplicates([
    ...files.flatMap((file) => file.diagnostics),
    ...findDuplicateNames(files),
  ]);
  return { files, diagnostics, failed: hasErrors(diagnostics), source: (file) => texts.get(file) };
}

/** Lists flows beside the sources that they may run; empty if no source runs flows. */
export function readRunnableFlows(
  sources: readonly FlowFile[],
  beside: Beside = createFileReader,
): FlowFile[] {
  const running = sources.filter(({ text }) => /\bflow:/.test(text));
  const known = new Set(sources.map(({ file }) => identify(file)));
  const found = readFlowsBeside(
    running.map(({ file }) => file),
    beside,
  );
  return found.filter(({ file }) => !known.has(identify(file)));
}

function filterUniqueNames(flows: CompiledFlow[]): CompiledFlow[] {
  const byName = Map.groupBy(flows, ({ name }) => name);
  return flows.filter(({ name }) => byName.get(name)?.length === 1);
}
