/** Deploys versions of flows step by step; every step is in the audit log. */
import type { Change, Registry } from '../../engine/ports/index.ts';
import { SYSTEM } from './access.ts';
import type { Principal } from './access.ts';
import type { AuditEntry, AuditLog } from './audit.ts';
import { Collection, mergePages } from './collection.ts';
import type { Kept } from './collection.ts';
import { applySchedule, isGuarded, planStep, rollBack, rollBackCanary } from './deployment.ts';
import type { Canary, Deployment, GuardedDeployment, Wanted } from './deployment.ts';
import type { FlowVersions } from './flow-versions.ts';
import type { HeldVersions } from './held-versions.ts';
import { Refusal } from './refusal.ts';
import { describeForce } from './test-results.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import type { VersionChecks } from './version-checks.ts';
import type { Origin } from './version.ts';

interface WantedTogether {
  flows: Readonly<Record<string, Wanted>>;
  /** Reason for deploying versions with failed scenarios. */
  reason?: string;
}

interface DeploymentsOptions {
  registry: Registry;
  audit: AuditLog;
  versions: Pick<FlowVersions, 'storeHeld'>;
  checks: VersionChecks;
  /** Flows that this node runs from a folder; a stored deployment takes precedence over them. */
  held: Pick<HeldVersions, 'findDeployment' | 'listDeployments'>;
  now: () => number;
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

/** A deployment as it is now. `files`: the version of the files that takes the calls again once it is withdrawn. */
type CurrentDeployment = Deployment & Origin & { files?: string };

type CurrentFlow = CurrentDeployment & FlowOfProject;

interface Step {
  one: WantedFlow;
  at: number;
  /** What the step follows where the flow runs from files. */
  fromFiles: Deployment | undefined;
}

export class Deployments {
  readonly #options: DeploymentsOptions;

  constructor(options: DeploymentsOptions) {
    this.#options = options;
  }

  /** Returns the current deployment with a due schedule applied. Throws a `Refusal`: `unknown_deployment`. */
  async get(ref: FlowRef): Promise<CurrentDeployment> {
    const found = await this.find(ref);
    if (found === undefined)
      throw new Refusal('unknown_deployment', `no version of "${ref.flow}" takes calls`);
    return found;
  }

  /** Returns the current deployment; undefined if no version takes calls. */
  async find(ref: FlowRef): Promise<CurrentDeployment | undefined> {
    const { project, flow } = ref;
    const found = await this.#openCollection(project).get(flow);
    if (found === undefined) return this.#options.held.findDeployment(project, flow);
    return this.#toCurrent(ref, found.value);
  }

  /** Applies a due schedule, and names the version of the files that a deployment replaces. */
  #toCurrent({ project, flow }: FlowRef, deployment: Deployment): CurrentDeployment {
    const files = this.#options.held.findDeployment(project, flow)?.live;
    return { ...applySchedule(deployment, this.#options.now()), ...(files !== undefined && { files }) };
  }

  /** Lists the deployments of all flows or of one, ordered by flow name. */
  async list(
    project: string,
    { flow, ...page }: { limit: number; after?: string; flow?: string },
  ): Promise<CurrentFlow[]> {
    if (flow !== undefined) {
      const found = await this.find({ project, flow });
      return found === undefined ? [] : [{ flow, ...found }];
    }
    const stored = (await this.#openCollection(project).list(page)).map(({ id, value }): CurrentFlow => ({
      flow: id,
      ...this.#toCurrent({ project, flow: id }, value),
    }));
    return mergePages(stored, this.#options.held.listDeployments(project), { ...page, cursor: 'flow' });
  }

  /**
   * Deploys versions: live, as a canary, or scheduled. Several flows change in one transaction. Throws a `Refusal`:
   * `tests_failed` if scenarios failed and no reason is given, `carrier_lacks` if no carrier of a route can run the flow and
   * no reason is given, `missing_settings`, `invalid_canary`, `invalid_schedule`. Where a flow runs from files until then,
   * the version of its files becomes the live one, and the step follows it.
   */
  async deploy(by: Principal, project: string, { flows, reason }: WantedTogether): Promise<CurrentFlow[]> {
    const wanted = Object.entries(flows).map(([flow, one]) => ({ ...one, flow }));
    const failing = new Map<string, number>();
    const lacking = new Map<string, number>();
    const fromFiles = new Map<string, Deployment | undefined>();
    for (const one of wanted) {
      failing.set(one.flow, await this.#options.checks.countFailures(project, one, reason));
      lacking.set(one.flow, await this.#options.checks.countLacks(project, one, reason));
      fromFiles.set(one.flow, await this.#prepareStep(by, project, one));
    }
    const { registry, audit, now } = this.#options;
    return retryOnConflict(registry, async () => {
      const at = now();
      const steps = await Promise.all(
        wanted.map((one) => this.#applyStep(by, project, { one, at, fromFiles: fromFiles.get(one.flow) })),
      );
      const entries = wanted.map((one) => {
        const forced = describeForce(failing.get(one.flow), reason);
        const lacks = lacking.get(one.flow) ?? 0;
        const overridden = lacks > 0 && reason !== undefined ? { lacks, reason } : {};
        const detail = { ...toAuditDetail(one), ...forced, ...overridden };
        return audit.entry(by, { at, project, action: 'flow.deploy', subject: one.flow, detail });
      });
      const changes = [...steps.flatMap((step) => step.changes), ...entries];
      const result = steps.map(({ flow, deployment }) => ({
        flow,
        ...this.#toCurrent({ project, flow }, deployment),
      }));
      return { changes, result };
    });
  }

  /** Prepares the versions of a step; returns the deployment that it follows where the flow runs from files. */
  async #prepareStep(
    by: Principal,
    project: string,
    { flow, version }: WantedFlow,
  ): Promise<Deployment | undefined> {
    const current = await this.find({ project, flow });
    const fromFiles = current?.source === 'files' ? toStepwise(current) : undefined;
    const { versions, checks, now } = this.#options;
    for (const used of new Set([fromFiles?.live ?? version, version])) {
      await versions.storeHeld(by, project, { flow, version: used, at: now() });
      await checks.prepare({ project, flow }, used);
    }
    return fromFiles;
  }

  async #applyStep({ id: by }: Principal, project: string, { one, at, fromFiles }: Step) {
    const { flow } = one;
    const found = await this.#openCollection(project).get(flow);
    const before = found === undefined ? fromFiles : applySchedule(found.value, at);
    const deployment = planStep(before, one, { at, by });
    return { flow, deployment, changes: await this.#toChanges({ project, flow }, found, deployment) };
  }

  /** Rolls back the last step. Throws a `Refusal`: `no_previous_version` if there is none, `flow_from_files`. */
  async rollBack(by: Principal, ref: FlowRef, reason?: string): Promise<CurrentDeployment> {
    const before = await this.get(ref);
    if (before.source === 'files') throw toFolderRefusal(ref.flow);
    const [previous] = before.history;
    if (before.canary === undefined && before.scheduled === undefined && previous !== undefined)
      await this.#options.checks.prepare(ref, previous);
    const { project, flow } = ref;
    const { registry, audit, now } = this.#options;
    return retryOnConflict(registry, async () => {
      const at = now();
      const found = await this.#openCollection(project).get(flow);
      const result = found && rollBack(applySchedule(found.value, at), { at, by: by.id });
      if (result === undefined) throw new Refusal('no_previous_version', `"${flow}" has no previous version`);
      const detail = reason === undefined ? {} : { reason };
      const entry = audit.entry(by, { at, project, action: 'flow.rollback', subject: flow, detail });
      const changes = [...(await this.#toChanges(ref, found, result)), entry];
      return { changes, result: this.#toCurrent(ref, result) };
    });
  }

  /**
   * Removes the deployment: no version takes the calls of the flow any more, or that of its files does again. Throws a `Refusal`:
   * `unknown_deployment`, `flow_from_files`.
   */
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

  #openCollection(project: string) {
    return new Collection<Deployment>(this.#options.registry, 'deployments', project);
  }
}

function toFolderRefusal(flow: string): Refusal {
  return new Refusal('flow_from_files', `"${flow}" runs from a folder of files: change its files instead`);
}

/** Returns the deployment with which steps begin where a flow ran from files. */
function toStepwise({ live, changedAt, changedBy }: Deployment): Deployment {
  return { ...(live !== undefined && { live }), history: [], changedAt, changedBy };
}

function toAuditDetail({ version, percent = 100, at }: Wanted): AuditEntry['detail'] {
  return { version, percent, ...(at === undefined ? {} : { at }) };
}
