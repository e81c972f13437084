/** Finds the flows of tests by name or path, and compiles them once. */
import { runnable } from '../../call/index.ts';
import type { RunnableFlow } from '../../call/index.ts';
import { hasErrors, renderPretty } from '../../language/diagnostics/index.ts';
import type { CompiledFlow } from '../../language/model/index.ts';
import { findFlowAt, findFlowByName, KeptFlows } from '../../authoring/flow-files/index.ts';
import { OperationalError } from '../../engine/ports/index.ts';
import { CallSetup } from './call-setup.ts';
import { FlowTestError, runOnBehalfOf, TestLine } from './errors.ts';
import type { FlowTypes, GivenFlow, TypesOf } from './flow-types.ts';
import type { Playable } from './script.ts';

/** Location of flows. */
export interface FlowPlace {
  /** Folder in which flows are found by name, relative to the working directory. Default: `flows`. */
  flows?: string;
}

/** A flow that tests can call. */
export interface FlowUnderTest<Flow extends FlowTypes> {
  /** Its name. */
  readonly name: string;
  /** Path of its file. */
  readonly file: string;
  /** Version of its content: the same text has the same version. */
  readonly version: string;
  /** Creates a call to set up and then `await`. */
  call(): CallSetup<Flow>;
}

/** Finds and compiles a flow by its name, its path or its `file:` URL. Throws its errors. */
export function flow<const Given extends GivenFlow | URL>(
  given: Given,
  place: FlowPlace = {},
): FlowUnderTest<TypesOf<Given>> {
  const { file, compiled } = runOnBehalfOf(flow, () => loadFlow(given, place));
  return {
    name: compiled.name,
    file,
    version: compiled.version,
    call: function begin() {
      return new CallSetup({ playable: createPlayable(compiled), file }, new TestLine(begin));
    },
  };
}

/** Creates a call to a flow, to set up and then `await`. Finds the flow and throws its errors like `flow`. */
export function call<const Given extends GivenFlow | URL>(
  given: Given,
  place: FlowPlace = {},
): CallSetup<TypesOf<Given>> {
  const { file, compiled } = runOnBehalfOf(call, () => loadFlow(given, place));
  return new CallSetup({ playable: createPlayable(compiled), file }, new TestLine(call));
}

const kept = new KeptFlows();
/** Files of the flows that were found by name. */
const found = new Map<string, string>();

function loadFlow(given: string | URL, place: FlowPlace): { file: string; compiled: CompiledFlow } {
  const file = findFile(given, place);
  const loaded = kept.load(file);
  const compiled = loaded?.files[0]?.flow;
  if (compiled !== undefined) return { file, compiled };
  if (loaded === undefined) throw new FlowTestError(`${file} cannot be read`);
  const errors = loaded.diagnostics.filter((one) => hasErrors([one]));
  throw new FlowTestError(`${file} has errors:\n\n${renderPretty(errors, { source: loaded.source })}`);
}

function findFile(given: string | URL, { flows = 'flows' }: FlowPlace): string {
  try {
    return typeof given === 'string' && isName(given) ? findNamedFile(given, flows) : findFlowAt(given);
  } catch (cause) {
    throw cause instanceof OperationalError ? new FlowTestError(cause.message, { cause }) : cause;
  }
}

function isName(given: string): boolean {
  return /^[a-z][a-z0-9-]*$/.test(given);
}

function findNamedFile(name: string, folder: string): string {
  const place = `${folder}\n${name}`;
  const before = found.get(place);
  if (before !== undefined && kept.load(before)?.files[0]?.flow?.name === name) return before;
  const file = findFlowByName(name, folder);
  found.set(place, file);
  return file;
}

const prepared = new WeakMap<CompiledFlow, Map<string, RunnableFlow>>();

/** Prepares a flow to run, once for each set of settings. */
function createPlayable(compiled: CompiledFlow): Playable {
  return {
    flow: compiled,
    ready(one, env = {}) {
      const ways = prepared.get(one) ?? new Map<string, RunnableFlow>();
      prepared.set(one, ways);
      const way = JSON.stringify(Object.entries(env).toSorted());
      const ready = ways.get(way) ?? runnable(one, env);
      ways.set(way, ready);
      return ready;
    },
  };
}
