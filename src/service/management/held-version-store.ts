/**
 * Stores the versions of flows that nodes run from files: a small document with the description of each version, and a large
 * one with its source.
 *
 * HELD-VERSION-1 Of each flow the version that came into service last and the `MAX_REPLACED` before it are stored.
 * HELD-VERSION-2 The documents are named by the content of the version, so that nodes with the same files write the same ones.
 */
import type { Registry } from '../../engine/ports/index.ts';
import { Collection } from './collection.ts';
import { hashState } from './precondition.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import type { VersionInfo, VersionSource } from './version.ts';

/** Description of a version of files. */
export interface HeldInfo extends VersionInfo {
  /** Time at which it last came into service, ms since the epoch. */
  since: number;
  /** Hash of its source, which can change without the version, as by a comment. */
  sourceHash: string;
}

/** Maximum number of replaced versions per flow. */
const MAX_REPLACED = 20;

/** More than the versions of a flow (HELD-VERSION-1). */
const ALL = 200;

export class HeldVersionStore {
  readonly #registry: Registry;

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  /** Stores a version that comes into service at a time; returns the versions of its flow, the newest first. */
  put(info: VersionInfo, source: VersionSource, at: number): Promise<[HeldInfo, ...HeldInfo[]]> {
    const { flow, version } = info;
    const infos = this.#openInfos(flow);
    const sources = this.#openSources(flow);
    const sourceHash = hashState(source);
    return retryOnConflict(this.#registry, async () => {
      const stored = (await infos.list({ limit: ALL })).sort(
        (one, other) => other.value.since - one.value.since,
      );
      const known = stored.find(({ id }) => id === version);
      const isNewest = known !== undefined && known === stored[0];
      const others = stored.filter((one) => one !== known);
      const kept = others.slice(0, MAX_REPLACED).map(({ value }) => value);
      const hasSource = known?.value.sourceHash === sourceHash;
      if (isNewest && hasSource) return { changes: [], result: [known.value, ...kept] };
      const value = {
        ...info,
        createdAt: known?.value.createdAt ?? info.createdAt,
        since: isNewest ? known.value.since : at,
        sourceHash,
      };
      const dropped = others.slice(MAX_REPLACED);
      const droppedSources = await Promise.all(dropped.map(({ id }) => sources.get(id)));
      const changes = [
        infos.change(version, known, value),
        ...(hasSource ? [] : [sources.change(version, await sources.get(version), source)]),
        ...dropped.map((one) => infos.toRemoval(one)),
        ...droppedSources.flatMap((one) => (one === undefined ? [] : [sources.toRemoval(one)])),
      ];
      return { changes, result: [value, ...kept] };
    });
  }

  /** Returns a version with its source; undefined if it is not stored. */
  async find(flow: string, version: string): Promise<(HeldInfo & VersionSource) | undefined> {
    const [info, source] = await Promise.all([
      this.#openInfos(flow).get(version),
      this.#openSources(flow).get(version),
    ]);
    return info && source && { ...info.value, ...source.value };
  }

  #openInfos(flow: string) {
    return new Collection<HeldInfo>(this.#registry, 'held-versions', flow);
  }

  #openSources(flow: string) {
    return new Collection<VersionSource>(this.#registry, 'held-sources', flow);
  }
}
