/**
 * Finds secrets in places that others can read (I7): input at secret questions, secret variables, secret settings.
 *
 * Does not claim: that a value is visible as a secret if the call shows it openly anyway, as an answer to another question or
 * as a number of the call.
 */
import type { CallRecord } from '../../call/index.ts';
import type { Value } from '../../language/model/index.ts';
import type { CaseRun } from './run-case.ts';
import type { Commit } from './watch.ts';

/** Minimum length of a searched secret, since shorter ones occur by chance. */
const SHORTEST = 3;

/** Lists visible secrets with their places. */
export function findLeaks(run: CaseRun): string[] {
  const secrets = listSecrets(run);
  if (secrets.length === 0) return [];
  const pattern = new RegExp(secrets.map(toSecretPattern).join('|'), 'g');
  return listVisibleTexts(run).flatMap(({ place, text }) => {
    const masked = text.replaceAll(pattern, '•••');
    return masked === text ? [] : [`a secret is visible in ${place}: ${masked}`];
  });
}

function listSecrets({ flow, commits }: CaseRun): string[] {
  const found = commits.flatMap(({ record }) => [
    ...readSecretVariables(record, flow),
    ...readSecretInput(record),
  ]);
  const open = [...new Set(commits.flatMap(readOpenValues))];
  return [...new Set([...found, ...readSecretSettings(flow)].map(String))].filter(
    // A secret that is already masked is hidden.
    (text) => text.length >= SHORTEST && !text.includes('•') && !open.some(searchFor(text)),
  );
}

/** Lists the values that a call shows openly: answers to questions that are not secret, and the numbers of both ends. */
function readOpenValues({ before, record, trace: { event } }: Commit): string[] {
  const { from, to } = record.context.call;
  const input = before?.context.input;
  if (input === undefined || input.secret) return [from, to];
  if (event.type === 'speech') return [from, to, event.text];
  if (event.type !== 'digits') return [from, to];
  // Keys that are no part of the answer are masked.
  const keys = event.digits.replaceAll('•', '');
  return [from, to, keys, `${input.digits}${keys}`];
}

function readSecretVariables({ context }: CallRecord, flow: CaseRun['flow']): Value[] {
  return [context, ...context.frames].flatMap(({ flow: name, vars }) =>
    Object.entries(flow.part(name).flow.vars)
      .filter(([variable, { secret, initial }]) => secret && vars[variable] !== initial)
      .flatMap(([variable]) => vars[variable] ?? []),
  );
}

/** Lists the values of secret settings; a default that is written in the flow is not secret. */
function readSecretSettings({ flow, env }: CaseRun['flow']): string[] {
  return Object.entries(flow.env)
    .filter(([name, { secret, default: usual }]) => secret && env[name] !== usual)
    .flatMap(([name]) => env[name] ?? []);
}

function readSecretInput({ context: { input } }: CallRecord): string[] {
  return input.secret ? [input.digits, input.value] : [];
}

/** Returns a test of texts for this secret: an open answer may have a key before or behind it that ended a question. */
function searchFor(secret: string): (text: string) => boolean {
  const pattern = new RegExp(toSecretPattern(secret));
  return (text) => pattern.test(text);
}

/** Matches a secret, digits also one by one, but not as part of a longer word or number. */
function toSecretPattern(secret: string): string {
  const source = /^\d+$/.test(secret)
    ? secret.split('').join('[ ,.-]*')
    : secret.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  return `(?<![0-9A-Za-z])${source}(?![0-9A-Za-z])`;
}

/** Lists texts that people without access to secrets can read or hear. Request bodies may contain secrets. */
function listVisibleTexts({ call, commits }: CaseRun): { place: string; text: string }[] {
  const { heard = [], web } = call ?? {};
  return [
    ...commits.flatMap(({ trace: { event, notes, seq } }) =>
      [...listStrings(removeKey(event)), ...listStrings(notes)].map((text) => ({
        place: `trace entry ${seq}`,
        text,
      })),
    ),
    ...heard.map(({ text }) => ({ place: 'a prompt', text })),
    ...(web?.requests ?? []).map(({ url }) => ({ place: 'the URL of a web request', text: url })),
  ];
}

/** Removes the deduplication key, a hash that may contain any digits by chance. */
function removeKey({ key: _key, ...event }: { key?: string }): object {
  return event;
}

function listStrings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(listStrings);
}
