/** Calls an endpoint: validates the arguments, sends the request, reads the answer. */
import { fillPath, checkParams, toQuery, type Params } from './address.ts';
import { MAX_LIST_BYTES, type Answer } from '../transport/answer-body.ts';
import type { Authorization } from '../transport/authorization.ts';
import { checkBody } from './check-body.ts';
import type { Endpoint, Service } from './endpoint.ts';
import { createIncompleteError } from '../transport/failure.ts';
import { InvalidRequestError, type Problem } from '../invalid-request.ts';
import type { Outgoing, Sender } from '../transport/sender.ts';

/** Options of every method of the client. */
export interface CallOptions {
  /** Cancels the request, its waits and its retries. */
  signal?: AbortSignal;
}

/** Options of methods that send a POST. */
export interface PostOptions extends CallOptions {
  /**
   * Idempotency-Key (voice.md 4.5), at most 255 characters: a repeated key returns the first answer for 24 hours.
   * Default: a new UUID for each call.
   */
  idempotencyKey?: string;
}

interface Arguments<Body> {
  params?: Params;
  body: Body;
  options?: PostOptions | undefined;
}

/** Calls an endpoint. Throws `InvalidRequestError` before anything is sent, `CarrierError` afterwards. */
export type Send = <Body extends object | undefined, Answer>(
  endpoint: Endpoint<Body, Answer>,
  args: Arguments<Body>,
) => Promise<Answer>;

interface SendParts {
  sender: Sender;
  authorizations: Record<Service, Authorization>;
  /** Creates an Idempotency-Key. */
  newId: () => string;
}

/** Creates the function that calls endpoints. */
export function createSend({ sender, authorizations, newId }: SendParts): Send {
  return async (endpoint, { params = {}, body, options = {} }) => {
    const problems = [...checkParams(params), ...checkIdempotencyKey(options)];
    if (endpoint.request !== undefined)
      problems.push(...(await checkBody(endpoint.service, endpoint.request, body)));
    if (problems.length > 0) throw new InvalidRequestError(`${endpoint.method} ${endpoint.path}`, problems);
    const outgoing: Outgoing = {
      ...addressRequest(endpoint, params, body),
      ...(hasIdempotencyKey(endpoint) && { idempotencyKey: options.idempotencyKey ?? newId() }),
      ...(endpoint.rate !== undefined && { rate: endpoint.rate }),
      authorization: endpoint.unsigned ? undefined : authorizations[endpoint.service],
      ...(endpoint.lists !== undefined && { largestAnswer: MAX_LIST_BYTES }),
      repeatable: endpoint.unrepeatable !== true,
      aboutCall: isAboutCallOnly(params),
      countsAsDone: (code) => endpoint.doneCodes?.includes(code) === true,
    };
    const answer = await sender.send(outgoing, options.signal);
    return readAnswer(endpoint, answer);
  };
}

/** True when a 404 can only be about the call, because the path names no room or broadcast. */
function isAboutCallOnly(params: Params): boolean {
  return 'voice_id' in params && !('room_id' in params) && !('broadcast_id' in params);
}

/** The part of an endpoint that decides where a request goes. */
type Route = Pick<Endpoint<never, object>, 'method' | 'path' | 'unsigned'>;

/** True when the request has an Idempotency-Key (voice.md 4.5); asking for a token twice does no harm. */
function hasIdempotencyKey({ method, unsigned }: Route): boolean {
  return method === 'POST' && unsigned !== true;
}

function addressRequest(
  { method, path }: Route,
  params: Params,
  body: object | undefined,
): Pick<Outgoing, 'method' | 'path' | 'body'> {
  const filled = fillPath(path, params);
  if (body === undefined) return { method, path: filled };
  return method === 'GET' ? { method, path: filled + toQuery(body) } : { method, path: filled, body };
}

function checkIdempotencyKey({ idempotencyKey }: PostOptions): Problem[] {
  if (idempotencyKey === undefined || /^[\x20-\x7e]{1,255}$/.test(idempotencyKey)) return [];
  return [{ path: '/idempotencyKey', message: 'must have 1 to 255 printable ASCII characters' }];
}

/** Accepts missing and unknown members: the platform's answers vary. */
function readAnswer<Given>({ gives, lists }: Endpoint<never, Given>, answer: Answer | undefined): Given {
  const httpStatus = answer?.status ?? 0;
  const fields: Record<string, unknown> = { ...answer?.body.fields };
  if (gives !== undefined) {
    const given = fields[gives];
    if (given === undefined || given === null || given === '') throw createIncompleteError(gives, httpStatus);
    if (typeof given === 'number') fields[gives] = String(given);
  }
  if (lists !== undefined && answer?.body.fields === undefined)
    throw createIncompleteError(lists, httpStatus);
  if (lists !== undefined && !Array.isArray(fields[lists])) fields[lists] = [];
  return fields as Given;
}
