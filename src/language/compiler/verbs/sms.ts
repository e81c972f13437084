import type { SmsStep } from '../../../../schemas/types/flow.ts';
import type { MachineState, Transition } from '../../model/index.ts';
import { parseDuration, buildRequestState, FAILED } from './parts/fragments.ts';
import { toSmsTemplate } from './parts/sms-message.ts';
import type { Verb } from '../types.ts';
import type { StepContext } from './step-context.ts';

const DEFAULT_TIMEOUT = '2m';

/** Sends text messages. */
export const sms: Verb<SmsStep> = {
  name: 'sms',
  waits: 'party',
  needsCall: false,
  deciding: ['wait', 'recipients'],
  listOutcomes: (body) =>
    body?.wait === undefined
      ? [{ name: 'accepted', otherwise: 'next' }, FAILED]
      : [
          { name: 'delivered', otherwise: 'next' },
          { name: 'undelivered', otherwise: 'nowhere' },
          { name: 'timeout', otherwise: 'nowhere' },
          FAILED,
        ],
  describeOutcomeNeed(_body, outcome) {
    if (outcome === 'accepted')
      return 'leave out "wait" to continue as soon as the platform has accepted the message';
    const isKnownLater = ['delivered', 'undelivered', 'timeout'].includes(outcome);
    return isKnownLater ? 'add "wait: delivered" below "sms"' : undefined;
  },
  check(body, report) {
    const { wait, timeout, schedule, recipients } = body;
    if (timeout !== undefined && wait === undefined)
      report(['timeout'], describeOnlyBeside('timeout', 'wait'));
    if (schedule !== undefined && wait !== undefined)
      report(['schedule'], describeNotBeside('schedule', 'wait'));
    for (const key of ['to', 'data'] as const)
      if (body[key] !== undefined && recipients !== undefined)
        report([key], describeNotBeside(key, 'recipients'));
  },
  getSilentMs: ({ wait, timeout = DEFAULT_TIMEOUT }) => (wait === undefined ? 0 : parseDuration(timeout)),
  compile(body, step) {
    const send = { type: 'sms', params: toSmsTemplate(body, step) } as const;
    if (body.wait === undefined) return buildRequestState(step, send, { done: [step.exit('accepted')] });
    const taken: Transition[] = [{ actions: [{ type: 'take_delivery' }] }];
    const sending = buildRequestState(step, send, { done: [{ target: 'waiting' }] });
    return {
      initial: 'sending',
      states: {
        // A delivery report may arrive before the response to the request.
        sending: { ...sending, on: { ...sending.on, delivery: taken } },
        waiting: buildWaitingState(step, taken, parseDuration(body.timeout ?? DEFAULT_TIMEOUT)),
      },
    };
  },
};

function buildWaitingState(step: StepContext, taken: Transition[], timeoutMs: number): MachineState {
  const exits = (['delivered', 'undelivered'] as const).map((outcome): Transition => ({
    ...step.exit(outcome),
    guard: { type: 'delivery_is', params: { outcome } },
  }));
  return {
    always: exits,
    on: { delivery: taken },
    after: { [timeoutMs]: [step.exit('timeout')] },
  };
}

function describeOnlyBeside(key: string, other: string) {
  return { code: 'conflicting-keys', message: `"${key}" is allowed only beside "${other}"` } as const;
}

function describeNotBeside(key: string, other: string) {
  return { code: 'conflicting-keys', message: `"${key}" is not allowed beside "${other}"` } as const;
}
