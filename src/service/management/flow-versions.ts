/**
 * Stores uploaded versions of flows with their sources, and reads them together with those that this node holds. A version is
 * immutable.
 */
import type { Registry } from '../../engine/ports/index.ts';
import type { Principal } from './access.ts';
import type { AuditLog } from './audit.ts';
import { Collection, mergePages } from './collection.ts';
import type { HeldVersions } from './held-versions.ts';
import { Refusal } from './refusal.ts';
import { countFailures, describeForce, NO_RESULTS } from './test-results.ts';
import type { KeptTests, NewTests } from './test-results.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import type { Origin, VersionInfo, VersionSource } from './version.ts';

/** A version to store. */
export interface NewVersion extends Pick<VersionInfo, 'flow' | 'version' | 'file' | 'steps' | 'description'> {
  /** JSON of its `VersionSource`; serialized by the build worker, since it can be large. */
  source: string;
  /** Results of its scenarios; absent if it has none. */
  tests?: NewTests;
}

interface Upload {
  versions: readonly NewVersion[];
  at: number;
  /** Reason for storing them although scenarios failed. */
  reason?: string;
}

interface PutVersions {
  versions: VersionInfo[];
  /** Versions that are new. */
  added: string[];
}

interface UploadedVersion {
  one: NewVersion;
  at: number;
  reason: string | undefined;
}

interface HeldRef {
  flow: string;
  version: string;
  at: number;
}

/** Maximum number of versions per write, which takes the store a few milliseconds. */
const WRITE_BATCH = 8;

interface FlowVersionsOptions {
  registry: Registry;
  audit: AuditLog;
  /** Versions that are read beside the stored ones. */
  held: HeldVersions;
}

export class FlowVersions {
  readonly #registry: Registry;
  readonly #audit: AuditLog;
  readonly #held: HeldVersions;

  constructor({ registry, audit, held }: FlowVersionsOptions) {
    this.#registry = registry;
    this.#audit = audit;
    this.#held = held;
  }

  /**
   * Stores new versions; returns all in the given order, and which are new. They are written in small batches, so large
   * uploads do not block calls. Storing does not deploy.
   */
  async put(by: Principal, project: string, upload: Upload): Promise<PutVersions> {
    const put: PutVersions = { versions: [], added: [] };
    for (let from = 0; from < upload.versions.length; from += WRITE_BATCH) {
      const versions = upload.versions.slice(from, from + WRITE_BATCH);
      const written = await this.#writeBatch(by, project, { ...upload, versions });
      put.versions.push(...written.versions);
      put.added.push(...written.added);
    }
    return put;
  }

  #writeBatch(by: Principal, project: string, { versions, at, reason }: Upload): Promise<PutVersions> {
    return retryOnConflict(this.#registry, async () => {
      const { known, infos } = await this.#toVersionInfos(by, project, { versions, at });
      const tested = await Promise.all(
        versions.map((one) => this.#changeTests(by, project, { one, at, reason })),
      );
      const changes = versions.flatMap((one, place) => {
        const info = infos[place];
        const isNew = known[place] === undefined && info !== undefined;
        const tests = tested[place];
        if (!isNew && tests === undefined) return [];
        const id = toVersionId(one.flow, one.version);
        return [
          ...(isNew ? [this.#openInfos(project).change(id, undefined, info)] : []),
          ...(isNew ? [{ kind: this.#openSources(project).kind, id, was: 0, json: one.source }] : []),
          ...(tests === undefined ? [] : [tests]),
          this.#toAuditChange(by, project, { one, at, reason }),
        ];
      });
      return { changes, result: { versions: infos, added: listAdded(infos, known) } };
    });
  }

  /** Stores a version that this node runs from files, with its results, unless it is stored. Throws a `Refusal`: `unknown_version`. */
  async storeHeld(by: Principal, project: string, { flow, version, at }: HeldRef): Promise<void> {
    const { source: origin, files, compiled, needs, ...info } = await this.get(project, flow, version);
    if (origin === undefined) return;
    const { results, files: scenarioFiles } = await this.tests(project, flow, version);
    const hasTests = Object.keys(scenarioFiles).length > 0;
    const source = JSON.stringify({ files, compiled, needs });
    const tests = { results, files: scenarioFiles };
    await this.put(by, project, { versions: [{ ...info, source, ...(hasTests && { tests }) }], at });
  }

  /** Returns the result of `put` without storing anything. */
  async preview(by: Principal, project: string, upload: Upload): Promise<PutVersions> {
    const { infos, known } = await this.#toVersionInfos(by, project, upload);
    return { versions: infos, added: listAdded(infos, known) };
  }

  /** Returns the last test results of a version; without scenarios they are empty. Throws a `Refusal`: `unknown_version`. */
  async tests(project: string, flow: string, version: string): Promise<KeptTests> {
    const id = toVersionId(flow, version);
    const kept = await this.#tests(project).get(id);
    if (kept !== undefined) return kept.value;
    const held = await this.#held.find(project, flow, version);
    if (held !== undefined) return this.#held.tests(held);
    const info = await this.#openInfos(project).get(id);
    if (info === undefined) throw unknownVersionRefusal(flow, version);
    return { at: info.value.createdAt, by: info.value.createdBy, results: NO_RESULTS, files: {} };
  }

  /** Lists versions of one flow or of all, ordered by name and version, each with its cursor. */
  async list(
    project: string,
    { limit, after = '', flow }: { limit: number; after?: string; flow?: string },
  ): Promise<(VersionInfo & Origin & { cursor: string })[]> {
    const from = flow !== undefined && after < `${flow}@` ? `${flow}@` : after;
    const page = await this.#openInfos(project).list({ limit, after: from });
    const stored = page.map(({ id, value }) => ({ ...value, cursor: id }));
    const held = this.#held
      .list(project, flow)
      .map((info) => ({ ...info, cursor: toVersionId(info.flow, info.version) }));
    const listed = mergePages(stored, held, { limit, after: from, cursor: 'cursor' });
    return flow === undefined ? listed : listed.filter((one) => one.flow === flow);
  }

  /** Throws a `Refusal`: `unknown_version`. */
  async get(project: string, flow: string, version: string): Promise<VersionInfo & VersionSource & Origin> {
    const id = toVersionId(flow, version);
    const [info, source] = await Promise.all([
      this.#openInfos(project).get(id),
      this.#openSources(project).get(id),
    ]);
    if (info !== undefined && source !== undefined) return { ...info.value, ...source.value };
    const held = await this.#held.find(project, flow, version);
    if (held === undefined) throw unknownVersionRefusal(flow, version);
    return held;
  }

  async #toVersionInfos(by: Principal, project: string, { versions, at }: Upload) {
    const known = await Promise.all(
      versions.map(({ flow, version }) => this.#openInfos(project).get(toVersionId(flow, version))),
    );
    return { known, infos: versions.map((one, place) => known[place]?.value ?? toVersionInfo(one, by, at)) };
  }

  /** Returns the change that stores test results; undefined if they are unchanged. */
  async #changeTests({ id: by }: Principal, project: string, { one, at, reason }: UploadedVersion) {
    if (one.tests === undefined) return undefined;
    const id = toVersionId(one.flow, one.version);
    const found = await this.#tests(project).get(id);
    const { reason: why } = describeForce(countFailures(one.tests.results), reason);
    const value = { ...one.tests, at, by, ...(why !== undefined && { reason: why }) };
    const isSame = JSON.stringify({ ...found?.value, at, by }) === JSON.stringify({ ...value, at, by });
    return isSame ? undefined : this.#tests(project).change(id, found, value);
  }

  #toAuditChange(by: Principal, project: string, { one, at, reason }: UploadedVersion) {
    const { flow, version, tests } = one;
    const detail = { version, ...describeForce(tests && countFailures(tests.results), reason) };
    return this.#audit.entry(by, { at, project, action: 'flow.put', subject: flow, detail });
  }

  #openInfos(project: string) {
    return new Collection<VersionInfo>(this.#registry, 'flow-versions', project);
  }

  #tests(project: string) {
    return new Collection<KeptTests>(this.#registry, 'flow-tests', project);
  }

  #openSources(project: string) {
    return new Collection<VersionSource>(this.#registry, 'flow-sources', project);
  }
}

function unknownVersionRefusal(flow: string, version: string): Refusal {
  return new Refusal('unknown_version', `there is no version ${version} of a flow "${flow}"`);
}

function toVersionId(flow: string, version: string): string {
  return `${flow}@${version}`;
}

function toVersionInfo(
  { flow, version, file, steps, description }: NewVersion,
  { id: createdBy, name: createdByName }: Principal,
  createdAt: number,
): VersionInfo {
  const described = description === undefined ? {} : { description };
  return { flow, version, file, steps, ...described, createdAt, createdBy, createdByName };
}

function listAdded(infos: readonly VersionInfo[], known: readonly unknown[]): string[] {
  return infos.filter((_info, place) => known[place] === undefined).map(({ version }) => version);
}
