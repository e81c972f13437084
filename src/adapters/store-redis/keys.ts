/**
 * Names of keys in Redis. Every key of a call has the hash tag of its partition, so that a commit is one script on one slot.
 * The partition depends only on the id of the call, so that every node finds it.
 *
 *   <prefix>:{p<n>}:c:<id>  a call, a hash (scripts/call.lua)
 *   <prefix>:{p<n>}:due     `w<id>` deadline, `l<id>` lease           <prefix>:{p<n>}:list:…  calls of a project or flow
 *   <prefix>:{p<n>}:awaits  what calls wait for                       <prefix>:{p<n>}:numbers calls by number and by campaign
 *   <prefix>:{flows}:…      flow versions and their expiry             <prefix>:{p<n>}:ends   expiry of ended calls
 *   <prefix>:{turns}:<name> turns of a rate limit in use                 <prefix>:{p<n>}:ended  calls in the order of their ends
 *   <prefix>:{counts}:…     counts: a hash per bucket and wider bucket, and the number of each node's last flush
 *   <prefix>:{registry}:…   documents of operators: by kind, their ids in order, revisions
 *   <prefix>:{live:<name>} live events, while somebody watches
 *   <prefix>:{layout}       layout version                             <prefix>:{p<n>}:flows  stored calls by version and name of flow
 */
import type { CallId } from '../../call/index.ts';
import type { NodeId, Series, WideWidth, Width } from '../../engine/ports/index.ts';

/** Keys of a partition that belong to no single call. */
export interface PartitionKeys {
  /** Prefix of all of its keys. */
  tag: string;
  due: string;
  numbers: string;
  awaits: string;
  ends: string;
  flows: string;
  ended: string;
  probe: string;
}

export interface CallKeys {
  call: string;
  partition: PartitionKeys;
}

/** Parameters of FNV-1a, 32 bits, which distributes ids evenly. */
const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

export class Keys {
  readonly partitions: readonly PartitionKeys[];
  readonly layout: string;
  readonly flows: string;
  readonly flowsKept: string;
  readonly #tags: readonly string[];

  constructor(prefix: string, partitions: number) {
    this.#tags = Array.from({ length: partitions }, (_, number) => `${prefix}:{p${number}}:`);
    this.partitions = this.#tags.map((tag) => ({
      tag,
      due: `${tag}due`,
      numbers: `${tag}numbers`,
      awaits: `${tag}awaits`,
      ends: `${tag}ends`,
      flows: `${tag}flows`,
      ended: `${tag}ended`,
      probe: `${tag}probe`,
    }));
    this.layout = layoutKey(prefix);
    this.flows = `${prefix}:{flows}:json`;
    this.flowsKept = `${prefix}:{flows}:kept`;
  }

  /** Returns the keys of a call and of its partition. */
  getCallKeys(call: CallId): CallKeys {
    const number = hashText(call) % this.#tags.length;
    const tag = this.#tags[number];
    const partition = this.partitions[number];
    if (tag === undefined || partition === undefined) throw new Error('there are no partitions');
    return { call: `${tag}c:${call}`, partition };
  }
}

/** Returns the key of a list of calls in the order of their starts: `L` live, `E` ended; `fields.ts` names the lists. */
export function listKey({ tag }: PartitionKeys, state: 'L' | 'E', list: string): string {
  return `${tag}list:${state}:${list}`;
}

/** Returns the keys that scripts need to list or delete a call, in the order of commit.lua and expire.lua. */
export function everyKey({ call, partition }: CallKeys, lists: readonly string[]): string[] {
  const { due, numbers, awaits, ends, flows, ended } = partition;
  const all = [call, due, numbers, awaits, ends, flows, ended];
  for (const state of ['L', 'E'] as const)
    for (const list of lists) all.push(listKey(partition, state, list));
  return all;
}

/** Returns the key of the turns of a rate limit. */
export function turnsKey(prefix: string, name: string): string {
  return `${prefix}:{turns}:${name}`;
}

/** Returns the key of the stream of a feed. */
export function feedKey(prefix: string, name: string): string {
  return `${prefix}:{live:${name}}`;
}

/** Keys of documents of operators, all on one slot, so that one write can change any of them. */
interface RegistryKeys {
  /** Counter of writes. */
  revision: string;
  /** Last write to each collection. */
  revisions: string;
  documents: string;
  /** Ids of the documents, in order. */
  ids: string;
}

/** Returns the keys of the documents of a kind. */
export function registryKeys(prefix: string, kind: string): RegistryKeys {
  const tag = `${prefix}:{registry}:`;
  return {
    revision: `${tag}revision`,
    revisions: `${tag}revisions`,
    documents: `${tag}d:${kind}`,
    ids: `${tag}i:${kind}`,
  };
}

/** Returns the key of a bucket; all buckets are on one slot, so that a flush is one script. */
export function bucketKey(
  prefix: string,
  { project, flow, sheet, width }: Omit<Series, 'width'> & { width: Width | WideWidth },
  at: number,
): string {
  return `${bucketKeys(prefix)}${project}:${flow}:${sheet}:${width}:${at}`;
}

/** Returns the prefix of the keys of all buckets. */
export function bucketKeys(prefix: string): string {
  return `${prefix}:{counts}:`;
}

/** Returns the key of the number of a node's last flush. */
export function flushKey(prefix: string, node: NodeId): string {
  return `${prefix}:{counts}:from:${node}`;
}

/** Returns the key of the layout, the only key that does not depend on the layout. */
export function layoutKey(prefix: string): string {
  return `${prefix}:{layout}`;
}

function hashText(text: string): number {
  let hash = OFFSET;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME);
  return hash >>> 0;
}
