/**
 * Flows that `dev` runs: each gets its own number at the emulator and is redeployed when its file changes.
 * Owns: which flows are in service with which number. Does not own: reading files.
 */
import { DEFAULT_PROJECT } from '../../call/index.ts';
import type { Service } from '../../service/start.ts';
import type { Emulator } from '../../platform/emulator/http/index.ts';
import type { FlowSources } from '../../authoring/flow-files/index.ts';
import type { CompiledFlow } from '../../language/model/index.ts';
import { describeError } from '../shared/io.ts';

/** First number, in a range reserved for fiction. */
const FIRST_NUMBER = 12025550100;

/** A flow with the version that is deployed through the API. */
interface DeployedFlow {
  name: string;
  version: string;
}

/** Result of a reload. */
export interface Put {
  deployed: CompiledFlow[];
  /** Flows whose deployment goes on taking the calls, so that their files are a draft. */
  drafts: DeployedFlow[];
  /** Flows that could not be deployed; the previous version, if any, stays in service. */
  refused: { name: string; reason: string }[];
}

export class DevFlows {
  readonly #service: Service;
  readonly #emulator: Emulator | undefined;
  readonly #versions = new Map<string, string>();
  readonly #numbers = new Map<string, string>();

  constructor(service: Service, emulator: Emulator | undefined) {
    this.#service = service;
    this.#emulator = emulator;
  }

  /** Flow → number. */
  get numbers(): ReadonlyMap<string, string> {
    return this.#numbers;
  }

  /** Puts new and changed flows into service; a flow that cannot be deployed does not affect the others. The API shows `sources`. */
  async put(flows: CompiledFlow[], sources: FlowSources = new Map()): Promise<Put> {
    const changed = flows.filter(({ name, version }) => this.#versions.get(name) !== version);
    const put: Put = { deployed: [], drafts: [], refused: [] };
    for (const flow of changed) {
      try {
        await this.#deploy(flow);
        const version = await this.#findDeployed(flow.name);
        if (version === undefined) put.deployed.push(flow);
        else put.drafts.push({ name: flow.name, version });
      } catch (error) {
        put.refused.push({ name: flow.name, reason: describeError(error) });
      }
    }
    for (const flow of flows) await this.#showInApi(flow, sources);
    return put;
  }

  /**
   * Takes the files of all other flows out of service and returns these flows, with their version if one is deployed, which
   * keeps the number. Their live calls continue.
   */
  async keepOnly(flows: CompiledFlow[]): Promise<(Pick<DeployedFlow, 'name'> & Partial<DeployedFlow>)[]> {
    const kept = new Set(flows.map(({ name }) => name));
    const gone = [...this.#versions.keys()].filter((name) => !kept.has(name));
    const removed = [];
    for (const name of gone) {
      this.#versions.delete(name);
      this.#service.engine.flows.withdraw(name);
      this.#service.held.release(name);
      const version = await this.#findDeployed(name);
      removed.push({ name, ...(version !== undefined && { version }) });
      if (version === undefined) this.#takeNumber(name);
    }
    return removed;
  }

  /** Returns the version of a flow that is deployed through the API; undefined: its files take the calls. */
  async #findDeployed(flow: string): Promise<string | undefined> {
    const deployment = await this.#service.deployments.find({ project: DEFAULT_PROJECT, flow });
    return deployment?.source === 'files' ? undefined : deployment?.live;
  }

  #takeNumber(name: string): void {
    const number = this.#numbers.get(name);
    if (number !== undefined) this.#service.engine.flows.unroute(number);
    this.#announce(name, {});
  }

  /** Registers all numbers at the emulator again, after a reset. */
  announceAll(): void {
    for (const name of this.#versions.keys()) this.#announce(name, { label: name });
  }

  /** Shows the files of a flow in the API if it is in service; they can change while the version remains the same. */
  async #showInApi(flow: CompiledFlow, sources: FlowSources): Promise<void> {
    const source = sources.get(flow.name);
    if (source !== undefined && this.#versions.get(flow.name) === flow.version)
      await this.#service.held.hold(flow, source);
  }

  async #deploy(flow: CompiledFlow): Promise<void> {
    await this.#service.engine.flows.deploy(flow);
    this.#versions.set(flow.name, flow.version);
    this.#service.engine.flows.route(this.#giveNumber(flow.name), flow.name);
    this.#announce(flow.name, { label: flow.name });
  }

  /** Returns the number of a flow, which it keeps when it is withdrawn. */
  #giveNumber(name: string): string {
    const number = this.#numbers.get(name) ?? `+${FIRST_NUMBER + this.#numbers.size}`;
    this.#numbers.set(name, number);
    return number;
  }

  /** Registers a number at the emulator; without a label it belongs to no flow. */
  #announce(name: string, label: { label?: string }): void {
    const number = this.#numbers.get(name);
    if (number === undefined) return;
    this.#emulator?.act((model) => {
      model.control.setNumber(number, { webhook: this.#service.hookUrl, ...label });
    });
  }
}
