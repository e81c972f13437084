/** Live events of calls. */
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { CallSummary } from '../../../call/index.ts';
import { followClient } from './client-signal.ts';
import { MAX_STREAM_MS } from './live-stream.ts';
import type { WatchQuery } from './live-stream.ts';
import { findNumbers, maskNumbers, mayReadNumbers } from './people.ts';
import { defineRoute } from './route.ts';
import type { AddRoute } from './route.ts';
import { closed, FlowName, InProject } from './shapes.ts';

/** Keep proxies from buffering events, and an idle connection from delaying a shutdown. */
const STREAM_HEADERS = { 'x-accel-buffering': 'no', connection: 'close' };

interface WatchRequest extends Pick<FastifyRequest, 'stillMay' | 'principal'> {
  params: { project: string };
  query: { flow?: string; call?: string };
  headers: { 'last-event-id'?: string };
}

export const eventRoutes: readonly AddRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/projects/:project/events',
    action: 'calls.read',
    problems: ['too_many_streams'],
    // A HEAD request would have to read the stream to its end.
    exposeHeadRoute: false,
    handlerTimeout: 2 * MAX_STREAM_MS,
    schema: {
      operationId: 'watchCalls',
      summary: 'Stream the events of calls',
      description:
        'Sends Server-Sent Events: `call.started`, `call.moved` and `call.ended`, each with the call and its trace entry; `open` at the start and `alive` every 15 seconds, which carry the current position; `gap` where events are missing. Reconnect with Last-Event-ID to resume. A stream ends after five minutes.',
      tags: ['calls'],
      produces: ['text/event-stream'],
      params: InProject,
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
    handler: async ({ reports: { live } }, request, reply) => {
      const stream = await live.open(toWatchQuery(request));
      followClient(reply).addEventListener('abort', () => {
        stream.destroy();
      });
      reply.type('text/event-stream');
      reply.headers(STREAM_HEADERS);
      return stream;
    },
  }),
];

function toWatchQuery(request: WatchRequest): WatchQuery {
  const { project } = request.params;
  const { flow, call } = request.query;
  const after = request.headers['last-event-id'];
  return {
    project,
    ...(after !== undefined && { after }),
    ...(flow !== undefined && { flow }),
    ...(call !== undefined && { call }),
    ...(!mayReadNumbers(request) && { changeData: maskEvent }),
    stillMay: () => request.stillMay(),
  };
}

function maskEvent(data: string): string {
  const event = JSON.parse(data) as { call: CallSummary };
  return JSON.stringify(maskNumbers(findNumbers(event.call), event));
}
