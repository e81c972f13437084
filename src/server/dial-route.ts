/** POST /dev/calls: places an outbound call. Only `dev` offers it, to those who sit at this machine. */
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
  server.post('/dev/calls', async ({ body }, reply) => {
    const wanted = readWanted(fromJson(body));
    const call = await dial(wanted);
    if (call === undefined) throw new Problem(404, 'unknown_flow', `there is no flow "${wanted.flow}"`);
    return reply.code(201).send({ call });
  });
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
