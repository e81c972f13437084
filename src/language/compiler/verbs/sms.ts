import type { SmsStep } from '../../../../schemas/types/flow.ts';
import type { MachineState, Transition } from '../../model/index.ts';
import { durationMs, requesting } from './parts/fragments.ts';
import { smsTemplate } from './parts/sms-message.ts';
import type { Outcome, Verb } from '../types.ts';
import type { StepContext } from './step-context.ts';

const DEFAULT_TIMEOUT = '2m';

const failed: Outcome = { name: 'failed', otherwise: 'error' };

/** Sends text messages. */
export const sms: Verb<SmsStep> = {
  name: 'sms',
  waits: 'party',
  needsCall: false,
  deciding: ['wait', 'recipients'],
  outcomes: (body) =>
    body?.wait === undefined
      ? [{ name: 'accepted', otherwise: 'next' }, failed]
      : [
          { name: 'delivered', otherwise: 'next' },
          { name: 'undelivered', otherwise: 'nowhere' },
          { name: 'timeout', otherwise: 'nowhere' },
          failed,
        ],
  outcomeNeeds(_body, outcome) {
    if (outcome === 'accepted') return 'leave "wait" out to go on as soon as the platform has taken it';
    const isKnownLater = ['delivered', 'undelivered', 'timeout'].includes(outcome);
    return isKnownLater ? 'add "wait: delivered" below "sms"' : undefined;
  },
  check(body, report) {
    const { wait, timeout, schedule, recipients } = body;
    if (timeout !== undefined && wait === undefined) report(['timeout'], onlyBeside('timeout', 'wait'));
    if (schedule !== undefined && wait !== undefined) report(['schedule'], notBeside('schedule', 'wait'));
    for (const key of ['to', 'data'] as const)
      if (body[key] !== undefined && recipients !== undefined) report([key], notBeside(key, 'recipients'));
  },
  silentMs: ({ wait, timeout = DEFAULT_TIMEOUT }) => (wait === undefined ? 0 : durationMs(timeout)),
  compile(body, step) {
    const send = { type: 'sms', params: smsTemplate(body, step) } as const;
    if (body.wait === undefined) return requesting(step, send, { done: [step.exit('accepted')] });
    const taken: Transition[] = [{ actions: [{ type: 'take_delivery' }] }];
    const sending = requesting(step, send, { done: [{ target: 'waiting' }] });
    return {
      initial: 'sending',
      states: {
        // A delivery report may arrive before the response to the request.
        sending: { ...sending, on: { ...sending.on, delivery: taken } },
        waiting: waiting(step, taken, durationMs(body.timeout ?? DEFAULT_TIMEOUT)),
      },
    };
  },
};

function waiting(step: StepContext, taken: Transition[], timeoutMs: number): MachineState {
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

function onlyBeside(key: string, other: string) {
  return { code: 'conflicting-keys', message: `"${key}" has a meaning only beside "${other}"` } as const;
}

function notBeside(key: string, other: string) {
  return { code: 'conflicting-keys', message: `"${key}" cannot stand beside "${other}"` } as const;
}
