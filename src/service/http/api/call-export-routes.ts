/** Export of a recorded call for replay. */
import { Type } from 'typebox';
import { readRecordingFrom, redactCall, writeRecording } from '../../../verification/recording/index.ts';
import { findCall, CallPath } from './calls-routes.ts';
import { defineRoute } from './route.ts';
import type { AddRoute } from './route.ts';
import { closed } from './shapes.ts';

const TYPE = 'application/x-ndjson';

export const callExportRoutes: readonly AddRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/projects/:project/calls/:id/export',
    action: 'calls.read',
    problems: ['unknown_call'],
    schema: {
      operationId: 'exportCall',
      summary: 'Export a call with its flow version',
      description:
        'The format of `ringflow calls export --ndjson`, which `ringflow preview --from` reads: a line `{"flow": …}` with the compiled version, if the service still has it, and a line `{"call": …}` with the trace. Secrets are masked as in the trace, and the number of the remote party is replaced by a fictitious one.',
      tags: ['calls'],
      produces: [TYPE],
      params: CallPath,
      querystring: Type.Object(
        {
          keep_numbers: Type.Boolean({
            default: false,
            description: 'Includes the number of the remote party.',
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
