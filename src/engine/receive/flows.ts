/**
 * Finds the flow of a call. Owns the flows in service and the versions that live calls still need (R7). The store keeps every
 * version that is in service or has stored calls, so that a call finds its version after a restart and on other nodes.
 */
import { toDigits, runnable, type ProjectId, type RunnableFlow } from '../../call/index.ts';
import type { CompiledFlow, Value } from '../../language/model/index.ts';
import { refusalError, type Clock, type Destination, type FlowStore, type Routing } from '../ports/index.ts';

/** Retention of a version after the last report of a node that it is in service, ms, and the interval of these reports. */
const RETENTION_OF_VERSION_MS = 24 * 3_600_000;
const REPORT_INTERVAL_MS = 3_600_000;

/** Maximum number of versions kept ready to run beside those in service. */
const MAX_VERSIONS = 100;

interface FlowsOptions {
  store: FlowStore;
  clock: Clock;
  defaultFlow?: string;
  env: Record<string, string>;
  /** Routes and flows of operators, which take precedence over what is put into service here. */
  routing?: Routing;
  /** The project whose calls get the flows of this node; absent: every project's. */
  project?: ProjectId;
}

/** A number that leads to a flow of this node. */
interface NumberRoute {
  /** As it was given. */
  number: string;
  flow: string;
}

/** The flow of a new call, with its parameters. */
export interface Start {
  flow: RunnableFlow;
  /** Values of the flow's parameters. */
  params: Record<string, Value>;
}

export class Flows {
  readonly #options: FlowsOptions;
  /** Digits of a number → route. */
  readonly #routes = { calls: new Map<string, NumberRoute>(), messages: new Map<string, NumberRoute>() };
  readonly #inService = new Map<string, RunnableFlow>();
  /** Versions that are ready to run, or being loaded. */
  readonly #versions = new Map<string, RunnableFlow | Promise<RunnableFlow>>();
  #reportedAt = -Infinity;
  #keeping: Promise<void> | undefined;

  constructor(options: FlowsOptions) {
    this.#options = options;
  }

  /**
   * Returns the flow for a call or a message to a number: the routed one, else the default flow, else the only one in service;
   * undefined: none.
   */
  async startForNumber(wanted: Parameters<Routing['toNumber']>[0]): Promise<Start | undefined> {
    const destination = await this.#options.routing?.toNumber(wanted);
    if (destination !== undefined) return this.#start(destination);
    if (!this.#isOwnProject(wanted.project)) return undefined;
    const name = this.#findName(wanted);
    if (name !== undefined)
      return this.startForFlow({ project: wanted.project, flow: name, call: wanted.call });
    const [only, ...others] = this.#inService.values();
    const isClear = wanted.takes === 'calls' && others.length === 0;
    return isClear && only !== undefined
      ? this.startForFlow({ project: wanted.project, flow: only.flow.name, call: wanted.call })
      : undefined;
  }

  /** Returns the flow for a call that is placed; undefined: there is no such flow in service. */
  async startForFlow(wanted: Parameters<Routing['toFlow']>[0]): Promise<Start | undefined> {
    const destination = await this.#options.routing?.toFlow(wanted);
    if (destination !== undefined) return this.#start(destination);
    const flow = this.#isOwnProject(wanted.project) ? this.#inService.get(wanted.flow) : undefined;
    return flow && { flow, params: {} };
  }

  async #start({ version, params }: Destination): Promise<Start> {
    return { flow: await this.loadVersion(version), params };
  }

  #isOwnProject(project: ProjectId): boolean {
    return this.#options.project === undefined || this.#options.project === project;
  }

  /**
   * Puts a flow into service: new calls get it, live calls keep theirs. Throws `env_missing` when a declared setting has no
   * value.
   */
  async deploy(flow: CompiledFlow): Promise<void> {
    this.#checkEnv(flow);
    await this.#keep(flow);
    const ready = runnable(flow, this.#options.env);
    this.#remember(flow.version, ready);
    this.#inService.set(flow.name, ready);
  }

  /** Reports the flows in service to the store at intervals, or at once if the store has lost them. */
  async keepInService(): Promise<void> {
    this.#keeping ??= this.#keepAll().finally(() => (this.#keeping = undefined));
    await this.#keeping;
  }

  async #keepAll(): Promise<void> {
    const now = this.#options.clock.now();
    if (now - this.#reportedAt < REPORT_INTERVAL_MS && (await this.#isKept())) return;
    await Promise.all([...this.#inService.values()].map(({ flow }) => this.#keep(flow)));
    this.#reportedAt = now;
  }

  /** True when the store still has the flows in service, judged by one of them. */
  async #isKept(): Promise<boolean> {
    const [first] = this.#inService.values();
    return first === undefined || (await this.#options.store.getFlow(first.flow.version)) !== undefined;
  }

  /** Takes a flow out of service; live calls keep it. */
  withdraw(name: string): void {
    this.#inService.delete(name);
  }

  /** Routes calls to a number to a flow. Numbers are compared by their digits. */
  route(number: string, flow: string): void {
    this.#routes.calls.set(toDigits(number), { number, flow });
  }

  /** Routes messages to a number to a flow. */
  routeMessages(number: string, flow: string): void {
    this.#routes.messages.set(toDigits(number), { number, flow });
  }

  /** Routes calls to a number nowhere. */
  unroute(number: string): void {
    this.#routes.calls.delete(toDigits(number));
  }

  /** Lists the numbers that lead to flows of this node; `*`: every number without a route of its own. */
  listRoutes(): (NumberRoute & { takes: 'calls' | 'messages' })[] {
    const { calls, messages } = this.#routes;
    const { defaultFlow } = this.#options;
    return [
      ...[...calls.values()].map((route) => ({ ...route, takes: 'calls' as const })),
      ...[...messages.values()].map((route) => ({ ...route, takes: 'messages' as const })),
      ...(defaultFlow === undefined ? [] : [{ number: '*', takes: 'calls' as const, flow: defaultFlow }]),
    ];
  }

  /** Returns the name of the flow that a number leads to. Only calls have a default, since most flows do not expect a message. */
  #findName({ takes, number }: Parameters<Routing['toNumber']>[0]): string | undefined {
    const digits = toDigits(number);
    const name = this.#routes[takes].get(digits)?.flow;
    return takes === 'messages' ? name : (name ?? this.#options.defaultFlow);
  }

  #checkEnv({ name, env }: CompiledFlow): void {
    const missing = Object.keys(env).filter(
      (key) => env[key]?.default === undefined && !this.#options.env[key],
    );
    if (missing.length === 0) return;
    const variables = `environment variable${missing.length > 1 ? 's' : ''} ${missing.join(', ')}`;
    throw refusalError('env_missing', `the flow "${name}" needs the ${variables}`);
  }

  /** Returns a version; a promise when it has to be loaded. Rejects with `flow_version_unknown` when the store does not have it. */
  loadVersion(version: string): RunnableFlow | Promise<RunnableFlow> {
    const known = this.#versions.get(version);
    if (known !== undefined) {
      // While there is room for all of them, the order of use does not matter.
      if (this.#versions.size >= MAX_VERSIONS) this.#remember(version, known);
      return known;
    }
    const loading = this.#load(version);
    this.#remember(version, loading);
    loading.then(
      (flow) => this.#versions.has(version) && this.#versions.set(version, flow),
      () => this.#versions.delete(version),
    );
    return loading;
  }

  #keep(flow: CompiledFlow): Promise<void> {
    return this.#options.store.putFlow(
      flow.version,
      JSON.stringify(flow),
      this.#options.clock.now() + RETENTION_OF_VERSION_MS,
    );
  }

  async #load(version: string): Promise<RunnableFlow> {
    const json = await this.#options.store.getFlow(version);
    if (json !== undefined) return runnable(JSON.parse(json) as CompiledFlow, this.#options.env);
    throw refusalError('flow_version_unknown', `flow version ${version} is not in the store`);
  }

  #remember(version: string, flow: RunnableFlow | Promise<RunnableFlow>): void {
    this.#versions.delete(version);
    this.#versions.set(version, flow);
    const [oldest] = this.#versions.keys();
    if (this.#versions.size > MAX_VERSIONS && oldest !== undefined) this.#versions.delete(oldest);
  }
}
