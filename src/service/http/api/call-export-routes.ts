/** A call as it was recorded, to be replayed elsewhere. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { recordingOf, withoutNumbers, writeRecording } from '../../../verification/recording/index.ts';
import { found, ofCall } from './calls-routes.ts';
import type { ApiParts } from './parts.ts';
import { closed } from './shapes.ts';

const TYPE = 'application/x-ndjson';

/** Adds the route. */
export function callExportRoutes(server: FastifyInstance, { calls, env }: ApiParts): void {
  const api = server.withTypeProvider<TypeBoxTypeProvider>();

  api.get(
    '/projects/:project/calls/:id/export',
    {
      config: { action: 'calls.read', problems: ['unknown_call'] },
      schema: {
        operationId: 'exportCall',
        summary: 'Read a call as it was recorded, with the version on which it began',
        description:
          'What `ringflow calls export --ndjson` writes, and `ringflow preview --from` reads: a line `{"flow": …}` with the compiled version, unless the service has forgotten it, and a line `{"call": …}` with the trace. What is secret is masked as in the trace; in place of the number of the other party stands a fictitious one.',
        tags: ['calls'],
        produces: [TYPE],
        params: ofCall,
        querystring: Type.Object(
          {
            keep_numbers: Type.Boolean({
              default: false,
              description: 'With the number of the other party.',
            }),
          },
          closed,
        ),
      },
    },
    async ({ params, query: { keep_numbers: keepsNumbers } }, reply) => {
      const record = await found(calls, params);
      const recording = await recordingOf({ source: calls, env }, [record]);
      const kept = keepsNumbers ? recording.calls : recording.calls.map(withoutNumbers);
      return reply.type(TYPE).send(writeRecording({ ...recording, calls: kept }));
    },
  );
}
