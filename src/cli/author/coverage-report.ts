/** Renders, writes and enforces coverage for `ringflow test --coverage`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFlowCatalogue } from '../../language/compiler/index.ts';
import {
  renderCoverageJson,
  renderCoverageLcov,
  renderCoveragePage,
  renderCoverageText,
  coverageKinds,
  measure,
  findMissedThresholds,
} from '../../verification/coverage/index.ts';
import type { FlowCoverage, FlowSource, Hits, Thresholds } from '../../verification/coverage/index.ts';
import { readFlowsBeside, loadFlows } from '../../authoring/flow-files/index.ts';
import { CommandFailure } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';

/** Formats of coverage reports: `text` goes to stdout, the others to files. */
const coverageFormats = ['text', 'lcov', 'json', 'html'] as const;
export type CoverageFormat = (typeof coverageFormats)[number];

type Writer = (flows: FlowCoverage[], sources: FlowSource[]) => string | Promise<string>;

/** Files in the coverage folder. */
const files: Record<Exclude<CoverageFormat, 'text'>, { name: string; write: Writer }> = {
  lcov: { name: 'lcov.info', write: renderCoverageLcov },
  json: { name: 'coverage.json', write: renderCoverageJson },
  html: { name: 'index.html', write: renderCoveragePage },
};

/** Options of the coverage report. */
interface CoverageWanted {
  formats: readonly CoverageFormat[];
  /** Folder of the files. */
  folder: string;
  thresholds: Thresholds;
}

/** Reports the coverage of runs; returns one line per missed threshold. */
export async function reportCoverage(
  { flowFiles, hits }: { flowFiles: readonly string[]; hits: Hits },
  { formats, folder, thresholds }: CoverageWanted,
  io: Io,
): Promise<string[]> {
  const sources = addFlowsRun(
    flowFiles.flatMap((file) => loadSource(file, io)),
    io,
  );
  const flows = measure(sources, hits);
  for (const format of formats) {
    if (format === 'text') io.out(`\n${renderCoverageText(flows, { colour: io.colour })}`);
    else {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, files[format].name), await files[format].write(flows, sources));
    }
  }
  return findMissedThresholds(flows, thresholds).map(
    ({ kind, wanted, percent }) => `${kind}: ${percent} % covered, ${wanted} % required`,
  );
}

/** Loads a flow on its own, because flows in different folders may share a name. */
function loadSource(path: string, io: Io): FlowSource[] {
  const [loaded] = loadFlows([path]).files;
  if (loaded?.flow === undefined || loaded.graph === undefined) {
    io.err(`ringflow: ${path} has errors; its coverage is unknown\n`);
    return [];
  }
  const { file, text, flow, graph, graphs, imports } = loaded;
  return [{ file, text, flow, graph, imports, ...(graphs && { graphs }) }];
}

/** Adds the flows that these run as subflows, which may be in other folders. */
function addFlowsRun(sources: readonly FlowSource[], io: Io): FlowSource[] {
  const known = new Set(sources.map(({ flow }) => flow.name));
  const others = sources.flatMap(({ file, flow }) => {
    const names = Object.keys(flow.flows ?? {}).filter((name) => !known.has(name));
    const around = names.length === 0 ? undefined : createFlowCatalogue(readFlowsBeside([file]));
    return names.flatMap((name) => around?.file(name)?.file ?? []);
  });
  return [...sources, ...[...new Set(others)].flatMap((file) => loadSource(file, io))];
}

/** Collects the values of `--coverage`. */
export function addFormat(given: string, formats: CoverageFormat[] = []): CoverageFormat[] {
  const format = coverageFormats.find((one) => one === given);
  if (format === undefined)
    throw new CommandFailure(`--coverage is "${given}": expected one of ${coverageFormats.join(', ')}`);
  return [...formats, format];
}

/** Parses thresholds such as `steps=100,outcomes=90`. */
export function readThresholds(given: string): Thresholds {
  return Object.fromEntries(given.split(',').map((part) => readThreshold(part, given)));
}

function readThreshold(part: string, given: string): [string, number] {
  const [, name = '', percent = ''] = /^\s*([a-z]+)\s*=\s*(\d{1,3}(?:\.\d+)?)\s*$/.exec(part) ?? [];
  const isRight = coverageKinds.some((kind) => kind === name) && Number(percent) <= 100;
  if (isRight) return [name, Number(percent)];
  throw new CommandFailure(
    `--coverage-min is "${given}": expected a percentage for some of ${coverageKinds.join(', ')}, as in steps=100,outcomes=90`,
  );
}
