/** What calls do, as it happens. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { TooOften } from '../problem.ts';
import { LONGEST_STREAM_MS, openLiveStream } from './live-stream.ts';
import type { LiveStreamOptions, Wanted } from './live-stream.ts';
import type { ApiParts } from './parts.ts';
import { closed, FlowName, ProjectId } from './shapes.ts';

/** When to ask again where that many do, ms. */
const ASK_AGAIN_MS = 10_000;

/** A proxy that gathers what it passes on would hold events back; a connection that is kept would hold a service back that ends. */
const ofStream = { 'x-accel-buffering': 'no', connection: 'close' };

interface WatchRequest extends Pick<FastifyRequest, 'stillMay'> {
  params: { project: string };
  query: { flow?: string; call?: string };
  headers: { 'last-event-id'?: string };
}

/** Adds the route. */
export function eventRoutes(server: FastifyInstance, { live }: Pick<ApiParts, 'live'>): void {
  const api = server.withTypeProvider<TypeBoxTypeProvider>();
  const places = new Places(live.mostStreams);

  api.get(
    '/projects/:project/events',
    {
      config: { action: 'calls.read', problems: ['too_many_streams'] },
      // It would have to be read to its end to be answered without a body.
      exposeHeadRoute: false,
      handlerTimeout: 2 * LONGEST_STREAM_MS,
      schema: {
        operationId: 'watchCalls',
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
    async (request, reply) => {
      const { project } = request.params;
      const leave = places.take(project);
      const stream = await openLiveStream(live, wantedBy(request)).catch((error: unknown) => {
        leave();
        throw error;
      });
      stream.once('close', leave);
      return reply.type('text/event-stream').headers(ofStream).send(stream);
    },
  );
}

function wantedBy(request: WatchRequest): Wanted {
  const { project } = request.params;
  const { flow, call } = request.query;
  const after = request.headers['last-event-id'];
  return {
    project,
    ...(after !== undefined && { after }),
    ...(flow !== undefined && { flow }),
    ...(call !== undefined && { call }),
    stillMay: () => request.stillMay(),
  };
}

/** Those who watch, by project. */
class Places {
  readonly #most: LiveStreamOptions['mostStreams'];
  readonly #taken = new Map<string, number>();

  constructor(most: LiveStreamOptions['mostStreams']) {
    this.#most = most;
  }

  /** Takes a place, and gives what leaves it. Throws `TooOften` where none is free. */
  take(project: string): () => void {
    const { node, project: ofProject } = this.#most;
    const all = [...this.#taken.values()].reduce((sum, count) => sum + count, 0);
    const own = this.#taken.get(project) ?? 0;
    if (all >= node) throw tooMany(`${node} watch here already`);
    if (own >= ofProject) throw tooMany(`${ofProject} watch "${project}" here already`);
    this.#taken.set(project, own + 1);
    return () => {
      this.#leave(project);
    };
  }

  #leave(project: string): void {
    const left = (this.#taken.get(project) ?? 1) - 1;
    if (left === 0) this.#taken.delete(project);
    else this.#taken.set(project, left);
  }
}

function tooMany(detail: string): TooOften {
  return new TooOften('too_many_streams', detail, ASK_AGAIN_MS);
}
