/** Finds secrets in places that others can read (I7): input at secret questions, secret variables, secret settings. */
import type { CallRecord } from '../../call/index.ts';
import type { Value } from '../../language/model/index.ts';
import type { CaseRun } from './run-case.ts';

/** Shorter ones are part of too much else. */
const SHORTEST = 3;

/** In words, what shows where. */
export function leaks(run: CaseRun): string[] {
  const secrets = secretsOf(run);
  if (secrets.length === 0) return [];
  const pattern = new RegExp(secrets.map(inAnyForm).join('|'), 'g');
  return places(run).flatMap(({ place, text }) => {
    const masked = text.replaceAll(pattern, '•••');
    return masked === text ? [] : [`a secret is visible in ${place}: ${masked}`];
  });
}

function secretsOf({ flow, commits }: CaseRun): string[] {
  const found = commits.flatMap(({ record }) => [...inVariables(record, flow), ...inInput(record)]);
  return [...new Set([...found, ...inSettings(flow)].map(String))].filter((text) => text.length >= SHORTEST);
}

function inVariables({ context }: CallRecord, flow: CaseRun['flow']): Value[] {
  return [context, ...context.frames].flatMap(({ flow: name, vars }) =>
    Object.entries(flow.part(name).flow.vars)
      .filter(([variable, { secret, initial }]) => secret && vars[variable] !== initial)
      .flatMap(([variable]) => vars[variable] ?? []),
  );
}

/** Lists the values of secret settings; a default that is written in the flow is not secret. */
function inSettings({ flow, env }: CaseRun['flow']): string[] {
  return Object.entries(flow.env)
    .filter(([name, { secret, default: usual }]) => secret && env[name] !== usual)
    .flatMap(([name]) => env[name] ?? []);
}

function inInput({ context: { input } }: CallRecord): string[] {
  return input.secret ? [input.digits, input.value] : [];
}

/** As it is, or, of digits, one by one; not as part of a longer word or number. */
function inAnyForm(secret: string): string {
  const source = /^\d+$/.test(secret)
    ? secret.split('').join('[ ,.-]*')
    : secret.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  return `(?<![0-9A-Za-z])${source}(?![0-9A-Za-z])`;
}

/** Lists texts that people without access to secrets can read or hear. Request bodies may contain secrets. */
function places({ call, commits }: CaseRun): { place: string; text: string }[] {
  const { heard = [], web } = call ?? {};
  return [
    ...commits.flatMap(({ trace: { event, notes, seq } }) =>
      [...strings(withoutKey(event)), ...strings(notes)].map((text) => ({
        place: `trace entry ${seq}`,
        text,
      })),
    ),
    ...heard.map(({ text }) => ({ place: 'what the caller hears', text })),
    ...(web?.requests ?? []).map(({ url }) => ({ place: 'the address of a web request', text: url })),
  ];
}

/** Removes the deduplication key, a hash that may contain any digits by chance. */
function withoutKey({ key: _key, ...event }: { key?: string }): object {
  return event;
}

function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(strings);
}
