/** A call as it was recorded, to be replayed elsewhere. */
import { Type } from 'typebox';
import { readRecordingFrom, redactCall, writeRecording } from '../../../verification/recording/index.ts';
import { findCall, ofCall } from './calls-routes.ts';
import { route } from './route.ts';
import type { AddRoute } from './route.ts';
import { closed } from './shapes.ts';

const TYPE = 'application/x-ndjson';

export const callExportRoutes: readonly AddRoute[] = [
  route({
    method: 'GET',
    path: '/projects/:project/calls/:id/export',
    action: 'calls.read',
    problems: ['unknown_call'],
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
    handler: async (
      { calls: { records, env } },
      { params, query: { keep_numbers: keepsNumbers } },
      reply,
    ) => {
      const record = await findCall(records, params);
      const recording = await readRecordingFrom({ source: records, env }, [record]);
      const kept = keepsNumbers ? recording.calls : recording.calls.map(redactCall);
      reply.type(TYPE);
      return writeRecording({ ...recording, calls: kept });
    },
  }),
];
