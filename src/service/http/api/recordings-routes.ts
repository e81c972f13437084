/** Recordings of a call, and the files of those that its carrier keeps for the service. */
import { Type } from 'typebox';
import { commandId, commandNumber } from '../../../call/index.ts';
import type { CallId, TraceEntry } from '../../../call/index.ts';
import { Problem } from '../problem.ts';
import { CallPath, findCall } from './calls-routes.ts';
import { defineRoute } from './route.ts';
import type { AddRoute } from './route.ts';
import { ProjectId, Timestamp } from './shapes.ts';

const WAV = 'audio/wav';

const RecordingShape = Type.Object({
  state: Type.Enum(['completed', 'failed']),
  at: Timestamp,
  url: Type.Optional(
    Type.String({
      description:
        'Address of the file: below this API where the service serves it, else at the platform, which expects the credentials of the project.',
    }),
  ),
  number: Type.Optional(
    Type.Integer({ description: 'Number of the recording in its call, where the service serves the file.' }),
  ),
  speechMs: Type.Optional(
    Type.Integer({ description: 'How long the caller spoke, ms, where the carrier reports it.' }),
  ),
});

export const recordingRoutes: readonly AddRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/projects/:project/calls/:id/recordings',
    action: 'calls.read',
    problems: ['unknown_call'],
    schema: {
      operationId: 'listRecordings',
      summary: 'List the recordings of a call',
      description: 'Finished recordings, the oldest first: conversations and messages of the caller.',
      tags: ['calls'],
      params: CallPath,
      response: { 200: Type.Object({ items: Type.Array(RecordingShape) }) },
    },
    handler: async ({ calls: { records, findRecordings } }, { params }) => {
      const record = await findCall(records, params);
      const isServed = findRecordings(record) !== undefined;
      const trace = await records.trace(record.id);
      return { items: trace.flatMap((entry) => toRecording(entry, { call: record.id, isServed })) };
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/projects/:project/calls/:id/recordings/:number',
    action: 'recordings.read',
    problems: ['unknown_call', 'unknown_recording'],
    schema: {
      operationId: 'getRecording',
      summary: 'Download a recording',
      description:
        'A WAV file. Only for carriers that keep recordings for the service, such as Asterisk; those of the platform are downloaded there. The file is removed with its call, after the retention time.',
      tags: ['calls'],
      produces: [WAV],
      params: Type.Object({
        project: ProjectId,
        id: CallPath.properties.id,
        number: Type.Integer({ minimum: 1, maximum: 999_999_999 }),
      }),
    },
    handler: async ({ calls: { records, findRecordings } }, { params }, reply) => {
      const record = await findCall(records, params);
      const file = await findRecordings(record)?.open(commandId(record.id, params.number));
      if (file === undefined)
        throw new Problem('unknown_recording', `the call has no recording ${params.number}`);
      reply.type(WAV);
      return file;
    },
  }),
];

function toRecording({ event, at }: TraceEntry, { call, isServed }: { call: CallId; isServed: boolean }) {
  if (event.type !== 'recording' || event.state === 'started') return [];
  const { state, url, command, speechMs } = event;
  const number =
    isServed && state === 'completed' && command !== undefined ? commandNumber(call, command) : undefined;
  return [
    {
      state,
      at,
      ...(url !== undefined && { url }),
      ...(number !== undefined && { number }),
      ...(speechMs !== undefined && { speechMs }),
    },
  ];
}
