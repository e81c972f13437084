/** Which version of each flow takes calls, changed one step at a time, each step in the audit log. */
import type { FlowStore, Registry } from '../ports/index.ts';
import type { Principal } from './access.ts';
import type { AuditLog } from './audit.ts';
import { Collection } from './collection.ts';
import { goLive, inEffect, rollBack, tryOut } from './deployment.ts';
import type { Deployment, Guard, Touch } from './deployment.ts';
import type { FlowVersions } from './flow-versions.ts';
import { Refusal } from './refusal.ts';
import { written } from './writing.ts';

/** What is wanted of a deployment. */
export interface Wanted {
  version: string;
  /** Of 100 calls; absent: all of them. 0 takes a canary back. */
  percent?: number;
  /** It takes all calls from then on, ms since the epoch. */
  at?: number;
  guard?: Guard;
}

export interface DeploymentsOptions {
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

/** So long a version that takes calls is kept for nodes to find it; each says so again in good time. */
export const KEPT_MS = 24 * 3_600_000;

export class Deployments {
  readonly #options: DeploymentsOptions;

  constructor(options: DeploymentsOptions) {
    this.#options = options;
  }

  /** As it is now, with what was scheduled for now. Throws a `Refusal`: `unknown_deployment`. */
  async get({ project, flow }: FlowRef): Promise<Deployment> {
    const found = await this.#of(project).get(flow);
    if (found === undefined) throw new Refusal('unknown_deployment', `no version of "${flow}" takes calls`);
    return inEffect(found.value, this.#options.now());
  }

  /** In the order of the flows' names. */
  async list(
    project: string,
    page: { limit: number; after?: string },
  ): Promise<(Deployment & { flow: string })[]> {
    const now = this.#options.now();
    return (await this.#of(project).list(page)).map(({ id, value }) => ({
      flow: id,
      ...inEffect(value, now),
    }));
  }

  /** Makes a version take calls: all, some of them, or all from some time on. */
  async deploy(by: Principal, ref: FlowRef, wanted: Wanted): Promise<Deployment> {
    await this.#makeReady(ref, wanted.version);
    return this.#changed(by, ref, {
      action: 'flow.deploy',
      detail: {
        version: wanted.version,
        percent: wanted.percent ?? 100,
        ...(wanted.at && { at: wanted.at }),
      },
      step: (before, touch) => stepTo(before, wanted, touch),
    });
  }

  /** Takes the last step back. Throws a `Refusal`: `unfit_rollback` when there is none. */
  async rollBack(by: Principal, ref: FlowRef, reason?: string): Promise<Deployment> {
    const before = await this.get(ref);
    const [previous] = before.history;
    if (before.canary === undefined && before.scheduled === undefined && previous !== undefined)
      await this.#makeReady(ref, previous);
    return this.#changed(by, ref, {
      action: 'flow.rollback',
      detail: reason === undefined ? {} : { reason },
      step: (now, touch) => {
        const after = now && rollBack(now, touch);
        if (after === undefined)
          throw new Refusal('unfit_rollback', `no version of "${ref.flow}" took calls before this one`);
        return after;
      },
    });
  }

  #changed(by: Principal, { project, flow }: FlowRef, { action, detail, step }: Step): Promise<Deployment> {
    const { registry, audit, now } = this.#options;
    return written(registry, async () => {
      const at = now();
      const found = await this.#of(project).get(flow);
      const result = step(found && inEffect(found.value, at), { at, by: by.id });
      const entry = audit.entry(by, { at, project, action, subject: flow, detail });
      return { changes: [this.#of(project).change(flow, found, result), entry], result };
    });
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
        'unfit_settings',
        `"${flow}" needs settings that the service has not: ${missing.join(', ')}`,
      );
    await flows.putFlow(version, JSON.stringify(compiled), now() + KEPT_MS);
  }

  #of(project: string) {
    return new Collection<Deployment>(this.#options.registry, 'deployments', project);
  }
}

interface Step {
  action: string;
  detail: Record<string, string | number | boolean>;
  step: (before: Deployment | undefined, touch: Touch) => Deployment;
}

function stepTo(
  before: Deployment | undefined,
  { version, percent = 100, at, guard }: Wanted,
  touch: Touch,
): Deployment {
  const guarded = before && guard ? { ...before, guard } : before;
  if (at !== undefined && at > touch.at) {
    if (guarded === undefined)
      throw new Refusal('unfit_schedule', 'nothing takes calls until then: deploy a version first');
    return { ...guarded, scheduled: { version, at }, changedAt: touch.at, changedBy: touch.by };
  }
  if (percent === 100) return { ...goLive(guarded, version, touch), ...(guard && { guard }) };
  if (guarded === undefined)
    throw new Refusal(
      'unfit_canary',
      'nothing takes the other calls: deploy a version for all of them first',
    );
  return tryOut(guarded, { version, percent }, touch);
}
