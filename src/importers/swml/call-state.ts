/** State of a call under the rules of SWML. It is never changed in place. */
import type { Value } from '../ecmascript/index.ts';
import type { Block, Statement } from './model.ts';

export interface CallState {
  caller: string;
  own: string;
  direction: 'inbound' | 'outbound';
  variables: Readonly<Record<string, Value>>;
  /** What is being run, the innermost last. Empty: the call is over. */
  frames: readonly Frame[];
  /** How often each goto has jumped. */
  jumps: Readonly<Record<string, number>>;
  /** The statement that the call waits at. */
  waiting: Statement | undefined;
  /** Of a connect: the party that is being called. */
  party: number;
  /** True while the original records the call. */
  isRecorded: boolean;
}

export interface Frame {
  block: Block;
  index: number;
  /** Parameters of the section, in the frame where it begins. */
  params: Readonly<Record<string, Value>> | undefined;
}

/** Sets a value behind names; objects on the way are created. */
export function withValue(
  values: Readonly<Record<string, Value>>,
  names: readonly string[],
  value: Value,
): Record<string, Value> {
  const [first = '', ...rest] = names;
  const inner = values[first];
  const below = isObject(inner) ? inner : {};
  const entries = Object.entries(values).filter(([name]) => name !== first);
  return toRecord([...entries, [first, rest.length === 0 ? value : withValue(below, rest, value)]]);
}

/** Makes an object in which no name has a meaning of its own. */
export function toRecord<Item>(entries: Iterable<readonly [string, Item]>): Record<string, Item> {
  const record = Object.create(null) as Record<string, Item>;
  for (const [name, item] of entries) record[name] = item;
  return record;
}

export function isObject(value: Value): value is Readonly<Record<string, Value>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
