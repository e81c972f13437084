/** POST /dev/calls: places an outbound call. Only `dev` offers it, to those who sit at this machine. */
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { fromJson } from './body.ts';
import { Problem } from './problem.ts';

export interface WantedCall {
  /** Name of a flow in service. */
  flow: string;
  /** E.164. */
  from: string;
  to: string;
}

/** Places the call and gives its id; undefined when there is no such flow. */
export type Dial = (wanted: WantedCall) => Promise<string | undefined>;

/** Adds the route. */
export function dialRoute(server: FastifyInstance, dial: Dial): void {
  server.post('/dev/calls', async ({ body, headers }, reply) => {
    refuseStrangers(headers);
    const wanted = readWanted(fromJson(body));
    const call = await dial(wanted);
    if (call === undefined) throw new Problem(404, 'unknown_flow', `there is no flow "${wanted.flow}"`);
    return reply.code(201).send({ call });
  });
}

/** A page in the browser of whoever develops here can send requests too, but none of this type and to this name. */
function refuseStrangers({ host = '', 'content-type': type = '' }: IncomingHttpHeaders): void {
  const isLocal = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host);
  if (!isLocal) throw new Problem(403, 'not_local', 'calls are placed only for this machine');
  if (!type.startsWith('application/json'))
    throw new Problem(415, 'not_json', 'expected the content type application/json');
}

function readWanted(body: unknown): WantedCall {
  const { flow, from, to } = (typeof body === 'object' && body !== null ? body : {}) as Record<
    string,
    unknown
  >;
  if (typeof flow === 'string' && isNumber(from) && isNumber(to)) return { flow, from, to };
  throw new Problem(
    400,
    'bad_request',
    'expected {"flow": name, "from": number, "to": number}, numbers in E.164 form',
  );
}

function isNumber(value: unknown): value is string {
  return typeof value === 'string' && /^\+\d{4,15}$/.test(value);
}
