import type { RecordStep } from '../../../../schemas/types/flow.ts';
import type { Transition } from '../../model/index.ts';
import { buildAnsweringState, buildRequestState, FAILED } from './parts/fragments.ts';
import type { Outcome, Verb } from '../types.ts';
import type { StepContext } from './step-context.ts';

/** Meanings of refusals with outcomes of their own. */
const REFUSALS = ['not_bridged', 'already_recording', 'name_taken'];

const refusals = REFUSALS.map((name): Outcome => ({ name, otherwise: 'error', like: 'failed' }));

/** Starts or stops the recording of a bridge. */
export const record: Verb<RecordStep> = {
  name: 'record',
  waits: 'nothing',
  needsCall: true,
  deciding: ['start', 'stop'],
  listOutcomes: (body) =>
    body !== undefined && 'stop' in body
      ? [{ name: 'stopped', otherwise: 'next' }, FAILED]
      : [{ name: 'started', otherwise: 'next' }, ...refusals, FAILED],
  describeOutcomeNeed(_body, outcome) {
    if (outcome === 'stopped') return 'it is an outcome of record: { stop: true }';
    return [...REFUSALS, 'started'].includes(outcome)
      ? 'it is an outcome of record: { start: … }'
      : undefined;
  },
  getLineChange(_body, outcome) {
    if (outcome === 'started' || outcome === 'already_recording') return { recording: 'yes' };
    if (outcome === 'stopped') return { recording: 'no' };
    return outcome === 'not_bridged' ? { bridged: 'no' } : {};
  },
  compile: (body, step) => ({
    initial: 'answering',
    states: {
      answering: buildAnsweringState(step, 'asking'),
      asking:
        body.start === undefined
          ? buildRequestState(step, { type: 'stop_recording' }, { done: [step.exit('stopped')] })
          : buildRequestState(
              step,
              { type: 'record', params: { name: step.toTemplate(body.start) } },
              { done: [step.exit('started')], refused: buildRefusalExits(step) },
            ),
    },
  }),
};

function buildRefusalExits(step: StepContext): Transition[] {
  return REFUSALS.map((means) => ({ ...step.exit(means), guard: { type: 'refused', params: { means } } }));
}
