/**
 * Documents that are not among the files. Each is a flow of its own: the one that the answers name, or one that is to be written.
 * What a program makes, such as `menu.php`, is such a document only if the answers say so.
 */
import { createMissingFlow } from '../project/index.ts';
import type { Place, Project, TranslatedFlow } from '../project/index.ts';
import { toFlowName } from './names.ts';

export class Elsewhere {
  readonly #project: Project;
  /** Names of the flows of the project. */
  readonly #taken: Set<string>;
  readonly #missing = new Map<string, string>();

  constructor(project: Project, taken: Iterable<string>) {
    this.#project = project;
    this.#taken = new Set(taken);
  }

  /** Returns the flow of a document; undefined for an address at which a program makes documents. */
  find(address: string, place: Place): string | undefined {
    const isFile = /^[^?]*\.(vxml|xml)(#.*)?$/i.test(address);
    if (!isFile && !Object.hasOwn(this.#project.answers.flows, address)) return undefined;
    return this.#project.findFlow(address, place) ?? this.#missing.get(address) ?? this.#name(address);
  }

  #name(address: string): string {
    const [path = '', dialog = ''] = address.split('#', 2);
    const base = toFlowName(dialog === '' ? path : `${toFlowName(path)}-${dialog}`);
    let name = base;
    for (let count = 2; this.#taken.has(name); count += 1) name = `${base}-${count}`;
    this.#taken.add(name);
    this.#missing.set(address, name);
    return name;
  }

  /** Makes the flows that are to be written. */
  makeFlows(): TranslatedFlow[] {
    return [...this.#missing.values()].map(createMissingFlow);
  }
}
