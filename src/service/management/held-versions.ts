/**
 * Versions of flows that this node runs from a folder, so that the API shows them like uploaded ones.
 *
 * Owns: these versions, those in service with their files in memory, and the stored ones. Does not own: reading the folder,
 * putting flows into service. They belong to the default project.
 *
 * FOLDER-1 A version that is replaced is kept for comparisons and for its recorded calls, across restarts (HELD-VERSION-1).
 * FOLDER-2 Scenarios run when their results are requested, and again only if a scenario file has changed. The runs of a node
 *          follow one another, so that a list of flows with their results does not fill the build queue.
 * FOLDER-3 A version that cannot be stored is shown while it is in service; it is not found later.
 */
import { DEFAULT_PROJECT } from '../../call/index.ts';
import type { Log, Registry } from '../../engine/ports/index.ts';
import type { Need } from '../../language/compiler/index.ts';
import type { CompiledFlow } from '../../language/model/index.ts';
import { SYSTEM } from './access.ts';
import type { BundleFiles } from './bundle.ts';
import type { Deployment } from './deployment.ts';
import { HeldVersionStore } from './held-version-store.ts';
import type { HeldInfo } from './held-version-store.ts';
import { NO_RESULTS } from './test-results.ts';
import type { KeptTests, TestResults } from './test-results.ts';
import type { Origin, VersionInfo, VersionSource } from './version.ts';

/** The files of a flow in a folder. */
interface FolderFiles {
  /** File of the flow. */
  file: string;
  /** Source files by path: its own, those that it imports and reads, and those of the flows that it runs. */
  files: Record<string, string>;
  /** What it needs of a carrier. */
  needs?: readonly Need[];
  /** The flow's own description. */
  description?: string;
  /** Reads its scenario files as they are now. */
  readScenarios: () => Record<string, string>;
}

/** Runs the scenarios of a bundle. */
export type RunTests = (project: string, files: BundleFiles) => Promise<TestResults>;

type ShownInfo = VersionInfo & Origin;

/** A version with its files. */
type HeldVersion = ShownInfo & VersionSource;

/** The last run of the scenarios of a version, perhaps under way. */
interface TestRun {
  /** The scenario files as JSON. */
  scenarios: string;
  tests: Promise<KeptTests>;
}

interface Held {
  /** The version in service. */
  current: HeldVersion;
  /** Newest first. */
  replaced: ShownInfo[];
  readScenarios: FolderFiles['readScenarios'];
  /** Time at which the version came into service, ms since the epoch. */
  changedAt: number;
  /** By version. */
  tests: Map<string, TestRun>;
}

interface HeldVersionsOptions {
  registry: Registry;
  runTests: RunTests;
  now: () => number;
  log: Log;
}

export class HeldVersions {
  readonly #options: HeldVersionsOptions;
  readonly #store: HeldVersionStore;
  readonly #flows = new Map<string, Held>();
  #lastRun: Promise<unknown> = Promise.resolve();

  constructor(options: HeldVersionsOptions) {
    this.#options = options;
    this.#store = new HeldVersionStore(options.registry);
  }

  /** Records that a flow is in service, or that its files have changed without changing its version. */
  async hold(compiled: CompiledFlow, folder: FolderFiles): Promise<void> {
    const { now, log } = this.#options;
    const at = now();
    const { name: flow } = compiled;
    const before = this.#flows.get(flow);
    const isSame = before?.current.version === compiled.version;
    const info = toVersionInfo(compiled, folder, isSame ? before.current.createdAt : at);
    const source = { files: folder.files, compiled, needs: folder.needs ?? [] };
    const held: Held = {
      current: { ...info, ...source, source: 'files' },
      replaced: before?.replaced.filter(({ version }) => version !== info.version) ?? [],
      readScenarios: folder.readScenarios,
      changedAt: isSame ? before.changedAt : at,
      tests: before?.tests ?? new Map<string, TestRun>(),
    };
    this.#flows.set(flow, held);
    try {
      this.#takeStored(held, await this.#store.put(info, source, at));
    } catch (error) {
      log.warn({ flow, err: error }, 'cannot store a version of files: its recorded calls will not find it');
    }
  }

  /** Takes over what is known of a flow from before, on this node or another one. */
  #takeStored(held: Held, [current, ...replaced]: [HeldInfo, ...HeldInfo[]]): void {
    held.current.createdAt = current.createdAt;
    held.changedAt = current.since;
    held.replaced = replaced.map(toShownInfo);
    const listed = new Set([current, ...replaced].map(({ version }) => version));
    for (const version of held.tests.keys()) if (!listed.has(version)) held.tests.delete(version);
  }

  /** Records that a flow is no longer in service. Its versions stay stored, for its recorded calls. */
  release(flow: string): void {
    this.#flows.delete(flow);
  }

  /** Lists the versions of the flows of a project that are in service, of one flow or of all. */
  list(project: string, flow?: string): ShownInfo[] {
    if (project !== DEFAULT_PROJECT) return [];
    const flows = flow === undefined ? [...this.#flows.keys()] : [flow];
    return flows.flatMap((name) => {
      const held = this.#flows.get(name);
      if (held === undefined) return [];
      const { files: _files, compiled: _compiled, needs: _needs, ...current } = held.current;
      return [current, ...held.replaced];
    });
  }

  /** Returns the version of a flow of the default project that is in service; undefined if there is none. */
  findCurrent(flow: string): HeldVersion | undefined {
    return this.#flows.get(flow)?.current;
  }

  /** Returns a version; undefined if a node neither runs it nor ran it lately. */
  async find(project: string, flow: string, version: string): Promise<HeldVersion | undefined> {
    if (project !== DEFAULT_PROJECT) return undefined;
    const current = this.findCurrent(flow);
    if (current?.version === version) return current;
    const stored = await this.#store.find(flow, version);
    if (stored === undefined) return undefined;
    const { files, compiled, needs = [], ...info } = stored;
    return { ...toShownInfo(info), files, compiled, needs };
  }

  /** Lists the flows of a project that are in service, as deployments. */
  listDeployments(project: string): (Deployment & Origin & { flow: string })[] {
    if (project !== DEFAULT_PROJECT) return [];
    return [...this.#flows].map(([flow, held]) => ({ flow, ...toDeployment(held) }));
  }

  /** Returns the deployment of a flow that is in service; undefined if this node does not hold it. */
  findDeployment(project: string, flow: string): (Deployment & Origin) | undefined {
    const held = project === DEFAULT_PROJECT ? this.#flows.get(flow) : undefined;
    return held && toDeployment(held);
  }

  /** Runs the scenarios of a version (FOLDER-2); the results are empty if it has none. */
  async tests({ flow, version, files, createdAt, createdBy }: HeldVersion): Promise<KeptTests> {
    const held = this.#flows.get(flow);
    const scenarioFiles = held?.readScenarios() ?? {};
    if (held === undefined || Object.keys(scenarioFiles).length === 0)
      return { at: createdAt, by: createdBy, results: NO_RESULTS, files: {} };
    const scenarios = JSON.stringify(scenarioFiles);
    const known = held.tests.get(version);
    if (known?.scenarios === scenarios) return known.tests;
    const run: TestRun = { scenarios, tests: this.#runInTurn(files, scenarioFiles) };
    held.tests.set(version, run);
    return run.tests.catch((error: unknown) => {
      if (held.tests.get(version) === run) held.tests.delete(version);
      throw error;
    });
  }

  /** Runs scenarios once the runs before have ended, with results or without. */
  #runInTurn(files: BundleFiles, scenarioFiles: Record<string, string>): Promise<KeptTests> {
    const { runTests, now } = this.#options;
    const tests = this.#lastRun.then(async () => {
      const results = await runTests(DEFAULT_PROJECT, { ...files, ...scenarioFiles });
      return { at: now(), by: SYSTEM.id, results, files: scenarioFiles };
    });
    this.#lastRun = tests.catch(() => undefined);
    return tests;
  }
}

function toVersionInfo(
  { name: flow, version, steps }: CompiledFlow,
  { file, description }: FolderFiles,
  createdAt: number,
): VersionInfo {
  const described = description === undefined ? {} : { description };
  return {
    ...{ flow, version, file, steps: Object.keys(steps).length },
    ...described,
    ...{ createdAt, createdBy: SYSTEM.id },
  };
}

function toShownInfo({ since: _since, sourceHash: _sourceHash, ...info }: HeldInfo): ShownInfo {
  return { ...info, source: 'files' };
}

function toDeployment({ current, replaced, changedAt }: Held): Deployment & Origin {
  return {
    live: current.version,
    history: replaced.map(({ version }) => version),
    changedAt,
    changedBy: SYSTEM.id,
    source: 'files',
  };
}
