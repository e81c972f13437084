import type { StreamStep } from '../../../../schemas/types/flow.ts';
import type { MachineState } from '../../model/index.ts';
import {
  buildAnsweringState,
  parseDuration,
  buildFaultExits,
  buildRequestState,
  DONE,
  FAILED,
} from './parts/fragments.ts';
import type { Outcome, Verb } from '../types.ts';
import type { StepContext } from './step-context.ts';

/** Milliseconds to wait for the platform's notification that a stopped stream has ended. */
const STOP_WAIT_MS = 5_000;

/** Streams the call's audio to a WebSocket server. */
export const stream: Verb<StreamStep> = {
  name: 'stream',
  waits: 'party',
  needsCall: true,
  deciding: ['to', 'start', 'stop'],
  listOutcomes(body) {
    if (body?.to === undefined) return [DONE, FAILED];
    const timeout: Outcome[] = body.timeout === undefined ? [] : [{ name: 'timeout', otherwise: 'nowhere' }];
    return [{ name: 'ended', otherwise: 'next' }, ...timeout, FAILED];
  },
  describeOutcomeNeed(body, outcome) {
    if (outcome === 'timeout' && body.to !== undefined) return 'add "timeout: …" below "stream"';
    if (outcome === 'ended' || outcome === 'timeout')
      return `it is an outcome of stream: { to: …${outcome === 'timeout' ? ', timeout: …' : ''} }, which waits for the end`;
    return outcome === 'done' ? 'it is an outcome of stream: { start: … } and { stop: true }' : undefined;
  },
  getLineChange(body, outcome) {
    if (body?.to !== undefined) return { streaming: 'no' };
    return outcome === 'failed' ? {} : { streaming: body?.start === undefined ? 'no' : 'yes' };
  },
  compile(body, step) {
    if (body.to !== undefined) return waitForStreamEnd(body.to, body.timeout, step);
    const action =
      body.start === undefined
        ? ({ type: 'stop_stream' } as const)
        : ({ type: 'stream', params: { to: step.toTemplate(body.start) } } as const);
    return {
      initial: 'answering',
      states: {
        answering: buildAnsweringState(step, 'asking'),
        asking: buildRequestState(step, action, { done: [step.exit('done')] }),
      },
    };
  },
};

function waitForStreamEnd(address: string, timeout: string | undefined, step: StepContext): MachineState {
  const to = step.toTemplate(address);
  const over = step.exit('timeout');
  return {
    initial: 'answering',
    states: {
      answering: buildAnsweringState(step, 'streaming', { stream: { to } }),
      streaming: {
        entry: [{ type: 'visit' }, { type: 'stream', params: { to } }],
        always: buildFaultExits(step),
        on: {
          stream_ended: [{ ...step.exit('failed'), guard: { type: 'stream_broke' } }, step.exit('ended')],
          command_failed: [step.exit('failed')],
        },
        ...(timeout === undefined ? {} : { after: { [parseDuration(timeout)]: [{ target: 'stopping' }] } }),
      },
      ...(timeout !== undefined && {
        stopping: {
          entry: [{ type: 'visit' }, { type: 'stop_stream' }],
          on: { stream_ended: [over], command_failed: [over] },
          after: { [STOP_WAIT_MS]: [over] },
        },
      }),
    },
  };
}
