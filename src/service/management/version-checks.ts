/** What is checked before a version takes calls: its scenarios, the carriers of its numbers, its settings. */
import type { FlowStore } from '../../engine/ports/index.ts';
import type { Need } from '../../language/compiler/index.ts';
import type { CompiledFlow } from '../../language/model/index.ts';
import { listRouteObstacles } from './carrier-lacks.ts';
import type { ListCarriers, ListSettingsRoutes, RouteObstacle } from './carrier-lacks.ts';
import type { FlowVersions } from './flow-versions.ts';
import { Refusal } from './refusal.ts';
import type { Routes } from './routes.ts';
import { countFailures, renderFailures } from './test-results.ts';

/** Retention of a deployed version in the flow store, ms; each node renews it in time. */
export const RETENTION_MS = 24 * 3_600_000;

interface VersionChecksOptions {
  versions: Pick<FlowVersions, 'get' | 'tests'>;
  /** Store of compiled versions, which nodes read when a call begins. */
  flows: Pick<FlowStore, 'putFlow'>;
  now: () => number;
  /** The settings of the service, which flows declare under `env`. */
  env: Record<string, string>;
  routes: Pick<Routes, 'iterate'>;
  listSettingsRoutes: ListSettingsRoutes;
  listCarriers: ListCarriers;
  /** Is told of each version that is about to be deployed, once every node can run it. */
  onDeploying: (flow: CompiledFlow) => void;
}

/** A version of a flow. */
interface VersionOfFlow {
  flow: string;
  version: string;
}

export class VersionChecks {
  readonly #options: VersionChecksOptions;

  constructor(options: VersionChecksOptions) {
    this.#options = options;
  }

  /** Counts failed scenarios of a version. Throws a `Refusal` if there are any and no reason is given: `tests_failed`. */
  async countFailures(
    project: string,
    { flow, version }: VersionOfFlow,
    reason: string | undefined,
  ): Promise<number> {
    const { results } = await this.#options.versions.tests(project, flow, version);
    const failing = countFailures(results);
    if (failing === 0 || reason !== undefined) return failing;
    throw new Refusal('tests_failed', `"${flow}": ${renderFailures(results)}`);
  }

  /**
   * Counts what no carrier of a route to the flow can do. Throws a `Refusal` if there is any and no reason is given:
   * `carrier_lacks`.
   */
  async countLacks(project: string, { flow, version }: VersionOfFlow, reason?: string): Promise<number> {
    const { needs = [] } = await this.#options.versions.get(project, flow, version);
    const [first, ...more] = await this.listObstacles(project, { flow, needs });
    if (first !== undefined && reason === undefined)
      throw new Refusal('carrier_lacks', `"${flow}" on route "${first.route}": ${first.message}`);
    return first === undefined ? 0 : more.length + 1;
  }

  /** Lists what no carrier of a route to the flow can do, of what a version of it needs. */
  listObstacles(
    project: string,
    version: { flow: string; needs: readonly Need[] },
  ): Promise<RouteObstacle[]> {
    const carriers = this.#options.listCarriers(project);
    return listRouteObstacles({ ...version, carriers }, this.#listRoutes(project));
  }

  async *#listRoutes(project: string) {
    for (const { number, flow } of this.#options.listSettingsRoutes(project)) yield { id: number, flow };
    yield* this.#options.routes.iterate(project);
  }

  /** Makes every node able to run a version. Throws a `Refusal`: `unknown_version`, `missing_settings`. */
  async prepare({ project, flow }: { project: string; flow: string }, version: string): Promise<void> {
    const { versions, flows, now, env, onDeploying } = this.#options;
    const { compiled } = await versions.get(project, flow, version);
    const missing = Object.keys(compiled.env).filter(
      (name) => compiled.env[name]?.default === undefined && !env[name],
    );
    if (missing.length > 0)
      throw new Refusal('missing_settings', `the service lacks settings of "${flow}": ${missing.join(', ')}`);
    await flows.putFlow(version, JSON.stringify(compiled), now() + RETENTION_MS);
    onDeploying(compiled);
  }
}
