/** The trace of a call, on request with the state of the call after each entry. */
import { Type } from 'typebox';
import { showEntry, summarize } from '../../../call/index.ts';
import { readRecordingFrom } from '../../../verification/recording/index.ts';
import type { RecordedCall } from '../../../verification/recording/index.ts';
import type { JobResult } from '../../build/index.ts';
import { CallPath, CallShape, findCall } from './calls-routes.ts';
import { followClient } from './client-signal.ts';
import { findNumbers, showNumbersTo } from './people.ts';
import { defineRoute } from './route.ts';
import type { AddRoute } from './route.ts';
import { closed } from './shapes.ts';
import { buildTimeout } from './uploads.ts';

const VariableShape = Type.Object({
  name: Type.String(),
  value: Type.Optional(
    Type.Any({ description: 'A text, a number or a truth value; absent for a secret variable.' }),
  ),
  isSecret: Type.Optional(Type.Literal(true)),
  chars: Type.Optional(
    Type.Integer({ description: 'Length of a text of which `value` is only the beginning.' }),
  ),
  since: Type.Optional(
    Type.Integer({
      description: 'The `seq` of the entry since which it has this value; absent for a secret variable.',
    }),
  ),
});

const StateShape = Type.Object(
  {
    seq: Type.Integer(),
    flow: Type.String({ description: 'The active flow.' }),
    step: Type.String({ description: 'The current step; empty before the first.' }),
    line: Type.Optional(Type.Integer({ description: 'Line of the step in its source, from 1.' })),
    file: Type.Optional(
      Type.String({ description: 'Source of an imported step, relative to the folder of the flow.' }),
    ),
    language: Type.String(),
    variables: Type.Array(VariableShape, { description: 'All variables of the active flow.' }),
    attempts: Type.Optional(
      Type.Object(
        { failed: Type.Integer(), left: Type.Integer() },
        { description: 'Attempts to answer the question of the step.' },
      ),
    ),
    isMadeUp: Type.Optional(
      Type.Literal(true, {
        description: 'Masked input was replaced by made-up input; only values of secret variables differ.',
      }),
    ),
  },
  { description: 'State of the call after the entry.' },
);

const EntryShape = Type.Object(
  {
    seq: Type.Integer(),
    at: Type.Integer({ description: 'ms since the epoch' }),
    after: Type.Optional(StateShape),
  },
  { additionalProperties: true },
);

const UnknownShape = Type.Object(
  {
    code: Type.Enum(['version_gone', 'not_reproduced', 'too_large'], {
      description:
        '`version_gone`: the service no longer stores the version on which the call started. `not_reproduced`: the version does not reproduce this entry, for instance because a setting has changed. `too_large`: the states of this call exceed the size limit.',
    }),
    fromSeq: Type.Integer({ description: 'The `seq` of the first entry without `after`.' }),
  },
  { description: 'Why some entries have no `after`; absent if all have one.' },
);

export const callTraceRoutes: readonly AddRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/projects/:project/calls/:id/trace',
    action: 'calls.read',
    problems: ['unknown_call', 'build_queue_full', 'replay_too_large'],
    ...buildTimeout,
    schema: {
      operationId: 'getCallTrace',
      summary: 'Get the trace of a call',
      description:
        'Each entry holds an event, the notes on what it caused (a code with its data, and a `text` for people) and the commands that were sent. With `detail=variables`, each entry also tells the state of the call after it: the step with its line, all variables and the attempts left. The states are not stored: the events are applied again to the version on which the call started. Secret values are masked, and numbers of people for callers who may not read them.',
      tags: ['calls'],
      params: CallPath,
      querystring: Type.Object(
        {
          detail: Type.Optional(
            Type.Literal('variables', { description: 'Adds the state of the call after each entry.' }),
          ),
        },
        closed,
      ),
      response: {
        200: Type.Object({
          call: CallShape,
          trace: Type.Array(EntryShape),
          unknownStates: Type.Optional(UnknownShape),
        }),
      },
    },
    handler: async (
      { calls: { records, env }, build: { workshop } },
      { params, query: { detail }, principal },
      reply,
    ) => {
      const record = await findCall(records, params);
      const call = summarize(record);
      const [show, numbers] = [showNumbersTo({ params, principal }), findNumbers(call)];
      if (detail === undefined)
        return show(numbers, { call, trace: (await records.trace(record.id)).map(showEntry) });
      const recording = await readRecordingFrom({ source: records, env }, [record]);
      const [recorded] = recording.calls;
      if (recorded === undefined) return show(numbers, { call, trace: [] });
      const client = { project: params.project, signal: followClient(reply) };
      const told = await workshop.do(client, 'tellStates', recording);
      return show(numbers, { call, ...addStates(recorded, told) });
    },
  }),
];

type CallStates = JobResult<'tellStates'>;

/** Adds the known states to the entries; `undefined`: the version of the call is no longer stored. */
function addStates({ trace }: RecordedCall, told: CallStates) {
  const states = new Map(told?.states.map((state) => [state.seq, state]));
  const shown = trace.map((entry) => {
    const after = states.get(entry.seq);
    return { ...showEntry(entry), ...(after && { after }) };
  });
  const unknown = told === undefined ? findGone(trace) : told.unknown;
  return { trace: shown, ...(unknown && { unknownStates: unknown }) };
}

function findGone([first]: RecordedCall['trace']) {
  return first && { code: 'version_gone' as const, fromSeq: first.seq };
}
