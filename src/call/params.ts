/** Checks the parameters of a call against the declarations of its flow. */
import {
  BOUNDS,
  cleanHeader,
  toType,
  type CompiledFlow,
  type FlowPart,
  type Value,
} from '../language/model/index.ts';
import { measureValues, measureValue } from './workload.ts';

type ParamsResult = { ok: true; values: Record<string, Value> } | { ok: false; problems: string[] };

/**
 * Reads the values given to a flow. A parameter without a default needs one; text such as `"5"` is accepted as a number,
 * since routes and command lines have text only.
 */
export function readParams(flow: CompiledFlow, given: Record<string, unknown>): ParamsResult {
  const { params } = flow;
  const missing = findRequiredParams(flow)
    .filter((name) => !Object.hasOwn(given, name))
    .map((name) => `parameter "${name}" is missing`);
  const values: Record<string, Value> = {};
  const wrong = Object.entries(given).flatMap(([name, value]) => {
    const declared = Object.hasOwn(params, name) ? params[name] : undefined;
    if (declared === undefined) return [`parameter "${name}" is not declared (${describeParams(params)})`];
    const read = isValue(value) ? toType(value, declared.type) : undefined;
    if (read === undefined) return [`parameter "${name}" must be of type ${declared.type}`];
    if (measureValue(read) > BOUNDS.textChars)
      return [
        `parameter "${name}" has ${measureValue(read)} characters; expected at most ${BOUNDS.textChars}`,
      ];
    values[name] = read;
    return [];
  });
  const chars = measureValues(values);
  const tooLarge =
    chars > BOUNDS.variablesChars
      ? [`the parameters have ${chars} characters together; expected at most ${BOUNDS.variablesChars}`]
      : [];
  const problems = [...missing, ...wrong, ...tooLarge];
  return problems.length === 0 ? { ok: true, values } : { ok: false, problems };
}

/**
 * Returns the parameters that come from the SIP headers of an inbound call, and the names of the headers whose values were
 * changed: callers write what they like.
 */
export function readHeaderParams(
  { params }: FlowPart,
  headers: Readonly<Record<string, string>>,
): { values: Record<string, Value>; cleaned: string[] } {
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const values: Record<string, Value> = {};
  const cleaned: string[] = [];
  for (const [param, { header }] of Object.entries(params)) {
    const value = header === undefined ? undefined : byName.get(header.toLowerCase());
    if (header === undefined || value === undefined) continue;
    const clean = cleanHeader(value);
    if (clean !== value.trim()) cleaned.push(header);
    if (clean !== '') values[param] = clean;
  }
  return { values, cleaned };
}

function describeParams(params: FlowPart['params']): string {
  const names = Object.keys(params);
  return `the flow takes ${names.length === 0 ? 'none' : names.join(', ')}`;
}

/** Returns the parameters without a default. */
export function findRequiredParams({ params }: FlowPart): string[] {
  return Object.keys(params).filter((name) => params[name]?.default === undefined);
}

function isValue(value: unknown): value is Value {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
