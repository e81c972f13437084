/** Responses of web services as trees of values: reading which values are missing, setting and varying them. */
import type { Json } from '../../../schemas/types/scenario.ts';

/** A response of a web service with a status of its own, a JSON body or a text body. */
export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  json?: Json;
  text?: string;
}

/** Position of a value in a reply: `json`, `items`, `0`, `name`. */
export type ReplyPath = readonly string[];

/** Returns a copy of a reply with a value at a position; lists grow as far as needed. */
export function setInReply(reply: Reply, path: ReplyPath, value: Json): Reply {
  return setValue(reply as Json, path, value) as Reply;
}

function setValue(tree: Json, [name, ...rest]: ReplyPath, value: Json): Json {
  if (name === undefined) return value;
  if (Array.isArray(tree)) {
    const index = Number(name);
    const list = Array.from({ length: Math.max(tree.length, index + 1) }, (_, at) => tree[at] ?? value);
    return list.map((one, at) => (at === index ? setValue(one, rest, value) : one));
  }
  const map = typeof tree === 'object' && tree !== null ? tree : {};
  return { ...map, [name]: setValue(map[name] ?? {}, rest, value) };
}

/** Returns a view of a value that calls `onMissing` with the position of each member that is read and missing. */
export function watchReads(value: unknown, path: ReplyPath, onMissing: (path: ReplyPath) => void): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const watch = (key: string | symbol, isRead: boolean) => {
    if (typeof key !== 'string' || Object.hasOwn(value, key)) return;
    if (Array.isArray(value) ? /^\d+$/.test(key) : isRead) onMissing([...path, key]);
  };
  return new Proxy(value, {
    get(target, key) {
      watch(key, false);
      const found: unknown = Reflect.get(target, key);
      if (typeof key !== 'string' || !Object.hasOwn(target, key)) return found;
      return watchReads(found, [...path, key], onMissing);
    },
    getOwnPropertyDescriptor(target, key) {
      watch(key, true);
      return Reflect.getOwnPropertyDescriptor(target, key);
    },
  });
}

/** Maximum length of a list that is made longer. */
const MAX_LENGTH = 20;

/** Lists replies that differ in one value; `wanted` are texts and numbers that the flow compares with. */
export function* varyReply(reply: Reply, wanted: readonly string[]): Generator<Reply> {
  for (const part of ['json', 'text', 'headers'] as const) {
    const tree = reply[part];
    if (tree === undefined) continue;
    for (const path of listPositions(tree)) {
      for (const value of listVariants(readValue(tree, path), wanted))
        yield setInReply(reply, [part, ...path], value);
    }
  }
}

function listPositions(tree: Json, path: ReplyPath = []): ReplyPath[] {
  if (typeof tree !== 'object' || tree === null) return [path];
  const inner = Object.entries(tree).flatMap(([name, value]) => listPositions(value, [...path, name]));
  return Array.isArray(tree) ? [path, ...inner] : inner;
}

function readValue(tree: Json, [name, ...rest]: ReplyPath): Json {
  return name === undefined ? tree : readValue((tree as Record<string, Json>)[name] ?? null, rest);
}

function listVariants(value: Json, wanted: readonly string[]): Json[] {
  if (typeof value === 'boolean') return [!value];
  const numbers = wanted.map(Number).filter((number) => Number.isFinite(number));
  const near = [...new Set([0, ...numbers.flatMap((number) => [number, number + 1, number - 1])])];
  if (Array.isArray(value))
    return [...listLengths(near).map((length) => stretch(value, length)), ...wanted.map((one) => [one])];
  if (typeof value === 'number') return near;
  const lengths = near.filter((number) => number > 0 && number <= MAX_LENGTH);
  const texts = typeof value === 'string' ? listOtherParts(value, wanted) : [];
  return ['', ...wanted, ...lengths.map((length) => '1'.repeat(length)), ...texts];
}

/** Replaces each part of a text that consists of several, such as `One Two` or `2026-12-24T10:30`. */
function listOtherParts(text: string, wanted: readonly string[]): string[] {
  const parts = text.split(/([^\p{L}\p{N}]+|(?<=\d)T(?=\d))/u);
  if (parts.length === 1) return wanted.map((one) => `${one} ${text}`);
  return [...parts.keys()]
    .filter((index) => index % 2 === 0)
    .flatMap((index) => wanted.map((one) => parts.with(index, one).join('')));
}

function listLengths(near: readonly number[]): number[] {
  return [...new Set([0, 1, 2, 3, ...near])].filter((length) => length >= 0 && length <= MAX_LENGTH);
}

function stretch(list: Json[], length: number): Json[] {
  const [first = '1'] = list;
  return Array.from({ length }, (_, index) => structuredClone(list[index] ?? first));
}
