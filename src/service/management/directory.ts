/**
 * Where calls are led, on this node: what operators have set up, kept at hand so that a call need not wait for it.
 *
 * Owns: a copy of routes and deployments, no older than a second while the registry answers, and that the roster and the
 * quotas keep up with it. Does not own: the routes and deployments themselves.
 *
 * N1 A change reaches every node within `LOOK_MS` and a read; the node on which it was made has it at once.
 * N2 While the registry is away calls are led as they were.
 */
import { DEFAULT_PROJECT, flowVersion } from '../../call/index.ts';
import type { Clock, Destination, FlowStore, Log, Registry, Routing } from '../../engine/ports/index.ts';
import { Collection } from './collection.ts';
import { applySchedule, versionFor, versionsOf } from './deployment.ts';
import type { Deployment } from './deployment.ts';
import { KEPT_MS } from './deployments.ts';
import { RouteTable } from './route.ts';
import type { Route } from './route.ts';
import type { VersionSource } from './flow-versions.ts';
import type { Quotas } from './quotas.ts';
import type { Roster } from './roster.ts';

/** How often it is looked whether anything has changed, ms. */
const LOOK_MS = 1_000;
/** What plans and the roster are made of. */
const FOLLOWED = ['routes', 'deployments', 'projects', 'hook-tokens'];
/** How often a node says which versions it needs, ms. */
const SAY_MS = 3_600_000;

/** What is set up in a project. */
interface ProjectPlan {
  routes: RouteTable;
  /** By flow. */
  deployments: Map<string, Deployment>;
}

const NOTHING: ProjectPlan = { routes: new RouteTable([]), deployments: new Map() };

interface DirectoryOptions {
  registry: Registry;
  flows: Pick<FlowStore, 'putFlow'>;
  clock: Clock;
  log: Log;
  /** The projects of the service, read along with what is set up in them. */
  roster: Roster;
  quotas: Pick<Quotas, 'recount'>;
}

export class Directory implements Routing {
  readonly #options: DirectoryOptions;
  #plans = new Map<string, Promise<ProjectPlan>>();
  #revision = -1;
  #refreshed: Promise<void> = Promise.resolve();
  /** Project → when it was said last which versions it needs. */
  readonly #saidAt = new Map<string, number>();
  #cancel: () => void = () => undefined;
  #isStopped = false;

  constructor(options: DirectoryOptions) {
    this.#options = options;
  }

  /** Begins to look for changes. */
  start(): void {
    this.#cancel = this.#options.clock.after(LOOK_MS, () => {
      void this.#look().finally(() => {
        if (!this.#isStopped) this.start();
      });
    });
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel();
  }

  /** Looks now: for whoever has just changed something. One after another, so that what is read last is what holds (N1). */
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
    // Only now, so that calls are led as they were where a plan could not be read (N2).
    this.#plans = new Map(projects.map((project, at) => [project, Promise.resolve(plans[at] ?? NOTHING)]));
    enrol();
    this.#revision = revision;
    await quotas.recount();
  }

  async toNumber({
    project,
    takes,
    number,
    call,
  }: Parameters<Routing['toNumber']>[0]): Promise<Destination | undefined> {
    const plan = await this.#plan(project);
    const route = plan.routes.find({ number, takes, now: this.#options.clock.now() });
    if (route !== undefined)
      return this.#destination(plan, { flow: route.flow, call, params: route.params ?? {} });
    const flow = takes === 'calls' ? this.#options.roster.get(project)?.project.defaultFlow : undefined;
    return flow === undefined ? undefined : this.#destination(plan, { flow, call, params: {} });
  }

  async toFlow({ project, flow, call }: Parameters<Routing['toFlow']>[0]): Promise<Destination | undefined> {
    return this.#destination(await this.#plan(project), { flow, call, params: {} });
  }

  #destination(
    { deployments }: ProjectPlan,
    { flow, call, params }: { flow: string; call: string; params: Destination['params'] },
  ): Destination | undefined {
    const deployment = deployments.get(flow);
    if (deployment === undefined) return undefined;
    const current = applySchedule(deployment, this.#options.clock.now());
    return { flow, version: flowVersion(versionFor(current, call)), params };
  }

  /** A project that could not be read is read again by whoever asks next. */
  #plan(project: string): Promise<ProjectPlan> {
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
    for await (const { value } of routes.all()) inOrder.push(value);
    for await (const { id, value } of deployments.all()) byFlow.set(id, value);
    return { routes: new RouteTable(inOrder), deployments: byFlow };
  }

  async #look(): Promise<void> {
    const { log, clock, roster, quotas } = this.#options;
    try {
      await this.refresh();
      await quotas.recount();
      for (const project of [DEFAULT_PROJECT, ...roster.ids()]) {
        if (clock.now() - (this.#saidAt.get(project) ?? -Infinity) < SAY_MS) continue;
        await this.#keepVersions(project);
        this.#saidAt.set(project, clock.now());
      }
    } catch (error) {
      log.warn({ err: error }, 'cannot check for changes of routes and deployments');
    }
  }

  /** Whatever takes calls, now or soon, stays where nodes find it, however long nobody calls. */
  async #keepVersions(project: string): Promise<void> {
    const { registry, flows, clock } = this.#options;
    const sources = new Collection<VersionSource>(registry, 'flow-sources', project);
    const deployments = new Collection<Deployment>(registry, 'deployments', project);
    for await (const { id: flow, value } of deployments.all())
      for (const version of versionsOf(value)) {
        const source = await sources.get(`${flow}@${version}`);
        if (source !== undefined)
          await flows.putFlow(version, JSON.stringify(source.value.compiled), clock.now() + KEPT_MS);
      }
  }
}
