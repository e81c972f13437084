/** Uploaded flows: files by path, compiled together like a directory. */
import { posix } from 'node:path';
import { compileFlow, findDuplicateNames, createFlowCatalogue } from '../../language/compiler/index.ts';
import type { FlowFile, Need } from '../../language/compiler/index.ts';
import { removeDuplicates, hasErrors } from '../../language/diagnostics/index.ts';
import type { Diagnostic } from '../../language/diagnostics/index.ts';
import type { CompiledFlow, Graph, NamedCapabilities } from '../../language/model/index.ts';

/** Path → text. Paths are relative, with `/` between their parts. */
export type BundleFiles = Readonly<Record<string, string>>;

/** A flow of a bundle. */
export interface BundledFlow {
  flow: CompiledFlow;
  graph: Graph;
  /** Compiled flows that it runs, by name. */
  graphs: Record<string, Graph>;
  /** File of the flow. */
  file: string;
  /** Source files: its own, those that it imports and reads, and those of the flows that it runs. */
  files: Record<string, string>;
  /** What it needs of a carrier, with the flows that it runs. */
  needs: readonly Need[];
  /** The flow's own description. */
  description?: string;
}

export interface CompiledBundle {
  /** Flows without errors. */
  flows: BundledFlow[];
  diagnostics: Diagnostic[];
  hasErrors: boolean;
}

const FLOW_FILE = /(^|\/)(flow|[^/]+\.flow)\.ya?ml$/;

type ReadFile = FlowFile & { used: Set<string> };

/** Compiles every flow of a bundle, for these carriers; default: the platform. Never throws because of file contents. */
export function compileBundle(files: BundleFiles, carriers?: readonly NamedCapabilities[]): CompiledBundle {
  const sources = Object.keys(files)
    .filter((path) => FLOW_FILE.test(path))
    .sort()
    .map((path) => readFlowFile(path, files));
  const others = createFlowCatalogue(sources);
  const compiled = sources.map((source) => ({
    source,
    ...compileFlow(source, { others, ...(carriers && { carriers }) }),
  }));
  const named = compiled.map(({ source: { file }, flow }) => (flow ? { file, name: flow.name } : { file }));
  const diagnostics = removeDuplicates([
    ...compiled.flatMap((one) => one.diagnostics),
    ...findDuplicateNames(named),
  ]);
  const usedBy = new Map(compiled.map(({ flow, source }) => [flow?.name, source.used]));
  const flows = compiled.flatMap(({ source, flow, graph, graphs = {}, needs = [], description }) => {
    if (flow === undefined || graph === undefined) return [];
    const used = [flow.name, ...Object.keys(flow.flows)].flatMap((name) => [...(usedBy.get(name) ?? [])]);
    const made = [...new Set(used)].sort().map((path) => [path, files[path] ?? '']);
    const madeFrom = Object.fromEntries(made) as Record<string, string>;
    const described = description === undefined ? {} : { description };
    return [{ flow, graph, graphs, file: source.file, files: madeFrom, needs, ...described }];
  });
  return { flows, diagnostics, hasErrors: hasErrors(diagnostics) };
}

function readFlowFile(file: string, files: BundleFiles): ReadFile {
  const used = new Set([file]);
  const read = (path: string) => {
    const found = posix.join(posix.dirname(file), path);
    if (!Object.hasOwn(files, found)) return undefined;
    used.add(found);
    return files[found];
  };
  return { file, text: files[file] ?? '', read, used };
}
