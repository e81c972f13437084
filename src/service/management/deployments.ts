/** Which version of each flow takes calls, changed one step at a time, each step in the audit log. */
import type { Change, FlowStore, Registry } from '../../engine/ports/index.ts';
import { SYSTEM } from './access.ts';
import type { Principal } from './access.ts';
import type { AuditLog } from './audit.ts';
import { Collection } from './collection.ts';
import type { Kept } from './collection.ts';
import { goLive, applySchedule, rollBack, takeBack, tryOut } from './deployment.ts';
import type { Canary, Deployment, Guard, Touch } from './deployment.ts';
import type { FlowVersions } from './flow-versions.ts';
import { Refusal } from './refusal.ts';
import { countFailures, renderFailures, forced } from './test-results.ts';
import { retryOnConflict } from './writing.ts';

/** What is wanted of a deployment. */
export interface Wanted {
  version: string;
  /** Of 100 calls; absent: all of them. 0 takes a canary back. */
  percent?: number;
  /** It takes all calls from then on, ms since the epoch. */
  at?: number;
  guard?: Guard;
}

/** What is wanted of several flows, by name. */
interface WantedTogether {
  flows: Readonly<Record<string, Wanted>>;
  /** Why versions are put into service of which scenarios fail. */
  reason?: string;
}

interface DeploymentsOptions {
  registry: Registry;
  audit: AuditLog;
  versions: FlowVersions;
  /** Where nodes find a version when a call begins. */
  flows: Pick<FlowStore, 'putFlow'>;
  now: () => number;
  /** The settings of the service, which flows declare under `env`. */
  env: Record<string, string>;
}

/** Whose flow it is. */
export interface FlowRef {
  project: string;
  flow: string;
}

/** A deployment with a canary that is watched. */
export type GuardedDeployment = Deployment & Required<Pick<Deployment, 'canary' | 'guard'>>;

interface FlowOfProject {
  flow: string;
}

type WantedFlow = Wanted & FlowOfProject;

/** A deployment with the flow that it is of. */
type DeployedFlow = Deployment & FlowOfProject;

/** So long a version that takes calls is kept for nodes to find it; each says so again in good time. */
export const KEPT_MS = 24 * 3_600_000;

export class Deployments {
  readonly #options: DeploymentsOptions;

  constructor(options: DeploymentsOptions) {
    this.#options = options;
  }

  /** As it is now, with what was scheduled for now. Throws a `Refusal`: `unknown_deployment`. */
  async get(ref: FlowRef): Promise<Deployment> {
    const found = await this.find(ref);
    if (found === undefined)
      throw new Refusal('unknown_deployment', `no version of "${ref.flow}" takes calls`);
    return found;
  }

  /** The same; undefined where no version takes calls. */
  async find({ project, flow }: FlowRef): Promise<Deployment | undefined> {
    const found = await this.#of(project).get(flow);
    return found && applySchedule(found.value, this.#options.now());
  }

  /** In the order of the flows' names. */
  async list(project: string, page: { limit: number; after?: string }): Promise<DeployedFlow[]> {
    const now = this.#options.now();
    return (await this.#of(project).list(page)).map(({ id, value }) => ({
      flow: id,
      ...applySchedule(value, now),
    }));
  }

  /**
   * Makes versions take calls: all, some of them, or all from some time on. Of several flows all do, from the same moment
   * on, or none. Throws a `Refusal`: `tests_failed` where scenarios of a version fail and no reason is given,
   * `missing_settings`, `invalid_canary`, `invalid_schedule`.
   */
  async deploy(by: Principal, project: string, { flows, reason }: WantedTogether): Promise<DeployedFlow[]> {
    const wanted = Object.entries(flows).map(([flow, one]) => ({ ...one, flow }));
    const failing = new Map<string, number>();
    for (const one of wanted) {
      failing.set(one.flow, await this.#failures(project, one, reason));
      await this.#makeReady({ project, flow: one.flow }, one.version);
    }
    const { registry, audit, now } = this.#options;
    return retryOnConflict(registry, async () => {
      const at = now();
      const steps = await Promise.all(wanted.map((one) => this.#step(by, project, { one, at })));
      const entries = wanted.map((one) => {
        const detail = { ...detailOf(one), ...forced(failing.get(one.flow), reason) };
        return audit.entry(by, { at, project, action: 'flow.deploy', subject: one.flow, detail });
      });
      const changes = [...steps.flatMap((step) => step.changes), ...entries];
      return { changes, result: steps.map(({ result }) => result) };
    });
  }

  async #step({ id: by }: Principal, project: string, { one, at }: { one: WantedFlow; at: number }) {
    const { flow } = one;
    const found = await this.#of(project).get(flow);
    const deployment = stepTo(found && applySchedule(found.value, at), one, { at, by });
    const changes = await this.#change({ project, flow }, found, deployment);
    return { changes, result: { flow, ...deployment } };
  }

  /** Takes the last step back. Throws a `Refusal`: `no_previous_version` when there is none. */
  async rollBack(by: Principal, ref: FlowRef, reason?: string): Promise<Deployment> {
    const before = await this.get(ref);
    const [previous] = before.history;
    if (before.canary === undefined && before.scheduled === undefined && previous !== undefined)
      await this.#makeReady(ref, previous);
    return this.#applyChange(by, ref, {
      action: 'flow.rollback',
      detail: reason === undefined ? {} : { reason },
      step: (now, touch) => {
        const after = now && rollBack(now, touch);
        if (after === undefined)
          throw new Refusal('no_previous_version', `"${ref.flow}" has no previous version`);
        return after;
      },
    });
  }

  /**
   * Gives up a canary that does worse than its guard allows, once, whichever nodes find that out. Undefined when it is
   * not tried any more, or was shifted since.
   */
  async takeBack(
    { project, flow }: FlowRef,
    canary: Canary,
    { reason, ...figures }: { reason: string } & Record<string, string | number>,
  ): Promise<Deployment | undefined> {
    const { registry, audit, now } = this.#options;
    return retryOnConflict(registry, async () => {
      const at = now();
      const found = await this.#of(project).get(flow);
      const result = found && takeBack(applySchedule(found.value, at), canary, { at, by: SYSTEM.id, reason });
      if (result === undefined) return { changes: [], result };
      const detail = { version: canary.version, percent: canary.percent, reason, ...figures };
      const entry = audit.entry(SYSTEM, { at, project, action: 'flow.rollback', subject: flow, detail });
      return { changes: [...(await this.#change({ project, flow }, found, result)), entry], result };
    });
  }

  /** Canaries that have a guard, a page at a time, with the deployments that they are part of. */
  async *toGuarded(): AsyncGenerator<FlowRef & { deployment: GuardedDeployment }> {
    for await (const kept of this.#toGuarded.all()) {
      const { project, flow } = kept.value;
      const found = await this.#of(project).get(flow);
      const deployment = found && applySchedule(found.value, this.#options.now());
      if (deployment !== undefined && isGuarded(deployment)) yield { project, flow, deployment };
      // Only what is still as it was read: whoever guards it anew meanwhile makes this a conflict.
      else await this.#options.registry.write([this.#toGuarded.removal(kept)]);
    }
  }

  #applyChange(
    by: Principal,
    { project, flow }: FlowRef,
    { action, detail, step }: Step,
  ): Promise<Deployment> {
    const { registry, audit, now } = this.#options;
    return retryOnConflict(registry, async () => {
      const at = now();
      const found = await this.#of(project).get(flow);
      const result = step(found && applySchedule(found.value, at), { at, by: by.id });
      const entry = audit.entry(by, { at, project, action, subject: flow, detail });
      return { changes: [...(await this.#change({ project, flow }, found, result)), entry], result };
    });
  }

  /** For a write: the deployment, and its place among those that are watched. */
  async #change(
    { project, flow }: FlowRef,
    found: Kept<Deployment> | undefined,
    result: Deployment,
  ): Promise<Change[]> {
    const change = this.#of(project).change(flow, found, result);
    const id = `${project}/${flow}`;
    const kept = await this.#toGuarded.get(id);
    if (isGuarded(result)) return [change, this.#toGuarded.change(id, kept, { project, flow })];
    return [change, ...(kept === undefined ? [] : [this.#toGuarded.removal(kept)])];
  }

  get #toGuarded() {
    return new Collection<FlowRef>(this.#options.registry, 'guarded-deployments');
  }

  /** How many of the scenarios of a version fail. Throws a `Refusal` where some do, and there is no reason to go on. */
  async #failures(
    project: string,
    { flow, version }: WantedFlow,
    reason: string | undefined,
  ): Promise<number> {
    const tests = await this.#options.versions.tests(project, flow, version);
    const failing = tests === undefined ? 0 : countFailures(tests.results);
    if (tests === undefined || failing === 0 || reason !== undefined) return failing;
    throw new Refusal('tests_failed', `"${flow}": ${renderFailures(tests.results)}`);
  }

  /** A version goes into service only where every node can run it. */
  async #makeReady({ project, flow }: FlowRef, version: string): Promise<void> {
    const { versions, flows, now, env } = this.#options;
    const { compiled } = await versions.get(project, flow, version);
    const missing = Object.keys(compiled.env).filter(
      (name) => compiled.env[name]?.default === undefined && !env[name],
    );
    if (missing.length > 0)
      throw new Refusal(
        'missing_settings',
        `"${flow}" needs settings that the service does not have: ${missing.join(', ')}`,
      );
    await flows.putFlow(version, JSON.stringify(compiled), now() + KEPT_MS);
  }

  #of(project: string) {
    return new Collection<Deployment>(this.#options.registry, 'deployments', project);
  }
}

function isGuarded(deployment: Deployment): deployment is GuardedDeployment {
  return deployment.canary !== undefined && deployment.guard !== undefined;
}

interface Step {
  action: string;
  detail: Record<string, string | number | boolean>;
  step: (before: Deployment | undefined, touch: Touch) => Deployment;
}

function detailOf({ version, percent = 100, at }: Wanted): Step['detail'] {
  return { version, percent, ...(at === undefined ? {} : { at }) };
}

function stepTo(
  before: Deployment | undefined,
  { version, percent = 100, at, guard }: Wanted,
  touch: Touch,
): Deployment {
  const guarded = before && guard ? { ...before, guard } : before;
  if (at !== undefined && at > touch.at) {
    if (guarded === undefined)
      throw new Refusal('invalid_schedule', 'no version takes calls until then: deploy a version first');
    return { ...guarded, scheduled: { version, at }, changedAt: touch.at, changedBy: touch.by };
  }
  if (percent === 100) return { ...goLive(guarded, version, touch), ...(guard && { guard }) };
  if (guarded === undefined)
    throw new Refusal(
      'invalid_canary',
      'no version takes the other calls: deploy a version for all calls first',
    );
  return tryOut(guarded, { version, percent }, touch);
}
