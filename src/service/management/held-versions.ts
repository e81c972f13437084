/**
 * Versions of flows that this node runs from a folder and does not store, so that the API shows them like uploaded ones.
 *
 * Owns: these versions with their files, in memory, and which of them are in service. Does not own: reading the folder,
 * putting flows into service. They belong to the default project.
 *
 * FOLDER-1 A version that is replaced is kept for comparisons; of each flow the last `MAX_REPLACED` are.
 * FOLDER-2 Scenarios run when their results are requested, and again only if a scenario file has changed.
 */
import { DEFAULT_PROJECT } from '../../call/index.ts';
import type { Need } from '../../language/compiler/index.ts';
import type { CompiledFlow } from '../../language/model/index.ts';
import { SYSTEM } from './access.ts';
import type { BundleFiles } from './bundle.ts';
import type { Deployment } from './deployment.ts';
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

type HeldVersion = VersionInfo & VersionSource & Origin;

interface Held {
  /** Newest first; the first one is in service. */
  versions: HeldVersion[];
  source: FolderFiles;
  changedAt: number;
}

interface HeldVersionsOptions {
  runTests: RunTests;
  now: () => number;
}

/** Maximum number of replaced versions per flow. */
const MAX_REPLACED = 20;

export class HeldVersions {
  readonly #options: HeldVersionsOptions;
  readonly #flows = new Map<string, Held>();
  /** Version → last results, with the scenario files as JSON. */
  readonly #tests = new Map<string, { scenarios: string; tests: KeptTests }>();

  constructor(options: HeldVersionsOptions) {
    this.#options = options;
  }

  /** Records that a flow is in service, or that its files have changed without changing its version. */
  hold(compiled: CompiledFlow, source: FolderFiles): void {
    const at = this.#options.now();
    const { name: flow, version } = compiled;
    const { file, files, needs = [], description } = source;
    const before = this.#flows.get(flow);
    const known = before?.versions.find((one) => one.version === version);
    const steps = Object.keys(compiled.steps).length;
    const createdAt = known?.createdAt ?? at;
    const info = { flow, version, file, steps, createdAt, createdBy: SYSTEM.id, source: 'files' as const };
    const described = description === undefined ? {} : { description };
    const others = (before?.versions ?? []).filter((one) => one.version !== version);
    const isSame = before?.versions[0]?.version === version;
    for (const { version: dropped } of others.splice(MAX_REPLACED)) this.#tests.delete(dropped);
    this.#flows.set(flow, {
      versions: [{ ...info, ...described, files, compiled, needs }, ...others],
      source,
      changedAt: isSame ? before.changedAt : at,
    });
  }

  /** Records that a flow is no longer in service. */
  release(flow: string): void {
    for (const { version } of this.#flows.get(flow)?.versions ?? []) this.#tests.delete(version);
    this.#flows.delete(flow);
  }

  /** Lists the versions of a project, of one flow or of all. */
  list(project: string, flow?: string): HeldVersion[] {
    if (project !== DEFAULT_PROJECT) return [];
    const flows = flow === undefined ? [...this.#flows.keys()] : [flow];
    return flows.flatMap((name) => this.#flows.get(name)?.versions ?? []);
  }

  /** Returns a version; undefined if this node does not hold it. */
  find(project: string, flow: string, version: string): HeldVersion | undefined {
    return this.list(project, flow).find((one) => one.version === version);
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
    const scenarioFiles = this.#flows.get(flow)?.source.readScenarios() ?? {};
    if (Object.keys(scenarioFiles).length === 0)
      return { at: createdAt, by: createdBy, results: NO_RESULTS, files: {} };
    const scenarios = JSON.stringify(scenarioFiles);
    const known = this.#tests.get(version);
    if (known?.scenarios === scenarios) return known.tests;
    const results = await this.#options.runTests(DEFAULT_PROJECT, { ...files, ...scenarioFiles });
    const tests = { at: this.#options.now(), by: SYSTEM.id, results, files: scenarioFiles };
    this.#tests.set(version, { scenarios, tests });
    return tests;
  }
}

function toDeployment({ versions: [current, ...replaced], changedAt }: Held): Deployment & Origin {
  return {
    live: current?.version ?? '',
    history: replaced.map(({ version }) => version),
    changedAt,
    changedBy: SYSTEM.id,
    source: 'files',
  };
}
