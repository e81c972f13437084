/** Any endpoint of the platform, used: arguments checked, request sent, answer read. */
import { fillPath, problemsOfParams, toQuery, type Params } from './address.ts';
import { largestList, type Answer } from '../transport/answer-body.ts';
import type { Authorization } from '../transport/authorization.ts';
import { problemsOfBody } from './check-body.ts';
import type { Endpoint, Service } from './endpoint.ts';
import { incomplete } from '../transport/failure.ts';
import { InvalidRequestError, type Problem } from '../invalid-request.ts';
import type { Outgoing, Sender } from '../transport/sender.ts';

/** What every function of the client takes last. */
export interface CallOptions {
  /** Ends the request, its waits and its repetitions. */
  signal?: AbortSignal;
}

/** What the functions that POST take last. */
export interface PostOptions extends CallOptions {
  /**
   * The Idempotency-Key (voice.md 4.5), at most 255 characters: whoever sends the same key again within 24 hours gets
   * the first answer again. Default: a new UUID for each call of the function.
   */
  idempotencyKey?: string;
}

interface Arguments<Body> {
  params?: Params;
  body: Body;
  options?: PostOptions | undefined;
}

/** Uses an endpoint. Throws `InvalidRequestError` before anything is sent, `PlatformError` after. */
export type Send = <Body extends object | undefined, Answer>(
  endpoint: Endpoint<Body, Answer>,
  args: Arguments<Body>,
) => Promise<Answer>;

interface SendParts {
  sender: Sender;
  authorizations: Record<Service, Authorization>;
  /** Names a request for its Idempotency-Key. */
  newId: () => string;
}

/** The one way in which every endpoint is used. */
export function createSend({ sender, authorizations, newId }: SendParts): Send {
  return async (endpoint, { params = {}, body, options = {} }) => {
    const problems = [...problemsOfParams(params), ...problemsOfKey(options)];
    if (endpoint.request !== undefined)
      problems.push(...(await problemsOfBody(endpoint.service, endpoint.request, body)));
    if (problems.length > 0) throw new InvalidRequestError(`${endpoint.method} ${endpoint.path}`, problems);
    const outgoing: Outgoing = {
      ...addressed(endpoint, params, body),
      ...(isKeyed(endpoint) && { idempotencyKey: options.idempotencyKey ?? newId() }),
      ...(endpoint.rate !== undefined && { rate: endpoint.rate }),
      authorization: endpoint.unsigned ? undefined : authorizations[endpoint.service],
      ...(endpoint.lists !== undefined && { largestAnswer: largestList }),
      repeatable: endpoint.unrepeatable !== true,
      aboutCall: namesOnlyCall(params),
      countsAsDone: (code) => endpoint.doneCodes?.includes(code) === true,
    };
    const answer = await sender.send(outgoing, options.signal);
    return read(endpoint, answer);
  };
}

/** Whether what the platform does not find can only be the call: a room or a broadcast in the path may be missing too. */
function namesOnlyCall(params: Params): boolean {
  return 'voice_id' in params && !('room_id' in params) && !('broadcast_id' in params);
}

/** The part of an endpoint that says where a request goes. */
type Route = Pick<Endpoint<never, object>, 'method' | 'path' | 'unsigned'>;

/** Whether the platform may be told to do the thing once (voice.md 4.5); asking for a token twice does no harm. */
function isKeyed({ method, unsigned }: Route): boolean {
  return method === 'POST' && unsigned !== true;
}

function addressed(
  { method, path }: Route,
  params: Params,
  body: object | undefined,
): Pick<Outgoing, 'method' | 'path' | 'body'> {
  const filled = fillPath(path, params);
  if (body === undefined) return { method, path: filled };
  return method === 'GET' ? { method, path: filled + toQuery(body) } : { method, path: filled, body };
}

function problemsOfKey({ idempotencyKey }: PostOptions): Problem[] {
  if (idempotencyKey === undefined || /^[\x20-\x7e]{1,255}$/.test(idempotencyKey)) return [];
  return [{ path: '/idempotencyKey', message: 'must have 1 to 255 printable ASCII characters' }];
}

/** Members that are missing stay so, others than promised are kept: the platform's word is taken as it comes. */
function read<Given>({ gives, lists }: Endpoint<never, Given>, answer: Answer | undefined): Given {
  const httpStatus = answer?.status ?? 0;
  const fields: Record<string, unknown> = { ...answer?.body.fields };
  if (gives !== undefined) {
    const given = fields[gives];
    if (given === undefined || given === null || given === '') throw incomplete(gives, httpStatus);
    if (typeof given === 'number') fields[gives] = String(given);
  }
  if (lists !== undefined && answer?.body.fields === undefined) throw incomplete(lists, httpStatus);
  if (lists !== undefined && !Array.isArray(fields[lists])) fields[lists] = [];
  return fields as Given;
}
