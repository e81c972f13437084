/**
 * Measures imports: flows of 1,000 nodes without a comparison, the comparison of 5,000 paths, and files of 10 MB. CPU time of a
 * process of its own for each, compiler threads and garbage collector included, with cold code as users run it.
 */
import { execFileSync } from 'node:child_process';
import { importFlows, noAnswers, systems } from '../src/importers/index.ts';
import type { SystemId } from '../src/importers/index.ts';
import { breakLoops, passes } from '../src/importers/passes/index.ts';
import { Project } from '../src/importers/project/index.ts';
import { readSource } from '../src/importers/reading/index.ts';
import { writeFlow } from '../src/importers/writing/index.ts';
import { cpuUsSince } from './fixtures.ts';
import { writeSource } from './import-sources.ts';

export interface ImportFigures {
  system: SystemId;
  nodes: number;
  /** Reading, translating, folding and writing, without the compilation and the search for faults. */
  rewriteCpuMs: number;
  /** The whole import without comparisons. */
  importCpuMs: number;
  /** The same with comparisons. */
  comparedCpuMs: number;
  paths: number;
  /** Reading or refusing 10 MB. */
  hugeMs: number;
  hugeMb: number;
}

const NODES = 1_000;
const PATHS = 5_000;
const HUGE = 10_000_000;

/** What one process measures. */
type Part = 'rewrite' | 'import' | 'compare' | 'huge';

/** Measures every system. */
export function measureImport(): ImportFigures[] {
  return systems.map(({ id }) => {
    const [rewritten, plain, compared, huge] = (['rewrite', 'import', 'compare', 'huge'] as const).map(
      (part) => measureApart(id, part),
    );
    if (rewritten === undefined || plain === undefined || compared === undefined || huge === undefined)
      throw new Error(id);
    return {
      system: id,
      nodes: plain.nodes,
      rewriteCpuMs: rewritten.cpuMs,
      importCpuMs: plain.cpuMs,
      comparedCpuMs: compared.cpuMs,
      paths: compared.paths,
      hugeMs: huge.ms,
      hugeMb: huge.mostMb,
    };
  });
}

/** Rows of the report for people. */
export function importRows(figures: readonly ImportFigures[]): string[][] {
  const head = [
    'imports',
    'nodes',
    'read to written, CPU, ms',
    'all, CPU, ms',
    'paths',
    'with paths, CPU, ms',
    '10 MB, ms',
    'memory (RSS), MB',
  ];
  return [
    head,
    ...figures.map(({ system, nodes, rewriteCpuMs, importCpuMs, paths, comparedCpuMs, hugeMs, hugeMb }) => [
      system,
      ...[nodes, rewriteCpuMs, importCpuMs, paths, comparedCpuMs, hugeMs, hugeMb].map((figure) =>
        figure.toFixed(0),
      ),
    ]),
  ];
}

interface Measured {
  nodes: number;
  paths: number;
  cpuMs: number;
  ms: number;
  mostMb: number;
}

function measureApart(id: SystemId, part: Part): Measured {
  const output = execFileSync(process.execPath, [import.meta.filename, id, part], { encoding: 'utf8' });
  return JSON.parse(output) as Measured;
}

function measureHere(id: SystemId, part: Part): Measured {
  const write = writeSource[id];
  if (part === 'rewrite') return measureRewriting(id);
  const nodesPerBlock = countNodes(write(20)) / 20;
  const text = part === 'huge' ? pad(write, HUGE) : write(Math.ceil(NODES / nodesPerBlock));
  const limits = { depth: 6, paths: part === 'compare' ? PATHS : 0 };
  const startedAt = performance.now();
  const before = process.cpuUsage();
  const { nodes, flows, diagnostics } = importFlows([{ file: 'bench', text }], {
    answers: noAnswers,
    limits,
  });
  if (part !== 'huge' && diagnostics.length > 0) throw new Error(JSON.stringify(diagnostics[0]));
  const failed = flows.flatMap((flow) => flow.diagnostics).find(({ severity }) => severity === 'error');
  if (failed !== undefined) throw new Error(JSON.stringify(failed));
  return {
    nodes: nodes.length,
    paths: flows.reduce((sum, { comparison }) => sum + (comparison?.compared ?? 0), 0),
    cpuMs: cpuUsSince(before) / 1_000,
    ms: performance.now() - startedAt,
    mostMb: process.resourceUsage().maxRSS / 1_000,
  };
}

/** Measures the import of a flow up to the text of the result. */
function measureRewriting(id: SystemId): Measured {
  const write = writeSource[id];
  const text = write(Math.ceil((NODES * 20) / countNodes(write(20))));
  const system = systems.find((one) => one.id === id);
  const startedAt = performance.now();
  const before = process.cpuUsage();
  const source = readSource({ file: 'bench', text });
  const project = new Project(noAnswers);
  if (system === undefined || 'code' in source) throw new Error(id);
  const drafts = system.translate([source], project).map(({ draft }) => breakLoops(draft).draft);
  for (const draft of drafts) writeFlow(passes.reduce((made, { apply }) => apply(made), draft));
  return {
    nodes: project.nodes.length,
    paths: 0,
    cpuMs: cpuUsSince(before) / 1_000,
    ms: performance.now() - startedAt,
    mostMb: process.resourceUsage().maxRSS / 1_000,
  };
}

function countNodes(text: string): number {
  return importFlows([{ file: 'bench', text }], { answers: noAnswers, limits: { depth: 0, paths: 0 } }).nodes
    .length;
}

/** Writes a flow of at least this number of characters. */
function pad(write: (blocks: number) => string, characters: number): string {
  const perBlock = (write(200).length - write(100).length) / 100;
  return write(Math.ceil(characters / perBlock));
}

const [id, part] = process.argv.slice(2);
if (process.argv[1] === import.meta.filename)
  process.stdout.write(JSON.stringify(measureHere(id as SystemId, part as Part)));
