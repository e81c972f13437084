import type { RecordStep } from '../../../../schemas/types/flow.ts';
import type { Transition } from '../../model/index.ts';
import { answering, requesting } from './parts/fragments.ts';
import type { Outcome, Verb } from '../types.ts';
import type { StepContext } from './step-context.ts';

/** The platform's refusals with outcomes of their own (voice.md 7.2, 7.3). */
const REFUSALS = { not_bridged: '409', already_recording: '408', name_taken: '6137' };

const failed: Outcome = { name: 'failed', otherwise: 'error' };
const refusals = Object.keys(REFUSALS).map((name): Outcome => ({ name, otherwise: 'error', like: 'failed' }));

/** Starts or stops the recording of a bridge. */
export const record: Verb<RecordStep> = {
  name: 'record',
  waits: 'nothing',
  needsCall: true,
  deciding: ['start', 'stop'],
  outcomes: (body) =>
    body !== undefined && 'stop' in body
      ? [{ name: 'stopped', otherwise: 'next' }, failed]
      : [{ name: 'started', otherwise: 'next' }, ...refusals, failed],
  outcomeNeeds(_body, outcome) {
    if (outcome === 'stopped') return 'it is an outcome of record: { stop: true }';
    return [...Object.keys(REFUSALS), 'started'].includes(outcome)
      ? 'it is an outcome of record: { start: … }'
      : undefined;
  },
  leaves(_body, outcome) {
    if (outcome === 'started' || outcome === 'already_recording') return { recording: 'yes' };
    if (outcome === 'stopped') return { recording: 'no' };
    return outcome === 'not_bridged' ? { bridged: 'no' } : {};
  },
  compile: (body, step) => ({
    initial: 'answering',
    states: {
      answering: answering(step, 'asking'),
      asking:
        body.start === undefined
          ? requesting(step, { type: 'stop_recording' }, { done: [step.exit('stopped')] })
          : requesting(
              step,
              { type: 'record', params: { name: step.template(body.start) } },
              { done: [step.exit('started')], refused: refused(step) },
            ),
    },
  }),
};

function refused(step: StepContext): Transition[] {
  return Object.entries(REFUSALS).map(([outcome, code]) => ({
    ...step.exit(outcome),
    guard: { type: 'refused', params: { codes: [code] } },
  }));
}
