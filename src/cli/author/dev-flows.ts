/**
 * The flows that `dev` runs: each gets a number of its own at the emulator, and changes as its file changes.
 * Owns: which flows are in service with which number. Does not own: reading files.
 */
import type { Service } from '../../service/start.ts';
import type { Emulator } from '../../platform/emulator/http/index.ts';
import type { CompiledFlow } from '../../language/model/index.ts';

/** The first of the numbers: a range kept for fiction. */
const FIRST_NUMBER = 12025550100;

/** Result of a reload. */
export interface Put {
  deployed: CompiledFlow[];
  /** Those that cannot be; the version before, if any, stays in service. */
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

  /** Puts new and changed flows into service, each for itself: one that cannot be keeps none of the others out. */
  async put(flows: CompiledFlow[]): Promise<Put> {
    const changed = flows.filter(({ name, version }) => this.#versions.get(name) !== version);
    const put: Put = { deployed: [], refused: [] };
    for (const flow of changed) {
      try {
        await this.#deploy(flow);
        put.deployed.push(flow);
      } catch (error) {
        put.refused.push({ name: flow.name, reason: error instanceof Error ? error.message : String(error) });
      }
    }
    return put;
  }

  /** Takes flows out of service that are not among these any more; gives their names. Calls under way keep them. */
  keepOnly(flows: CompiledFlow[]): string[] {
    const kept = new Set(flows.map(({ name }) => name));
    const gone = [...this.#versions.keys()].filter((name) => !kept.has(name));
    for (const name of gone) {
      this.#versions.delete(name);
      this.#service.engine.flows.withdraw(name);
      this.#announce(name, {});
    }
    return gone;
  }

  /** Tells the emulator all numbers again, which has forgotten them in a reset. */
  announceAll(): void {
    for (const name of this.#versions.keys()) this.#announce(name, { label: name });
  }

  async #deploy(flow: CompiledFlow): Promise<void> {
    await this.#service.engine.flows.deploy(flow);
    this.#versions.set(flow.name, flow.version);
    if (!this.#numbers.has(flow.name)) this.#giveNumber(flow.name);
    this.#announce(flow.name, { label: flow.name });
  }

  #giveNumber(name: string): void {
    const number = `+${FIRST_NUMBER + this.#numbers.size}`;
    this.#numbers.set(name, number);
    this.#service.engine.flows.route(number, name);
  }

  /** Tells the emulator whose number it is; one without a label is nobody's. */
  #announce(name: string, label: { label?: string }): void {
    const number = this.#numbers.get(name);
    if (number === undefined) return;
    this.#emulator?.act((model) => {
      model.control.setNumber(number, { webhook: this.#service.hookUrl, ...label });
    });
  }
}
