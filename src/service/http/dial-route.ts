/** /dev/calls: places and shows calls. Exists only in `dev`, and accepts requests from this machine only. */
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { CallRecord, TraceEntry } from '../../call/index.ts';
import { OperationalError } from '../../engine/ports/index.ts';
import { decodeJson } from './body.ts';
import { Problem } from './problem.ts';

interface WantedCall {
  /** Name of a flow in service. */
  flow: string;
  /** E.164. */
  from: string;
  to: string;
  /** Values of the flow's parameters. */
  params?: Record<string, unknown>;
}

/** Places the call and returns its id. Throws an `OperationalError`: `unknown_flow` or `bad_params`. */
export type Dial = (wanted: WantedCall) => Promise<string>;

/** Adds the route. */
export function addDialRoute(server: FastifyInstance, dial: Dial): void {
  server.post('/dev/calls', async ({ body, headers }, reply) => {
    refuseForeignRequests(headers);
    const wanted = readWanted(decodeJson(body));
    const call = await dial(wanted).catch((error: unknown) => {
      throw toClientProblem(error, wanted) ?? error;
    });
    return reply.code(201).send({ call });
  });
}

/** Returns a call with its trace; undefined if the id is unknown. */
export type FindCall = (call: string) => Promise<{ record: CallRecord; trace: TraceEntry[] } | undefined>;

/** Adds the route that shows calls, including all input of callers. */
export function addCallRoute(server: FastifyInstance, lookAt: FindCall): void {
  server.get<{ Params: { id: string } }>('/dev/calls/:id', async ({ params: { id }, headers }) => {
    refuseForeignRequests(headers);
    const found = await lookAt(id);
    if (found === undefined) throw new Problem('unknown_call', `there is no call "${id}"`);
    return found;
  });
}

/** Refuses requests of web pages, which can send neither this content type nor this host name. */
function refuseForeignRequests({ host = '', 'content-type': type = '' }: IncomingHttpHeaders): void {
  const isLocal = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host);
  if (!isLocal) throw new Problem('not_local', 'calls can be placed from this machine only');
  if (!type.startsWith('application/json'))
    throw new Problem('not_json', 'expected the content type application/json', 415);
}

/** Recognizes an unknown flow or invalid parameters. */
function toClientProblem(error: unknown, { flow }: WantedCall): Problem | undefined {
  if (!(error instanceof OperationalError)) return undefined;
  if (error.code === 'bad_params') return new Problem(error.code, error.message, 400);
  if (error.code === 'unknown_flow') return new Problem(error.code, `there is no flow "${flow}"`);
  return undefined;
}

function readWanted(body: unknown): WantedCall {
  const { flow, from, to, params } = isMap(body) ? body : {};
  if (typeof flow === 'string' && isNumber(from) && isNumber(to) && (params === undefined || isMap(params)))
    return { flow, from, to, ...(params === undefined ? {} : { params }) };
  throw new Problem(
    'bad_request',
    'expected {"flow": name, "from": number, "to": number, "params": {name: value}}, numbers in E.164 form',
  );
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isNumber(value: unknown): value is string {
  return typeof value === 'string' && /^\+\d{4,15}$/.test(value);
}
