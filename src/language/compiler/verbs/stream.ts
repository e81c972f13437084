import type { StreamStep } from '../../../../schemas/types/flow.ts';
import type { MachineState } from '../../model/index.ts';
import { answering, durationMs, faultExits, requesting } from './parts/fragments.ts';
import type { Outcome, Verb } from '../types.ts';
import type { StepContext } from './step-context.ts';

/** Milliseconds to wait for the platform's notification that a stopped stream has ended. */
const STOP_WAIT_MS = 5_000;

const failed: Outcome = { name: 'failed', otherwise: 'error' };

/** Streams the call's audio to a WebSocket server. */
export const stream: Verb<StreamStep> = {
  name: 'stream',
  waits: 'party',
  needsCall: true,
  deciding: ['to', 'start', 'stop'],
  outcomes(body) {
    if (body?.to === undefined) return [{ name: 'done', otherwise: 'next' }, failed];
    const timeout: Outcome[] = body.timeout === undefined ? [] : [{ name: 'timeout', otherwise: 'nowhere' }];
    return [{ name: 'ended', otherwise: 'next' }, ...timeout, failed];
  },
  outcomeNeeds(body, outcome) {
    if (outcome === 'timeout' && body.to !== undefined) return 'add "timeout: …" below "stream"';
    if (outcome === 'ended' || outcome === 'timeout')
      return `it is an outcome of stream: { to: …${outcome === 'timeout' ? ', timeout: …' : ''} }, which waits for the end`;
    return outcome === 'done' ? 'it is an outcome of stream: { start: … } and { stop: true }' : undefined;
  },
  leaves(body, outcome) {
    if (body?.to !== undefined) return { streaming: 'no' };
    return outcome === 'failed' ? {} : { streaming: body?.start === undefined ? 'no' : 'yes' };
  },
  compile(body, step) {
    if (body.to !== undefined) return untilEnd(body.to, body.timeout, step);
    const action =
      body.start === undefined
        ? ({ type: 'stop_stream' } as const)
        : ({ type: 'stream', params: { to: step.template(body.start) } } as const);
    return {
      initial: 'answering',
      states: {
        answering: answering(step, 'asking'),
        asking: requesting(step, action, { done: [step.exit('done')] }),
      },
    };
  },
};

function untilEnd(address: string, timeout: string | undefined, step: StepContext): MachineState {
  const to = step.template(address);
  const over = step.exit('timeout');
  return {
    initial: 'answering',
    states: {
      answering: answering(step, 'streaming', { stream: { to } }),
      streaming: {
        entry: [{ type: 'visit' }, { type: 'stream', params: { to } }],
        always: faultExits(step),
        on: {
          stream_ended: [{ ...step.exit('failed'), guard: { type: 'stream_broke' } }, step.exit('ended')],
          command_failed: [step.exit('failed')],
        },
        ...(timeout === undefined ? {} : { after: { [durationMs(timeout)]: [{ target: 'stopping' }] } }),
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
