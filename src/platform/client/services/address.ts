/** Paths and queries of requests. */
import type { Problem } from '../invalid-request.ts';

/** Path parameters by name. */
export type Params = Readonly<Record<string, string>>;

/** Returns the path with its parameters filled in and escaped. */
export function fillPath(path: string, params: Params): string {
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''));
}

/**
 * Returns the mistakes in path parameters. An empty parameter, or one of dots, would turn the path into that of another
 * request.
 */
export function checkParams(params: Params): Problem[] {
  const problems = Object.entries(params).flatMap(([name, value]) => {
    const message = checkParam(name, value);
    return message === undefined ? [] : [{ path: `/${name}`, message }];
  });
  const { from, to } = params;
  if (problems.length > 0 || from === undefined || to === undefined || from <= to) return problems;
  return [{ path: '/to', message: `must not be before from, ${from}` }];
}

function checkParam(name: string, value: unknown): string | undefined {
  if (typeof value !== 'string') return 'must be string';
  if (/^\.{0,2}$/.test(value)) return 'must not be empty or consist of dots';
  if (!value.isWellFormed()) return 'must be well-formed text: it has half a surrogate pair';
  const isDate = name === 'from' || name === 'to';
  return isDate && !isCalendarDate(value) ? 'must be a date such as 2026-03-01' : undefined;
}

function isCalendarDate(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** Encodes a body as a query (sms.md 2.1): lists of strings are joined with commas, all other structures are JSON. */
export function toQuery(body: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(body) as [string, unknown][])
    if (value !== undefined) query.append(name, toQueryValue(value));
  return `?${query.toString()}`;
}

function toQueryValue(value: unknown): string {
  if (typeof value === 'string') return value;
  const isTexts = Array.isArray(value) && value.every((one) => typeof one === 'string');
  return isTexts ? value.join(',') : JSON.stringify(value);
}
