/** JSON Schema of a flow as a chart. */
import { Type } from 'typebox';
import { FlowName } from './shapes.ts';

const StepName = Type.String({ description: 'Name of a step.' });

const TargetShape = Type.Union(
  [Type.Object({ step: StepName }), Type.Object({ word: Type.Enum(['hangup', 'return', 'repeat', 'back']) })],
  { description: 'A step, or what happens in place of one; `repeat` asks again.' },
);

const WayShape = Type.Object({
  code: Type.String({ description: 'The outcome or the key: `busy`, `1`.' }),
  kind: Type.Enum(['choice', 'outcome', 'failure', 'next'], {
    description:
      '`choice`: an answer or case that the step routes; `outcome`: an outcome under `on`; `failure`: the step could not do its work; `next`: the following step.',
  }),
  to: TargetShape,
  meaning: Type.Optional(Type.String({ description: 'Condition of a case.' })),
  isUnhandled: Type.Boolean({
    description: "True for a failure that the step does not route; the flow's `on.error` takes it.",
  }),
});

const StepShape = Type.Object({
  id: StepName,
  verb: Type.String(),
  line: Type.Integer({ minimum: 1, description: 'Line of the step in its file.' }),
  file: Type.Optional(
    Type.String({ description: 'Path of the imported file; absent if the step is in the file of the flow.' }),
  ),
  flow: Type.Optional(Type.String({ description: 'The flow that the step runs or goes to.' })),
  prompt: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description: 'Text of the first prompt by language, without markup.',
    }),
  ),
  detail: Type.Optional(
    Type.String({
      description:
        'What the step does in one short line, `department = sales`; of one that asks, the keys that it takes: `4 digits, then #`.',
    }),
  ),
  waits: Type.Enum(['caller', 'party', 'playback', 'nothing'], {
    description:
      'What the step waits for: the caller, another party or event, the end of playback, or nothing.',
  }),
  road: Type.Enum(['main', 'error', 'end'], {
    description: 'Whether the step is on the main path, on the error path, or part of the finalizer.',
  }),
  ways: Type.Array(WayShape, { description: 'Ways out, in the order of the outcomes.' }),
});

/** A flow as a chart. */
export const FlowchartShape = Type.Object({
  flow: FlowName,
  entry: Type.String({ description: 'The step with which a call begins.' }),
  languages: Type.Array(Type.String(), { description: 'In order of preference.' }),
  errorStep: Type.Optional(Type.String({ description: 'The step that `on.error` names.' })),
  endStep: Type.Optional(Type.String({ description: 'The step that `on.end` names.' })),
  steps: Type.Array(StepShape, { description: 'Steps in the order of the file.' }),
  always: Type.Array(
    Type.Object({
      key: Type.String({ description: 'The key, or the first phrase in quotes.' }),
      to: TargetShape,
    }),
    { description: 'Keys and phrases that count at every question.' },
  ),
});
