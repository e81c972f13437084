import type { WaitStep } from '../../../../schemas/types/flow.ts';
import type { MachineState, Transition } from '../../model/index.ts';
import { changedByKeys, keyOutcomes, untilBridgeEnds } from './parts/bridge-keys.ts';
import { durationMs, faultExits } from './parts/fragments.ts';
import type { Outcome, Verb, Readable } from '../types.ts';
import type { StepContext } from './step-context.ts';

const MESSAGE_TIMEOUT = '2m';

type Awaited = Exclude<WaitStep, string>;

const done: Outcome = { name: 'done', otherwise: 'next' };
const timeout: Outcome = { name: 'timeout', otherwise: 'nowhere' };
const failed: Outcome = { name: 'failed', otherwise: 'error' };

/** Waits for some time, for a message, or for the end of a bridge. */
export const wait: Verb<WaitStep> = {
  name: 'wait',
  waits: 'party',
  needsCall: false,
  deciding: ['for', 'timeout', 'keys'],
  outcomes(body) {
    if (typeof body !== 'object') return [done];
    const isEndless = body.for === 'bridge_end' && body.timeout === undefined;
    const ways = isEndless ? [done, failed] : [done, timeout, failed];
    return [...ways, ...keyOutcomes(keysOf(body))];
  },
  outcomeNeeds(body, outcome) {
    if (outcome !== 'timeout') return undefined;
    return typeof body === 'object'
      ? 'add "timeout: …" below "wait"'
      : 'it is an outcome of wait: { for: …, timeout: … }';
  },
  check(body, report) {
    if (typeof body !== 'object' || body.for === undefined) return;
    const foreign = OTHERS_KEYS[body.for].filter((key) => body[key] !== undefined);
    for (const key of foreign)
      report([key], {
        code: 'conflicting-keys',
        message: `"${key}" has a meaning only beside "for: ${body.for === 'message' ? 'bridge_end' : 'message'}"`,
      });
  },
  silentMs(body) {
    if (typeof body === 'string') return durationMs(body);
    return body.for === 'bridge_end' ? 0 : durationMs(body.timeout ?? MESSAGE_TIMEOUT);
  },
  leaves(body, outcome) {
    if (!isForBridgeEnd(body)) return {};
    const keys = keysOf(body);
    const isOver = outcome === 'done';
    return {
      ...changedByKeys(keys),
      ...(isOver && { bridged: 'no' }),
      ...(Object.hasOwn(keys, outcome) && { bridged: 'yes' }),
    };
  },
  compile(body, step) {
    if (typeof body === 'string') return { after: { [durationMs(body)]: [step.exit('done')] } };
    return body.for === 'message' ? forMessage(body, step) : forBridgeEnd(body, step);
  },
};

/** True for a step that waits for the end of a bridge. */
export function isForBridgeEnd(body: Readable<WaitStep> | undefined): boolean {
  return typeof body === 'object' && body.for === 'bridge_end';
}

/** Keys that have no meaning with each kind of waiting. */
const OTHERS_KEYS = { message: ['keys', 'inter_digit'], bridge_end: ['from', 'save'] } as const;

function keysOf(body: Readable<WaitStep> | undefined): NonNullable<Readable<Awaited>['keys']> {
  return typeof body === 'object' && body.for === 'bridge_end' ? (body.keys ?? {}) : {};
}

function forMessage(
  { from, save, timeout: longest = MESSAGE_TIMEOUT }: Awaited,
  step: StepContext,
): MachineState {
  const exit = step.exit('done');
  const sender = from === undefined ? {} : { from: step.template(String(from)) };
  const secret = save !== undefined && step.isSecret(save);
  const taken = { type: 'take_message', params: save === undefined ? {} : { variable: save } } as const;
  return {
    entry: [{ type: 'visit' }, { type: 'await_message', params: { ...sender, secret } }],
    always: faultExits(step),
    on: { message: [{ ...exit, actions: [taken, ...(exit.actions ?? [])] }] },
    after: { [durationMs(longest)]: [step.exit('timeout')] },
  };
}

/** Uses two states, so that the step ends at once when the call is not bridged. */
function forBridgeEnd(body: Awaited, step: StepContext): MachineState {
  const over: Transition[] = [step.exit('done')];
  const { timeout: longest } = body;
  return {
    initial: 'looking',
    states: {
      looking: { always: [{ guard: { type: 'bridged' }, target: 'waiting' }, ...over] },
      waiting: {
        ...untilBridgeEnds(step, body, over),
        ...(longest === undefined ? {} : { after: { [durationMs(longest)]: [step.exit('timeout')] } }),
      },
    },
  };
}
