import { existsSync } from 'node:fs';
import { renderPretty } from '../../language/diagnostics/index.ts';
import type { CompiledFlow, Graph } from '../../language/model/index.ts';
import { loadFlows } from '../../authoring/flow-files/index.ts';
import { CommandFailure } from '../shared/io.ts';
import type { ExitCode, Io } from '../shared/io.ts';

/** A flow without errors. */
interface SoundFlow {
  file: string;
  text: string;
  flow: CompiledFlow;
  graph: Graph;
  /** Graphs of the flows that it runs, by name. */
  graphs: Record<string, Graph>;
}

/** Loads the flows in the paths. If one has an error, prints all diagnostics and ends the command with `exitCode`. */
export function loadSoundFlows(paths: string[], io: Io, exitCode: ExitCode = 1): SoundFlow[] {
  const { files, failed, diagnostics, source } = loadFlows(paths);
  if (failed) {
    io.err(renderPretty(diagnostics, { source, colour: io.colour }));
    throw new CommandFailure('', exitCode);
  }
  return files.flatMap(({ file, text, flow, graph, graphs = {} }) =>
    flow === undefined || graph === undefined ? [] : [{ file, text, flow, graph, graphs }],
  );
}

/** Folder in which flows are looked up by name, as for `dev` and `call`. */
const FLOWS = 'flows';

/** Loads the one flow in a path, or the flow with this name; otherwise like `loadSoundFlows`. */
export function loadOneFlow(given: string, io: Io, exitCode: ExitCode = 1): SoundFlow {
  const [flow, ...others] = loadSoundFlows([isName(given) ? findFlowFile(given) : given], io, exitCode);
  if (flow === undefined || others.length > 0)
    throw new CommandFailure(`${given} contains ${others.length + 1} flows: name one of them`);
  return flow;
}

/** An existing path takes precedence over a flow name. */
function isName(given: string): boolean {
  return /^[a-z][a-z0-9-]*$/.test(given) && !existsSync(given);
}

function findFlowFile(name: string): string {
  const { files } = existsSync(FLOWS) ? loadFlows([FLOWS]) : { files: [] };
  const found = files.find(({ flow }) => flow?.name === name);
  if (found !== undefined) return found.file;
  const known = files.flatMap(({ flow }) => flow?.name ?? []).join(', ');
  const there = known === '' ? 'no flow without errors' : known;
  throw new CommandFailure(`no file, folder or flow ${name}; the flows in ${FLOWS} are: ${there}`);
}
