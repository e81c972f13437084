/**
 * The directory: routes and deployments, cached on this node so that calls need not wait for them.
 *
 * Owns: a copy of routes and deployments, at most a second old while the registry answers; also refreshes the roster and the
 * quotas. Does not own: the routes and deployments themselves.
 *
 * DIRECTORY-1 A change reaches every node within `LOOK_MS` and a read; the node that made it has it at once.
 * DIRECTORY-2 While the registry is unavailable, calls are routed as before.
 */
import { DEFAULT_PROJECT, flowVersion } from '../../call/index.ts';
import type { Clock, Destination, FlowStore, Log, Registry, Routing } from '../../engine/ports/index.ts';
import { Collection } from './collection.ts';
import { applySchedule, chooseVersion, listVersions } from './deployment.ts';
import type { Deployment } from './deployment.ts';
import type { HeldVersions } from './held-versions.ts';
import { RouteTable } from './route.ts';
import type { Route } from './route.ts';
import type { VersionSource } from './version.ts';
import { RETENTION_MS } from './version-checks.ts';
import type { Quotas } from './quotas.ts';
import type { Roster } from './roster.ts';

/** Poll interval for changes, ms. */
const LOOK_MS = 1_000;
/** Collections that are watched for changes. */
const FOLLOWED = ['routes', 'deployments', 'projects', 'hook-tokens'];
/** Interval at which a node renews the versions that it needs, ms. */
const RENEW_MS = 3_600_000;

interface ProjectPlan {
  routes: RouteTable;
  /** Deployments by flow. */
  deployments: Map<string, Deployment>;
}

const NOTHING: ProjectPlan = { routes: new RouteTable([]), deployments: new Map() };

interface DirectoryOptions {
  registry: Registry;
  flows: Pick<FlowStore, 'putFlow'>;
  clock: Clock;
  log: Log;
  /** The roster, which is refreshed together with the plans. */
  roster: Roster;
  quotas: Pick<Quotas, 'recount'>;
  /** Flows that this node runs from a folder; a stored deployment takes precedence over them. */
  held: Pick<HeldVersions, 'findDeployment'>;
}

export class Directory implements Routing {
  readonly #options: DirectoryOptions;
  #plans = new Map<string, Promise<ProjectPlan>>();
  #revision = -1;
  #refreshed: Promise<void> = Promise.resolve();
  /** Project → time of the last renewal of its versions. */
  readonly #renewedAt = new Map<string, number>();
  #cancel: () => void = () => undefined;
  #isStopped = false;

  constructor(options: DirectoryOptions) {
    this.#options = options;
  }

  /** Starts polling. */
  start(): void {
    this.#cancel = this.#options.clock.after(LOOK_MS, () => {
      void this.#poll().finally(() => {
        if (!this.#isStopped) this.start();
      });
    });
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel();
  }

  /** Refreshes now, after a change. Refreshes run one after another, so the last read wins (DIRECTORY-1). */
  refresh(): Promise<void> {
    const refreshed = this.#refreshed.then(() => this.#refresh());
    this.#refreshed = refreshed.catch(() => undefined);
    return refreshed;
  }

  async #refresh(): Promise<void> {
    const revision = await this.#options.registry.revision(FOLLOWED);
    if (revision === this.#revision) return;
    const { roster, quotas } = this.#options;
    const projects = [...this.#plans.keys()];
    const enrol = await roster.read();
    const plans = await Promise.all(projects.map((project) => this.#read(project)));
    // Applied only after all plans were read, so calls are routed as before if one fails (DIRECTORY-2).
    this.#plans = new Map(projects.map((project, at) => [project, Promise.resolve(plans[at] ?? NOTHING)]));
    enrol();
    this.#revision = revision;
    await quotas.recount();
  }

  async toNumber({
    project,
    takes,
    number,
    carrier,
    call,
  }: Parameters<Routing['toNumber']>[0]): Promise<Destination | undefined> {
    const plan = await this.#findPlan(project);
    const route = plan.routes.find({ number, takes, carrier, now: this.#options.clock.now() });
    if (route !== undefined)
      return this.#toDestination(plan, { project, flow: route.flow, call, params: route.params ?? {} });
    const flow = takes === 'calls' ? this.#options.roster.get(project)?.project.defaultFlow : undefined;
    return flow === undefined ? undefined : this.#toDestination(plan, { project, flow, call, params: {} });
  }

  async toFlow({ project, flow, call }: Parameters<Routing['toFlow']>[0]): Promise<Destination | undefined> {
    return this.#toDestination(await this.#findPlan(project), { project, flow, call, params: {} });
  }

  #toDestination(
    { deployments }: ProjectPlan,
    { project, flow, call, params }: Omit<Destination, 'version'> & { project: string; call: string },
  ): Destination | undefined {
    const deployment = deployments.get(flow) ?? this.#options.held.findDeployment(project, flow);
    const current = deployment && applySchedule(deployment, this.#options.clock.now());
    const version = current && chooseVersion(current, call);
    return version === undefined ? undefined : { flow, version: flowVersion(version), params };
  }

  /** Reads the plan of a project; after a failure the next caller retries. */
  #findPlan(project: string): Promise<ProjectPlan> {
    const known = this.#plans.get(project);
    if (known !== undefined) return known;
    const plans = this.#plans;
    const reading = this.#read(project);
    plans.set(project, reading);
    reading.catch(() => plans.delete(project));
    return reading;
  }

  async #read(project: string): Promise<ProjectPlan> {
    const { registry } = this.#options;
    const routes = new Collection<Route>(registry, 'routes', project);
    const deployments = new Collection<Deployment>(registry, 'deployments', project);
    const inOrder: Route[] = [];
    const byFlow = new Map<string, Deployment>();
    for await (const { value } of routes.iterate()) inOrder.push(value);
    for await (const { id, value } of deployments.iterate()) byFlow.set(id, value);
    return { routes: new RouteTable(inOrder), deployments: byFlow };
  }

  async #poll(): Promise<void> {
    const { log, clock, roster, quotas } = this.#options;
    try {
      await this.refresh();
      await quotas.recount();
      for (const project of [DEFAULT_PROJECT, ...roster.listIds()]) {
        if (clock.now() - (this.#renewedAt.get(project) ?? -Infinity) < RENEW_MS) continue;
        await this.#renewVersions(project);
        this.#renewedAt.set(project, clock.now());
      }
    } catch (error) {
      log.warn({ err: error }, 'cannot check for changes of routes and deployments');
    }
  }

  /** Renews the versions that take calls now or later, however rarely they are called. */
  async #renewVersions(project: string): Promise<void> {
    const { registry, flows, clock } = this.#options;
    const sources = new Collection<VersionSource>(registry, 'flow-sources', project);
    const deployments = new Collection<Deployment>(registry, 'deployments', project);
    for await (const { id: flow, value } of deployments.iterate())
      for (const version of listVersions(value)) {
        const source = await sources.get(`${flow}@${version}`);
        if (source !== undefined)
          await flows.putFlow(version, JSON.stringify(source.value.compiled), clock.now() + RETENTION_MS);
      }
  }
}
