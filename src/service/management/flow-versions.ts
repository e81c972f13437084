/** The versions of flows that were handed in, each with the text that it was made from. A version never changes. */
import type { CompiledFlow } from '../../language/model/index.ts';
import type { Registry } from '../../engine/ports/index.ts';
import type { Principal } from './access.ts';
import type { AuditLog } from './audit.ts';
import { Collection } from './collection.ts';
import { Refusal } from './refusal.ts';
import { countFailures, forced } from './test-results.ts';
import type { KeptTests, NewTests } from './test-results.ts';
import { retryOnConflict } from './writing.ts';

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

/** A version as it is handed in. */
export interface NewVersion extends Pick<VersionInfo, 'flow' | 'version' | 'file' | 'steps'> {
  /** JSON of its `VersionSource`: it can be large, and is written by whoever has compiled it. */
  source: string;
  /** Absent: there are no scenarios about it. */
  tests?: NewTests;
}

/** Versions that are handed in together. */
interface HandedIn {
  versions: readonly NewVersion[];
  at: number;
  /** Why they are kept though scenarios fail. */
  reason?: string;
}

/** All that is kept of a version. */
export interface VersionSource {
  files: Record<string, string>;
  compiled: CompiledFlow;
}

/** What became of versions that were handed in. */
interface PutVersions {
  versions: VersionInfo[];
  /** Those that were not kept before. */
  added: string[];
}

interface Handing {
  one: NewVersion;
  at: number;
  reason: string | undefined;
}

/** A write of so many versions takes the store a few milliseconds. */
const WRITTEN_AT_ONCE = 8;

interface FlowVersionsOptions {
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

  /**
   * Keeps what is not kept yet; gives all of them, in the order given, with what is new. They are written a few at a
   * time, so that many do not keep the store from calls; a version takes no calls by being kept.
   */
  async put(by: Principal, project: string, handedIn: HandedIn): Promise<PutVersions> {
    const put: PutVersions = { versions: [], added: [] };
    for (let from = 0; from < handedIn.versions.length; from += WRITTEN_AT_ONCE) {
      const versions = handedIn.versions.slice(from, from + WRITTEN_AT_ONCE);
      const written = await this.#putSome(by, project, { ...handedIn, versions });
      put.versions.push(...written.versions);
      put.added.push(...written.added);
    }
    return put;
  }

  #putSome(by: Principal, project: string, { versions, at, reason }: HandedIn): Promise<PutVersions> {
    return retryOnConflict(this.#registry, async () => {
      const { known, infos } = await this.#toVersionInfos(by, project, { versions, at });
      const tested = await Promise.all(
        versions.map((one) => this.#testsPut(by, project, { one, at, reason })),
      );
      const changes = versions.flatMap((one, place) => {
        const info = infos[place];
        const isNew = known[place] === undefined && info !== undefined;
        const tests = tested[place];
        if (!isNew && tests === undefined) return [];
        const id = idOf(one.flow, one.version);
        return [
          ...(isNew ? [this.#infos(project).change(id, undefined, info)] : []),
          ...(isNew ? [{ kind: this.#sources(project).kind, id, was: 0, json: one.source }] : []),
          ...(tests === undefined ? [] : [tests]),
          this.#entry(by, project, { one, at, reason }),
        ];
      });
      return { changes, result: { versions: infos, added: listAdded(infos, known) } };
    });
  }

  /** What `put` would give, with nothing kept. */
  async preview(by: Principal, project: string, handedIn: HandedIn): Promise<PutVersions> {
    const { infos, known } = await this.#toVersionInfos(by, project, handedIn);
    return { versions: infos, added: listAdded(infos, known) };
  }

  /** What the scenarios of a version came to when they were run last; undefined: there were none. */
  async tests(project: string, flow: string, version: string): Promise<KeptTests | undefined> {
    return (await this.#tests(project).get(idOf(flow, version)))?.value;
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

  async #toVersionInfos(by: Principal, project: string, { versions, at }: HandedIn) {
    const known = await Promise.all(
      versions.map(({ flow, version }) => this.#infos(project).get(idOf(flow, version))),
    );
    return { known, infos: versions.map((one, place) => known[place]?.value ?? toVersionInfo(one, by, at)) };
  }

  /** Undefined where they came to the same before. */
  async #testsPut({ id: by }: Principal, project: string, { one, at, reason }: Handing) {
    if (one.tests === undefined) return undefined;
    const id = idOf(one.flow, one.version);
    const found = await this.#tests(project).get(id);
    const { reason: why } = forced(countFailures(one.tests.results), reason);
    const value = { ...one.tests, at, by, ...(why !== undefined && { reason: why }) };
    const isSame = JSON.stringify({ ...found?.value, at, by }) === JSON.stringify({ ...value, at, by });
    return isSame ? undefined : this.#tests(project).change(id, found, value);
  }

  #entry(by: Principal, project: string, { one, at, reason }: Handing) {
    const { flow, version, tests } = one;
    const detail = { version, ...forced(tests && countFailures(tests.results), reason) };
    return this.#audit.entry(by, { at, project, action: 'flow.put', subject: flow, detail });
  }

  #infos(project: string) {
    return new Collection<VersionInfo>(this.#registry, 'flow-versions', project);
  }

  #tests(project: string) {
    return new Collection<KeptTests>(this.#registry, 'flow-tests', project);
  }

  #sources(project: string) {
    return new Collection<VersionSource>(this.#registry, 'flow-sources', project);
  }
}

function idOf(flow: string, version: string): string {
  return `${flow}@${version}`;
}

function toVersionInfo(
  { flow, version, file, steps }: NewVersion,
  { id: createdBy }: Principal,
  createdAt: number,
): VersionInfo {
  return { flow, version, file, steps, createdAt, createdBy };
}

function listAdded(infos: readonly VersionInfo[], known: readonly unknown[]): string[] {
  return infos.filter((_info, place) => known[place] === undefined).map(({ version }) => version);
}
