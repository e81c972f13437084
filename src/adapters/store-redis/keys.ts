/**
 * Names of keys in Redis. Every key of a call carries the hash tag of its partition, so a commit is one script on
 * one slot; a partition is chosen by the call's id alone, so every node finds it.
 *
 *   <prefix>:{p<n>}:c:<id>  all of a call, a hash (scripts/call.lua)
 *   <prefix>:{p<n>}:due     `w<id>` deadline, `l<id>` lease           <prefix>:{p<n>}:list:…  calls of a project or flow
 *   <prefix>:{p<n>}:awaits  what calls wait for                       <prefix>:{p<n>}:numbers calls by number
 *   <prefix>:{flows}:…      versions, and until when they are kept     <prefix>:{p<n>}:ends   when ended calls may be forgotten
 *   <prefix>:{turns}:<name> turns of a limit that are not free           <prefix>:{p<n>}:ended  calls in the order of their ends
 *   <prefix>:{counts}:…     sums: a hash for each bucket and each wider one, and the number of each node's last flush
 *   <prefix>:{registry}:…   documents of operators: by kind, their ids in order, revisions
 *   <prefix>:{live:<name>} what goes on, for whoever watches; gone when nobody does
 *   <prefix>:{layout}       how all this is laid out                   <prefix>:{p<n>}:flows  calls stored, by version and name of flow
 */
import type { CallId } from '../../call/index.ts';
import type { NodeId, Series, WideWidth, Width } from '../../engine/ports/index.ts';

/** The keys of one partition that are not those of a single call. */
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

/** FNV-1a, 32 bits: spreads ids evenly, and is the same everywhere. */
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

  /** The keys of a call and of its partition. */
  getCallKeys(call: CallId): CallKeys {
    const number = hashText(call) % this.#tags.length;
    const tag = this.#tags[number];
    const partition = this.partitions[number];
    if (tag === undefined || partition === undefined) throw new Error('there are no partitions');
    return { call: `${tag}c:${call}`, partition };
  }
}

/** Calls in the order of their beginnings: `L` those that live, `E` those that have ended, of a list that `fields.ts` names. */
export function listKey({ tag }: PartitionKeys, state: 'L' | 'E', list: string): string {
  return `${tag}list:${state}:${list}`;
}

/** All that scripts need to list a call anew or to forget it, in the order of commit.lua and expire.lua. */
export function everyKey({ call, partition }: CallKeys, lists: readonly string[]): string[] {
  const { due, numbers, awaits, ends, flows, ended } = partition;
  const all = [call, due, numbers, awaits, ends, flows, ended];
  for (const state of ['L', 'E'] as const)
    for (const list of lists) all.push(listKey(partition, state, list));
  return all;
}

/** Turns of a limit that nodes keep together. */
export function turnsKey(prefix: string, name: string): string {
  return `${prefix}:{turns}:${name}`;
}

/** Stream of the live events of one feed. */
export function feedKey(prefix: string, name: string): string {
  return `${prefix}:{live:${name}}`;
}

/** Keys of documents of operators, all on one slot, so that one write can change any of them. */
interface RegistryKeys {
  /** Counts writes. */
  revision: string;
  /** By collection, the last write to it. */
  revisions: string;
  documents: string;
  /** Their ids, in order. */
  ids: string;
}

/** The keys of the documents of a kind. */
export function registryKeys(prefix: string, kind: string): RegistryKeys {
  const tag = `${prefix}:{registry}:`;
  return {
    revision: `${tag}revision`,
    revisions: `${tag}revisions`,
    documents: `${tag}d:${kind}`,
    ids: `${tag}i:${kind}`,
  };
}

/** The sums of a bucket, all buckets on one slot, so that a flush is one script. */
export function bucketKey(
  prefix: string,
  { project, flow, sheet, width }: Omit<Series, 'width'> & { width: Width | WideWidth },
  at: number,
): string {
  return `${bucketKeys(prefix)}${project}:${flow}:${sheet}:${width}:${at}`;
}

/** Prefix of the keys of all buckets. */
export function bucketKeys(prefix: string): string {
  return `${prefix}:{counts}:`;
}

/** The number of a node's last flush. */
export function flushKey(prefix: string, node: NodeId): string {
  return `${prefix}:{counts}:from:${node}`;
}

/** The one key whose place does not depend on the layout. */
export function layoutKey(prefix: string): string {
  return `${prefix}:{layout}`;
}

function hashText(text: string): number {
  let hash = OFFSET;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME);
  return hash >>> 0;
}
