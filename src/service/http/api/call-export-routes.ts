/** Exports of a recorded call: for replay, and as a scenario. */
import { Type } from 'typebox';
import type { RecordedCall } from '../../../verification/recording/index.ts';
import { readRecordingFrom, redactCall, writeRecording } from '../../../verification/recording/index.ts';
import { Problem } from '../problem.ts';
import { findCall, CallPath } from './calls-routes.ts';
import { followClient } from './client-signal.ts';
import { mayReadNumbers, showNumbersTo } from './people.ts';
import type { Show } from './people.ts';
import { defineRoute } from './route.ts';
import type { AddRoute } from './route.ts';
import { closed } from './shapes.ts';
import { buildTimeout } from './uploads.ts';

const TYPE = 'application/x-ndjson';
const KEEPS_NUMBERS = 'keep_numbers requires a role that permits numbers.read in this project';

const RemarkShape = Type.Object({
  code: Type.Enum([
    'source',
    'number_replaced',
    'number_unusable',
    'input_made_up',
    'setting_made_up',
    'params_unknown',
    'not_reproduced',
    'same',
    'times_differ',
    'differs',
  ]),
  text: Type.String(),
});

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
        'The format of `ringflow calls export --ndjson`, which `ringflow preview --from` reads: a line `{"flow": …}` with the compiled version, if the service still has it, and a line `{"call": …}` with the trace. Secrets are masked as in the trace, and the number of the remote party is replaced by a fictitious one. For callers who may not read numbers, numbers of other people in it have no middle, and `keep_numbers` is refused.',
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
      { params, query: { keep_numbers: keepsNumbers }, principal },
      reply,
    ) => {
      const request = { params, principal };
      if (keepsNumbers && !mayReadNumbers(request)) throw new Problem('forbidden', KEEPS_NUMBERS);
      const show = showNumbersTo(request);
      const record = await findCall(records, params);
      const recording = await readRecordingFrom({ source: records, env }, [record]);
      const kept = keepsNumbers
        ? recording.calls
        : recording.calls.map((call) => showRedacted(redactCall(call), show));
      reply.type(TYPE);
      return writeRecording({ ...recording, calls: kept });
    },
  }),

  defineRoute({
    method: 'POST',
    path: '/projects/:project/calls/:id/scenario',
    action: 'numbers.read',
    changesDirectory: false,
    problems: ['unknown_call', 'call_live', 'version_gone', 'build_queue_full', 'replay_too_large'],
    ...buildTimeout,
    schema: {
      operationId: 'createScenarioOfCall',
      summary: 'Turn an ended call into a scenario',
      description:
        'Writes the scenario that `ringflow calls export --scenario` writes: what the caller, other parties and web services did, and what the flow said. The scenario is run before it is returned; `isReproduced` tells whether it goes as the call did. Nothing is stored. What the trace masks is made up so that the scenario goes the same way; `remarks` lists everything that is made up or differs.',
      tags: ['calls'],
      params: CallPath,
      body: Type.Object(
        {
          keepNumbers: Type.Boolean({
            default: false,
            description: 'Keeps the number of the remote party instead of a fictitious one.',
          }),
          name: Type.Optional(
            Type.String({
              minLength: 1,
              maxLength: 200,
              description: 'Name of the scenario. Default: the time of the call.',
            }),
          ),
        },
        closed,
      ),
      response: {
        200: Type.Object({
          text: Type.String({ description: 'The scenario file (YAML).' }),
          isReproduced: Type.Boolean({
            description:
              'True if the scenario goes as the call did; small differences of times do not count.',
          }),
          remarks: Type.Array(RemarkShape, { description: 'The comments at the head of the file.' }),
        }),
      },
    },
    handler: async (
      { calls: { records, env }, build: { workshop } },
      { params, body: { keepNumbers, name } },
      reply,
    ) => {
      const record = await findCall(records, params);
      if (record.endedAt === undefined)
        throw new Problem('call_live', `the call "${params.id}" has not ended yet`);
      const recording = await readRecordingFrom({ source: records, env }, [record]);
      const client = { project: params.project, signal: followClient(reply) };
      return workshop.do(client, 'exportCall', { recording, keepNumbers, name });
    },
  }),
];

/** Masks numbers in a call whose remote party has a fictitious number, which stays: replays need it. */
function showRedacted(call: RecordedCall, show: Show): RecordedCall {
  return show({ whole: [call.from, call.to] }, call);
}
