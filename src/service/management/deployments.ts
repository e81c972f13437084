/** Deploys versions of flows step by step; every step is in the audit log. */
import type { Change, FlowStore, Registry } from '../../engine/ports/index.ts';
import type { Need } from '../../language/compiler/index.ts';
import type { CompiledFlow } from '../../language/model/index.ts';
import { SYSTEM } from './access.ts';
import type { Principal } from './access.ts';
import type { AuditEntry, AuditLog } from './audit.ts';
import { listRouteObstacles } from './carrier-lacks.ts';
import type { ListCarriers, ListSettingsRoutes, RouteObstacle } from './carrier-lacks.ts';
import { Collection, mergePages } from './collection.ts';
import type { Kept } from './collection.ts';
import { applySchedule, isGuarded, planStep, rollBack, rollBackCanary } from './deployment.ts';
import type { Canary, Deployment, GuardedDeployment, Wanted } from './deployment.ts';
import type { FlowVersions } from './flow-versions.ts';
import type { HeldVersions } from './held-versions.ts';
import { Refusal } from './refusal.ts';
import { countFailures, renderFailures, describeForce } from './test-results.ts';
import type { Routes } from './routes.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import type { Origin } from './version.ts';

interface WantedTogether {
  flows: Readonly<Record<string, Wanted>>;
  /** Reason for deploying versions with failed scenarios. */
  reason?: string;
}

interface DeploymentsOptions {
  registry: Registry;
  audit: AuditLog;
  versions: FlowVersions;
  /** Flows that this node runs from a folder; a stored deployment takes precedence over them. */
  held: HeldVersions;
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

/** Reference to a flow. */
export interface FlowRef {
  project: string;
  flow: string;
}

interface FlowOfProject {
  flow: string;
}

type WantedFlow = Wanted & FlowOfProject;

type DeployedFlow = Deployment & FlowOfProject;

/** Retention of a deployed version in the flow store, ms; each node renews it in time. */
export const RETENTION_MS = 24 * 3_600_000;

export class Deployments {
  readonly #options: DeploymentsOptions;

  constructor(options: DeploymentsOptions) {
    this.#options = options;
  }

  /** Returns the current deployment with a due schedule applied. Throws a `Refusal`: `unknown_deployment`. */
  async get(ref: FlowRef): Promise<Deployment & Origin> {
    const found = await this.find(ref);
    if (found === undefined)
      throw new Refusal('unknown_deployment', `no version of "${ref.flow}" takes calls`);
    return found;
  }

  /** Returns the current deployment; undefined if no version takes calls. */
  async find({ project, flow }: FlowRef): Promise<(Deployment & Origin) | undefined> {
    const found = await this.#openCollection(project).get(flow);
    if (found === undefined) return this.#options.held.findDeployment(project, flow);
    return applySchedule(found.value, this.#options.now());
  }

  /** Lists the deployments of all flows or of one, ordered by flow name. */
  async list(
    project: string,
    { flow, ...page }: { limit: number; after?: string; flow?: string },
  ): Promise<(DeployedFlow & Origin)[]> {
    if (flow !== undefined) {
      const found = await this.find({ project, flow });
      return found === undefined ? [] : [{ flow, ...found }];
    }
    const now = this.#options.now();
    const stored = (await this.#openCollection(project).list(page)).map(
      ({ id, value }): DeployedFlow & Origin => ({
        flow: id,
        ...applySchedule(value, now),
      }),
    );
    return mergePages(stored, this.#options.held.listDeployments(project), { ...page, cursor: 'flow' });
  }

  /**
   * Deploys versions: live, as a canary, or scheduled. Several flows change in one transaction. Throws a `Refusal`:
   * `tests_failed` if scenarios failed and no reason is given, `carrier_lacks` if no carrier of a route can run the flow and
   * no reason is given, `missing_settings`, `invalid_canary`, `invalid_schedule`,
   * `flow_from_files` if a folder that is followed decides on the flow.
   */
  async deploy(by: Principal, project: string, { flows, reason }: WantedTogether): Promise<DeployedFlow[]> {
    const wanted = Object.entries(flows).map(([flow, one]) => ({ ...one, flow }));
    const failing = new Map<string, number>();
    const lacking = new Map<string, number>();
    for (const one of wanted) {
      await this.#refuseFollowed(project, one.flow);
      failing.set(one.flow, await this.#checkFailures(project, one, reason));
      lacking.set(one.flow, await this.#checkCarriers(project, one, reason));
      await this.#prepareVersion({ project, flow: one.flow }, one.version);
    }
    const { registry, audit, now } = this.#options;
    return retryOnConflict(registry, async () => {
      const at = now();
      const steps = await Promise.all(wanted.map((one) => this.#applyStep(by, project, { one, at })));
      const entries = wanted.map((one) => {
        const forced = describeForce(failing.get(one.flow), reason);
        const lacks = lacking.get(one.flow) ?? 0;
        const overridden = lacks > 0 && reason !== undefined ? { lacks, reason } : {};
        const detail = { ...toAuditDetail(one), ...forced, ...overridden };
        return audit.entry(by, { at, project, action: 'flow.deploy', subject: one.flow, detail });
      });
      const changes = [...steps.flatMap((step) => step.changes), ...entries];
      return { changes, result: steps.map(({ result }) => result) };
    });
  }

  async #applyStep({ id: by }: Principal, project: string, { one, at }: { one: WantedFlow; at: number }) {
    const { flow } = one;
    const found = await this.#openCollection(project).get(flow);
    if (found === undefined && one.at !== undefined && this.#options.held.findDeployment(project, flow))
      throw new Refusal(
        'invalid_schedule',
        `"${flow}" runs from a folder until then: deploy a version first`,
      );
    const deployment = planStep(found && applySchedule(found.value, at), one, { at, by });
    const changes = await this.#toChanges({ project, flow }, found, deployment);
    return { changes, result: { flow, ...deployment } };
  }

  /** Rolls back the last step. Throws a `Refusal`: `no_previous_version` if there is none, `flow_from_files`. */
  async rollBack(by: Principal, ref: FlowRef, reason?: string): Promise<Deployment> {
    const before = await this.get(ref);
    if (before.source === 'files') throw toFolderRefusal(ref.flow);
    const [previous] = before.history;
    if (before.canary === undefined && before.scheduled === undefined && previous !== undefined)
      await this.#prepareVersion(ref, previous);
    const { project, flow } = ref;
    const { registry, audit, now } = this.#options;
    return retryOnConflict(registry, async () => {
      const at = now();
      const found = await this.#openCollection(project).get(flow);
      const result = found && rollBack(applySchedule(found.value, at), { at, by: by.id });
      if (result === undefined) throw new Refusal('no_previous_version', `"${flow}" has no previous version`);
      const detail = reason === undefined ? {} : { reason };
      const entry = audit.entry(by, { at, project, action: 'flow.rollback', subject: flow, detail });
      return { changes: [...(await this.#toChanges(ref, found, result)), entry], result };
    });
  }

  /** Ends the service of a flow: no version takes its calls any more. Throws a `Refusal`: `unknown_deployment`, `flow_from_files`. */
  async withdraw(by: Principal, ref: FlowRef): Promise<void> {
    const { project, flow } = ref;
    const { registry, audit, now } = this.#options;
    await retryOnConflict(registry, async () => {
      const current = await this.get(ref);
      const found = await this.#openCollection(project).get(flow);
      if (current.source === 'files' || found === undefined) throw toFolderRefusal(flow);
      const detail = current.live === undefined ? {} : { version: current.live };
      const entry = audit.entry(by, { at: now(), project, action: 'flow.withdraw', subject: flow, detail });
      return { changes: [...(await this.#toChanges(ref, found, undefined)), entry], result: undefined };
    });
  }

  /** Rolls back a canary that exceeds its guard, once across all nodes. Undefined if it is gone or was changed since. */
  async rollBackCanary(
    { project, flow }: FlowRef,
    canary: Canary,
    { reason, ...figures }: { reason: string } & Record<string, string | number>,
  ): Promise<Deployment | undefined> {
    const { registry, audit, now } = this.#options;
    return retryOnConflict(registry, async () => {
      const at = now();
      const found = await this.#openCollection(project).get(flow);
      const result =
        found && rollBackCanary(applySchedule(found.value, at), canary, { at, by: SYSTEM.id, reason });
      if (result === undefined) return { changes: [], result };
      const detail = { version: canary.version, percent: canary.percent, reason, ...figures };
      const entry = audit.entry(SYSTEM, { at, project, action: 'flow.rollback', subject: flow, detail });
      return { changes: [...(await this.#toChanges({ project, flow }, found, result)), entry], result };
    });
  }

  /** Iterates over deployments with a guarded canary, page by page. */
  async *listGuarded(): AsyncGenerator<FlowRef & { deployment: GuardedDeployment }> {
    for await (const kept of this.#guarded.iterate()) {
      const { project, flow } = kept.value;
      const found = await this.#openCollection(project).get(flow);
      const deployment = found && applySchedule(found.value, this.#options.now());
      if (deployment !== undefined && isGuarded(deployment)) yield { project, flow, deployment };
      // If the deployment has been guarded again meanwhile, this write conflicts and changes nothing.
      else await this.#options.registry.write([this.#guarded.toRemoval(kept)]);
    }
  }

  /** Returns the changes of a deployment and of its entry among the guarded ones; without a version it is removed. */
  async #toChanges(
    { project, flow }: FlowRef,
    found: Kept<Deployment> | undefined,
    result: Deployment | undefined,
  ): Promise<Change[]> {
    const deployments = this.#openCollection(project);
    const isKept = result?.live !== undefined || result?.scheduled !== undefined;
    const removed = found === undefined ? [] : [deployments.toRemoval(found)];
    const changes = isKept ? [deployments.change(flow, found, result)] : removed;
    const id = `${project}/${flow}`;
    const kept = await this.#guarded.get(id);
    if (result !== undefined && isGuarded(result))
      return [...changes, this.#guarded.change(id, kept, { project, flow })];
    return [...changes, ...(kept === undefined ? [] : [this.#guarded.toRemoval(kept)])];
  }

  get #guarded() {
    return new Collection<FlowRef>(this.#options.registry, 'guarded-deployments');
  }

  async #refuseFollowed(project: string, flow: string): Promise<void> {
    if (!this.#options.held.isFollowed) return;
    const current = await this.find({ project, flow });
    if (current?.source === 'files') throw toFolderRefusal(flow);
  }

  /** Counts failed scenarios of a version. Throws a `Refusal` if there are any and no reason is given. */
  async #checkFailures(
    project: string,
    { flow, version }: WantedFlow,
    reason: string | undefined,
  ): Promise<number> {
    const { results } = await this.#options.versions.tests(project, flow, version);
    const failing = countFailures(results);
    if (failing === 0 || reason !== undefined) return failing;
    throw new Refusal('tests_failed', `"${flow}": ${renderFailures(results)}`);
  }

  /** Counts what no carrier of a route to the flow can do. Throws a `Refusal` if there is any and no reason is given. */
  async #checkCarriers(project: string, { flow, version }: WantedFlow, reason?: string): Promise<number> {
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

  /** Checks that every node can run the version before it is deployed. */
  async #prepareVersion({ project, flow }: FlowRef, version: string): Promise<void> {
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

  #openCollection(project: string) {
    return new Collection<Deployment>(this.#options.registry, 'deployments', project);
  }
}

function toFolderRefusal(flow: string): Refusal {
  return new Refusal('flow_from_files', `"${flow}" runs from a folder of files: change its files instead`);
}

function toAuditDetail({ version, percent = 100, at }: Wanted): AuditEntry['detail'] {
  return { version, percent, ...(at === undefined ? {} : { at }) };
}
