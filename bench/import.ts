/**
 * Measures imports: flows of 1,000 nodes without a comparison, the comparison of 5,000 paths, and files of 10 MB. CPU time of a
 * process of its own for each, compiler threads and garbage collector included, with cold code as users run it.
 */
import { execFileSync } from 'node:child_process';
import { importFlows, noAnswers, systems } from '../src/importers/index.ts';
import type { SystemId } from '../src/importers/index.ts';
import { cpuUsSince } from './fixtures.ts';
import { writeSource } from './import-sources.ts';

export interface ImportFigures {
  system: SystemId;
  nodes: number;
  /** Reading, translating, folding and writing. */
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
type Part = 'import' | 'compare' | 'huge';

/** Measures every system. */
export function measureImport(): ImportFigures[] {
  return systems.map(({ id }) => {
    const [plain, compared, huge] = (['import', 'compare', 'huge'] as const).map((part) =>
      measureApart(id, part),
    );
    if (plain === undefined || compared === undefined || huge === undefined) throw new Error(id);
    return {
      system: id,
      nodes: plain.nodes,
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
    'CPU, ms',
    'paths',
    'with paths, CPU, ms',
    '10 MB, ms',
    'memory (RSS), MB',
  ];
  return [
    head,
    ...figures.map(({ system, nodes, importCpuMs, paths, comparedCpuMs, hugeMs, hugeMb }) => [
      system,
      ...[nodes, importCpuMs, paths, comparedCpuMs, hugeMs, hugeMb].map((figure) => figure.toFixed(0)),
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
