/** Answers of functions. */
import type { ServiceReply } from '../../verification/compare/index.ts';
import type { Json } from '../../../schemas/types/scenario.ts';

export type Answer = Readonly<Record<string, Json>>;

/**
 * Reads an answer; undefined if the function failed, that is, if it gave none in time, no object, or something other than a
 * text, a number or a truth value in a field that the flow reads.
 */
export function readAnswer(reply: ServiceReply, paths: readonly (readonly string[])[]): Answer | undefined {
  if (typeof reply === 'string' || reply.status < 200 || reply.status > 299) return undefined;
  const json = reply.json ?? parseJson(reply.text);
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
  if (paths.length === 0) return isObject ? json : {};
  if (!isObject) return undefined;
  return paths.every((path) => readPath(json, path) !== undefined) ? json : undefined;
}

function parseJson(text: string | undefined): Json {
  try {
    return JSON.parse(text ?? '') as Json;
  } catch {
    return null;
  }
}

/** Returns a field as text: empty if it is absent, undefined if it is no single value. */
export function readPath(answer: Answer | undefined, path: readonly string[]): string | undefined {
  let value: Json = answer ?? {};
  for (const name of path) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    if (!Object.hasOwn(value, name)) return '';
    value = value[name] ?? null;
  }
  return typeof value === 'object' ? undefined : String(value);
}
