/**
 * Reads scenario files with their flows and caches them.
 *
 * Owns: the cache. Does not own: which scenarios are run.
 *
 * SUITES-1 If neither a file nor its flow has changed, the same suite object is returned, so that the caches of its flow stay
 *    valid (ADR 0048) and a watcher sees what changed.
 */
import { runnable } from '../../call/index.ts';
import type { RunnableFlow } from '../../call/index.ts';
import { removeDuplicates, hasErrors, sortDiagnostics } from '../../language/diagnostics/index.ts';
import type { Diagnostic } from '../../language/diagnostics/index.ts';
import { KeptFlows, readText } from '../../authoring/flow-files/index.ts';
import type { LoadedFile, LoadedFlows } from '../../authoring/flow-files/index.ts';
import type { CompiledFlow } from '../../language/model/index.ts';
import { readSuite } from '../../verification/testkit/index.ts';
import type { Suite, SuiteReading } from '../../verification/testkit/index.ts';

/** Makes a flow ready to run. */
type Ready = typeof runnable;

/** Files that were read. */
export interface ReadSuites {
  /** Suites that can be run. */
  suites: Suite[];
  /** Paths of the scenario files that cannot be run. */
  broken: string[];
  /** Diagnostics of scenario files and their flows, without repetitions. */
  diagnostics: Diagnostic[];
  /** Tested flow files without errors. */
  flows: LoadedFile[];
  /** Paths of the scenario files that are new or changed, or whose flow is. */
  changed: string[];
  /** Paths of the scenario files that were read before and are no longer requested. */
  gone: string[];
  /** Paths of all files on which the suites depend. */
  files: string[];
}

interface Kept {
  text: string;
  /** Path of its flow; `flow` is the content. */
  flowFile?: string;
  flow?: LoadedFlows | undefined;
  reading: SuiteReading;
}

/** Loads the flow in a file. */
type FlowAt = (path: string) => LoadedFlows | undefined;

export class SuiteFiles {
  readonly #flows = new KeptFlows();
  readonly #kept = new Map<string, Kept>();
  readonly #ready: Ready;

  constructor(ready: Ready = runnable) {
    this.#ready = memoize(ready);
  }

  /** Reads scenario files as they are now. Throws `unreadable_file`. */
  read(files: readonly string[]): ReadSuites {
    const asked = new Map<string, LoadedFlows | undefined>();
    const flowAt: FlowAt = (path) => {
      if (!asked.has(path)) asked.set(path, this.#flows.load(path));
      return asked.get(path);
    };
    const before = new Map(this.#kept);
    const gone = [...before.keys()].filter((file) => !files.includes(file));
    for (const file of gone) this.#kept.delete(file);
    const readings = files.map((file) => ({ file, ...this.#reading(file, flowAt) }));
    const loaded = [...asked.values()].flatMap((flows) => flows ?? []);
    const faulty = loaded.flatMap(({ diagnostics }) => (hasErrors(diagnostics) ? diagnostics : []));
    return {
      suites: readings.flatMap(({ suite }) => suite ?? []),
      broken: readings.flatMap(({ file, suite }) => (suite === undefined ? [file] : [])),
      diagnostics: sortDiagnostics(
        removeDuplicates([...faulty, ...readings.flatMap((one) => one.diagnostics)]),
      ),
      flows: loaded.flatMap(({ files: [flow] }) => (flow?.flow === undefined ? [] : [flow])),
      changed: files.filter((file) => this.#kept.get(file) !== before.get(file)),
      gone,
      files: [...files, ...[...asked.keys()].flatMap((path) => [path, ...this.#flows.listFiles(path)])],
    };
  }

  /** Returns the text of a scenario file as it was last read. */
  readSuiteText(file: string): string {
    return this.#kept.get(file)?.text ?? readText(file);
  }

  #reading(file: string, flowAt: FlowAt): SuiteReading {
    const text = readText(file);
    const known = this.#kept.get(file);
    if (known?.text === text && (known.flowFile === undefined || flowAt(known.flowFile) === known.flow))
      return known.reading;
    const found: Pick<Kept, 'flowFile' | 'flow'> = {};
    const lookUp = (path: string) => {
      Object.assign(found, { flowFile: path, flow: flowAt(path) });
      return found.flow?.files[0];
    };
    const reading = readSuite({ file, text }, lookUp, this.#ready);
    this.#kept.set(file, { text, reading, ...found });
    return reading;
  }
}

/** Prepares a flow once per settings, however many files test it. */
function memoize(ready: Ready): Ready {
  const made = new WeakMap<CompiledFlow, Map<string, RunnableFlow>>();
  return (flow, env) => {
    const ofFlow = made.get(flow) ?? new Map<string, RunnableFlow>();
    made.set(flow, ofFlow);
    const settings = JSON.stringify(env);
    const known = ofFlow.get(settings) ?? ready(flow, env);
    ofFlow.set(settings, known);
    return known;
  };
}
