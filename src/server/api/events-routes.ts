/** What calls do, as it happens. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { TooOften } from '../problem.ts';
import { LONGEST_STREAM_MS, openLiveStream } from './live-stream.ts';
import type { ApiParts } from './parts.ts';
import { closed, FlowName, ProjectId } from './shapes.ts';

/** When to ask again where that many do, ms. */
const ASK_AGAIN_MS = 10_000;

/** A proxy that gathers what it passes on would hold events back; a connection that is kept would hold a service back that ends. */
const ofStream = { 'x-accel-buffering': 'no', connection: 'close' };

/** Adds the route. */
export function eventRoutes(server: FastifyInstance, { live }: Pick<ApiParts, 'live'>): void {
  const api = server.withTypeProvider<TypeBoxTypeProvider>();
  let streams = 0;

  api.get(
    '/projects/:project/events',
    {
      config: { action: 'calls.read' },
      // It would have to be read to its end to be answered without a body.
      exposeHeadRoute: false,
      handlerTimeout: 2 * LONGEST_STREAM_MS,
      schema: {
        summary: 'Watch what calls do',
        description:
          'Server-Sent Events: `call.started`, `call.moved` and `call.ended`, each with the call and the entry of its trace; `open` at the beginning and `alive` every 15 seconds, which tell how far the stream is; `gap` where something is missing. Who comes back with the Last-Event-ID gets what came meanwhile. A stream ends after five minutes.',
        tags: ['calls'],
        produces: ['text/event-stream'],
        params: Type.Object({ project: ProjectId }),
        querystring: Type.Object(
          {
            flow: Type.Optional(FlowName),
            call: Type.Optional(Type.String({ minLength: 3, maxLength: 260, description: 'Id of a call.' })),
          },
          closed,
        ),
        headers: Type.Object({
          'last-event-id': Type.Optional(Type.String({ pattern: '^[0-9]{1,15}-[0-9]{1,15}$' })),
        }),
      },
    },
    async ({ params: { project }, query: { flow, call }, headers }, reply) => {
      if (streams >= live.mostStreams)
        throw new TooOften('too_many_streams', `${live.mostStreams} watch here already`, ASK_AGAIN_MS);
      const after = headers['last-event-id'];
      const wanted = { project, ...(after && { after }), ...(flow && { flow }), ...(call && { call }) };
      streams += 1;
      const stream = await openLiveStream(live, wanted).catch((error: unknown) => {
        streams -= 1;
        throw error;
      });
      stream.once('close', () => (streams -= 1));
      return reply.type('text/event-stream').headers(ofStream).send(stream);
    },
  );
}
