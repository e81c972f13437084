/** Parties and services of SWML: whom a call reaches, what a request sends, what its response leaves behind. */
import type { Effect, ServiceReply } from '../../verification/compare/index.ts';
import { toSpokenText } from '../ecmascript/index.ts';
import type { Value } from '../ecmascript/index.ts';
import { isObject, toRecord, withValue } from './call-state.ts';
import type { Evaluation } from './evaluate.ts';
import { listResponseFields } from './facts.ts';
import type { Facts } from './facts.ts';
import type { Party, Request } from './model.ts';
import type { Outside } from './outside.ts';
import { toPlain, toWritten } from './templates.ts';

export function callParty(party: Party, now: Evaluation, outside: Outside): Effect {
  if (party.kind === 'queue') return { kind: 'dialled', to: outside.findQueue(party.name, party.span).value };
  const plain = toPlain(party.to);
  const isAddress = plain === undefined || /^(\+\d{4,15}|sips?:.+)$/i.test(plain);
  const to = isAddress ? now.text(party.to) : outside.findNumber(toWritten(party.to), party.span).value;
  return { kind: 'dialled', to };
}

/** Returns what a service sees; undefined for an address that is none. */
export function makeRequest(
  request: Request,
  now: Evaluation,
  findService: (name: string) => string,
): Effect | undefined {
  const [first, ...rest] = request.url;
  const isKnown = typeof first === 'string' && /^https?:\/\//.test(first);
  if (!isKnown && typeof first !== 'object') return undefined;
  const address =
    typeof first === 'object'
      ? findService(first.source.trim()) + now.text(rest, encodeURIComponent)
      : now.text(request.url, encodeURIComponent);
  const [url = '', query = ''] = address.split('?', 2);
  const sent = request.method === 'GET' ? {} : readBody(request, now);
  const fields = { ...Object.fromEntries(new URLSearchParams(query)), ...sent };
  return { kind: 'requested', method: request.method, url, fields };
}

function readBody({ body }: Request, now: Evaluation): Record<string, string> {
  if (body === undefined) return {};
  const value = now.data(body);
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, toField(field)]));
  const text = Array.isArray(value) ? JSON.stringify(value) : toSpokenText(value);
  return text === '' ? {} : { body: text };
}

function toField(value: Value): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : toSpokenText(value);
}

/** Returns the variables after a response, or after none came. */
export function takeReply(
  request: Request,
  reply: ServiceReply,
  variables: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value>> {
  const isAnswer = typeof reply === 'object';
  const isSuccess = isAnswer && reply.status >= 200 && reply.status < 300;
  const result = isSuccess ? 'success' : 'failed';
  const json = isAnswer ? (reply.json as Value) : undefined;
  const body = !isAnswer ? undefined : (reply.text ?? (json === undefined ? '' : JSON.stringify(json)));
  const outputs: (readonly [string, Value])[] = [
    ['request_result', result],
    ['return_value', result],
    ['request_response_code', isAnswer ? reply.status : undefined],
    ['request_response_body', body],
    ...(request.savesVariables ? [['request_response', isSuccess ? json : undefined] as const] : []),
  ];
  return outputs.reduce<Readonly<Record<string, Value>>>(
    (all, [name, value]) => withValue(all, [name], value),
    variables,
  );
}

const MAX_REPLIES = 12;

/** Lists responses that make a difference: each value that a field is compared with, another one, and none. */
export function listReplies(request: Request, facts: Facts): ServiceReply[] {
  const fields = request.savesVariables ? listResponseFields(facts) : [];
  const valuesOf = (names: readonly string[]): Value[] => {
    const compared = facts.listConstants(['request_response', ...names]);
    const near = compared.flatMap((value): Value[] =>
      typeof value === 'number' ? [value - 1, value, value + 1] : [value],
    );
    return [...near, 'Ada'];
  };
  const usual = fields.map((names) => [names, valuesOf(names)[0]] as const);
  const replies = fields.flatMap((names) =>
    valuesOf(names).map((value) => makeJson([...usual.filter(([other]) => other !== names), [names, value]])),
  );
  const all = [makeJson(usual), ...replies.slice(0, MAX_REPLIES), makeJson([])];
  const distinct = new Map(all.map((json) => [JSON.stringify(json), json]));
  return [...distinct.values()].map((json) => ({
    status: 200,
    json: json as Extract<ServiceReply, object>['json'] & object,
  }));
}

function makeJson(fields: readonly (readonly [readonly string[], Value])[]): Value {
  return fields.reduce<Record<string, Value>>(
    (json, [names, value]) => withValue(json, names, value),
    toRecord([]),
  );
}
