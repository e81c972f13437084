/** Creates responses of web services. */
import type { Json } from '../../../schemas/types/scenario.ts';
import type { Assignment, FlowPart } from '../../language/model/index.ts';
import { createSample } from './beginnings.ts';

/** Matches reads of a response: `response.json.customer.name`. */
const PATH = /\bresponse\.json((?:\.\w+|\[\d+\]|\[["'][^"']*["']\])+)/g;
const STEP = /\.(\w+)|\[(\d+)\]|\[["']([^"']*)["']\]/g;

/** Creates a JSON body with a value of the right type at every place that the step reads. */
export function createAnswer(save: readonly Assignment[], { vars }: FlowPart): Json {
  let json: Json = {};
  for (const { variable, value } of save)
    for (const path of listPaths(value))
      json = putValue(json, path, createSample(vars[variable]?.type ?? 'string'));
  return json;
}

function listPaths(value: Assignment['value']): string[][] {
  const sources =
    'expression' in value
      ? [value.expression]
      : 'template' in value
        ? value.template.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.expr]))
        : [];
  return sources.flatMap((source) =>
    [...source.matchAll(PATH)].map(([, path = '']) =>
      [...path.matchAll(STEP)].map(([, name, index, key]) => name ?? index ?? key ?? ''),
    ),
  );
}

function putValue(json: Json, [name, ...rest]: readonly string[], value: Json): Json {
  if (name === undefined) return value;
  if (/^\d+$/.test(name)) {
    const list = Array.isArray(json) ? json : [];
    return Array.from({ length: Math.max(list.length, Number(name) + 1) }, (_, index) =>
      index === Number(name) ? putValue(list[index] ?? {}, rest, value) : (list[index] ?? null),
    );
  }
  const map = typeof json === 'object' && json !== null && !Array.isArray(json) ? json : {};
  return { ...map, [name]: putValue(map[name] ?? {}, rest, value) };
}
