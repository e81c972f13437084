/**
 * Which flow a call gets. Owns the flows now in service and the versions that calls under way still need (R7); the
 * store keeps every version that a node serves or a stored call began on, so that a call begun before a restart or on
 * another node finds its own.
 */
import { toDigits, runnable } from '../../call/index.ts';
import type { ProjectId, RunnableFlow } from '../../call/index.ts';
import type { CompiledFlow, Value } from '../../language/model/index.ts';
import { OperationalError } from '../ports/index.ts';
import type { Clock, Destination, FlowStore, Routing } from '../ports/index.ts';

/** Retention of a version after the last node reported it in service, ms, and the interval of these reports. */
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

/** The flow of a new call, with its parameters. */
export interface Start {
  flow: RunnableFlow;
  /** Values of the flow's parameters. */
  params: Record<string, Value>;
}

export class Flows {
  readonly #store: FlowStore;
  readonly #clock: Clock;
  readonly #defaultFlow: string | undefined;
  readonly #env: Record<string, string>;
  /** Number → flow, for messages. */
  readonly #messageRoutes = new Map<string, string>();
  readonly #routes = new Map<string, string>();
  readonly #inService = new Map<string, RunnableFlow>();
  /** Ready to run, or being made so. */
  readonly #versions = new Map<string, RunnableFlow | Promise<RunnableFlow>>();
  #reportedAt = -Infinity;
  #keeping: Promise<void> | undefined;

  readonly #routing: Routing | undefined;
  readonly #project: ProjectId | undefined;

  constructor({ store, clock, defaultFlow, env, routing, project }: FlowsOptions) {
    this.#store = store;
    this.#clock = clock;
    this.#defaultFlow = defaultFlow;
    this.#env = env;
    this.#routing = routing;
    this.#project = project;
  }

  /** Returns the flow for a call or a message to a number; undefined: nothing is routed there. */
  async startForNumber(wanted: Parameters<Routing['toNumber']>[0]): Promise<Start | undefined> {
    const destination = await this.#routing?.toNumber(wanted);
    if (destination !== undefined) return this.#start(destination);
    if (!this.#isOwnProject(wanted.project)) return undefined;
    const flow =
      wanted.takes === 'calls' ? this.#findForNumber(wanted.number) : this.#findForMessage(wanted.number);
    return flow && { flow, params: {} };
  }

  /** Returns the flow for a call that is placed; undefined: there is no such flow in service. */
  async startForFlow(wanted: Parameters<Routing['toFlow']>[0]): Promise<Start | undefined> {
    const destination = await this.#routing?.toFlow(wanted);
    if (destination !== undefined) return this.#start(destination);
    const flow = this.#isOwnProject(wanted.project) ? this.#inService.get(wanted.flow) : undefined;
    return flow && { flow, params: {} };
  }

  async #start({ version, params }: Destination): Promise<Start> {
    return { flow: await this.loadVersion(version), params };
  }

  #isOwnProject(project: ProjectId): boolean {
    return this.#project === undefined || this.#project === project;
  }

  /**
   * Puts a flow into service: new calls get it, calls under way keep theirs. Throws `env_missing` when a setting that
   * it declares has no value.
   */
  async deploy(flow: CompiledFlow): Promise<void> {
    this.#checkEnv(flow);
    await this.#keep(flow);
    const ready = runnable(flow, this.#env);
    this.#remember(flow.version, ready);
    this.#inService.set(flow.name, ready);
  }

  /** Tells the store, once in a while, that the flows in service are still needed; at once if it has lost them. */
  async keepInService(): Promise<void> {
    this.#keeping ??= this.#keepAll().finally(() => (this.#keeping = undefined));
    await this.#keeping;
  }

  async #keepAll(): Promise<void> {
    const now = this.#clock.now();
    if (now - this.#reportedAt < REPORT_INTERVAL_MS && (await this.#isKept())) return;
    await Promise.all([...this.#inService.values()].map(({ flow }) => this.#keep(flow)));
    this.#reportedAt = now;
  }

  /** True when the store still has the flows in service, judged by one of them. */
  async #isKept(): Promise<boolean> {
    const [first] = this.#inService.values();
    return first === undefined || (await this.#store.getFlow(first.flow.version)) !== undefined;
  }

  /** Takes a flow out of service; calls under way keep it. */
  withdraw(name: string): void {
    this.#inService.delete(name);
  }

  /** Calls to this number get this flow from now on. Numbers are compared by their digits. */
  route(number: string, flow: string): void {
    this.#routes.set(toDigits(number), flow);
  }

  /** The flow for a call to a number: the one routed to it, else the default flow, else the only one there is. */
  #findForNumber(number: string): RunnableFlow | undefined {
    const name = this.#routes.get(toDigits(number)) ?? this.#defaultFlow;
    if (name !== undefined) return this.#inService.get(name);
    const [only, ...others] = this.#inService.values();
    return others.length === 0 ? only : undefined;
  }

  /** Messages to this number begin this flow from now on. */
  routeMessages(number: string, flow: string): void {
    this.#messageRoutes.set(toDigits(number), flow);
  }

  /** The flow that messages to a number begin; there is no default, since most flows are not for that. */
  #findForMessage(number: string): RunnableFlow | undefined {
    return this.#inService.get(this.#messageRoutes.get(toDigits(number)) ?? '');
  }

  #checkEnv({ name, env }: CompiledFlow): void {
    const missing = Object.keys(env).filter((key) => env[key]?.default === undefined && !this.#env[key]);
    if (missing.length === 0) return;
    const message = `the flow "${name}" needs the environment variable${missing.length > 1 ? 's' : ''} ${missing.join(', ')}`;
    throw new OperationalError('env_missing', message, { retryable: false });
  }

  /** The version on which a call began (R7); promised where it is not at hand. Rejects with `flow_version_unknown` when no store has it. */
  loadVersion(version: string): RunnableFlow | Promise<RunnableFlow> {
    const known = this.#versions.get(version);
    if (known !== undefined) {
      // While there is room for all of them, nobody needs to know which was used last.
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
    return this.#store.putFlow(
      flow.version,
      JSON.stringify(flow),
      this.#clock.now() + RETENTION_OF_VERSION_MS,
    );
  }

  async #load(version: string): Promise<RunnableFlow> {
    const json = await this.#store.getFlow(version);
    if (json !== undefined) return runnable(JSON.parse(json) as CompiledFlow, this.#env);
    const message = `flow version ${version} is not in the store`;
    throw new OperationalError('flow_version_unknown', message, { retryable: false });
  }

  #remember(version: string, flow: RunnableFlow | Promise<RunnableFlow>): void {
    this.#versions.delete(version);
    this.#versions.set(version, flow);
    const [oldest] = this.#versions.keys();
    if (this.#versions.size > MAX_VERSIONS && oldest !== undefined) this.#versions.delete(oldest);
  }
}
