/** The versions of flows that were handed in, each with the text that it was made from. A version never changes. */
import type { CompiledFlow } from '../flow/index.ts';
import type { Registry } from '../ports/index.ts';
import type { Principal } from './access.ts';
import type { AuditLog } from './audit.ts';
import type { BundledFlow } from './bundle.ts';
import { Collection } from './collection.ts';
import { Refusal } from './refusal.ts';
import { written } from './writing.ts';

/** What is told of a version. */
export interface VersionInfo {
  flow: string;
  /** The content hash of its compiled form. */
  version: string;
  /** Its file in the bundle. */
  file: string;
  steps: number;
  /** When and by whom it was handed in first, ms since the epoch. */
  createdAt: number;
  createdBy: string;
}

/** All that is kept of a version. */
export interface VersionSource {
  files: Record<string, string>;
  compiled: CompiledFlow;
}

export interface FlowVersionsOptions {
  registry: Registry;
  audit: AuditLog;
}

export class FlowVersions {
  readonly #registry: Registry;
  readonly #audit: AuditLog;

  constructor({ registry, audit }: FlowVersionsOptions) {
    this.#registry = registry;
    this.#audit = audit;
  }

  /** Keeps what is not kept yet; gives all of them, in the order given, with what is new. */
  put(
    by: Principal,
    project: string,
    { flows, at }: { flows: readonly BundledFlow[]; at: number },
  ): Promise<{ versions: VersionInfo[]; added: string[] }> {
    return written(this.#registry, async () => {
      const known = await Promise.all(
        flows.map(({ flow }) => this.#infos(project).get(idOf(flow.name, flow.version))),
      );
      const versions = flows.map((one, at_) => known[at_]?.value ?? infoOf(one, by, at));
      const fresh = flows.filter((_flow, place) => known[place] === undefined);
      const changes = fresh.flatMap((one) => {
        const id = idOf(one.flow.name, one.flow.version);
        return [
          this.#infos(project).change(id, undefined, infoOf(one, by, at)),
          this.#sources(project).change(id, undefined, { files: one.files, compiled: one.flow }),
          this.#audit.entry(by, {
            at,
            project,
            action: 'flow.put',
            subject: one.flow.name,
            detail: { version: one.flow.version },
          }),
        ];
      });
      return { changes, result: { versions, added: fresh.map(({ flow }) => flow.version) } };
    });
  }

  /** Of one flow or of all, in the order of names and versions, with the cursor of each. */
  async list(
    project: string,
    { limit, after = '', flow }: { limit: number; after?: string; flow?: string },
  ): Promise<(VersionInfo & { cursor: string })[]> {
    const from = flow !== undefined && after < `${flow}@` ? `${flow}@` : after;
    const page = await this.#infos(project).list({ limit, after: from });
    const listed = page.map(({ id, value }) => ({ ...value, cursor: id }));
    return flow === undefined ? listed : listed.filter((one) => one.flow === flow);
  }

  /** Throws a `Refusal`: `unknown_version`. */
  async get(project: string, flow: string, version: string): Promise<VersionInfo & VersionSource> {
    const id = idOf(flow, version);
    const [info, source] = await Promise.all([this.#infos(project).get(id), this.#sources(project).get(id)]);
    if (info === undefined || source === undefined)
      throw new Refusal('unknown_version', `there is no version ${version} of a flow "${flow}"`);
    return { ...info.value, ...source.value };
  }

  #infos(project: string) {
    return new Collection<VersionInfo>(this.#registry, 'flow-versions', project);
  }

  #sources(project: string) {
    return new Collection<VersionSource>(this.#registry, 'flow-sources', project);
  }
}

function idOf(flow: string, version: string): string {
  return `${flow}@${version}`;
}

function infoOf({ flow, file }: BundledFlow, { id: createdBy }: Principal, createdAt: number): VersionInfo {
  const { name, version } = flow;
  return { flow: name, version, file, steps: Object.keys(flow.steps).length, createdAt, createdBy };
}
