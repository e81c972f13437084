import type { WaitStep } from '../../../../schemas/types/flow.ts';
import type { MachineState, Transition } from '../../model/index.ts';
import { findKeyChanges, listKeyOutcomes, waitForBridgeEnd } from './parts/bridge-keys.ts';
import { parseDuration, buildFaultExits, DONE, FAILED } from './parts/fragments.ts';
import type { Outcome, Verb, Readable } from '../types.ts';
import type { StepContext } from './step-context.ts';

const MESSAGE_TIMEOUT = '2m';

type AwaitedEvent = Exclude<WaitStep, string>;

const timeout: Outcome = { name: 'timeout', otherwise: 'nowhere' };
/** Waits for some time, for a message, or for the end of a bridge. */
export const wait: Verb<WaitStep> = {
  name: 'wait',
  waits: 'party',
  needsCall: false,
  deciding: ['for', 'timeout', 'keys'],
  listOutcomes(body) {
    if (typeof body !== 'object') return [DONE];
    const isEndless = body.for === 'bridge_end' && body.timeout === undefined;
    const ways = isEndless ? [DONE, FAILED] : [DONE, timeout, FAILED];
    return [...ways, ...listKeyOutcomes(findBridgeKeys(body))];
  },
  describeOutcomeNeed(body, outcome) {
    if (outcome !== 'timeout') return undefined;
    return typeof body === 'object'
      ? 'add "timeout: …" below "wait"'
      : 'it is an outcome of wait: { for: …, timeout: … }';
  },
  check(body, report) {
    if (typeof body !== 'object' || body.for === undefined) return;
    const foreign = FOREIGN_KEYS[body.for].filter((key) => body[key] !== undefined);
    for (const key of foreign)
      report([key], {
        code: 'conflicting-keys',
        message: `"${key}" is allowed only beside "for: ${body.for === 'message' ? 'bridge_end' : 'message'}"`,
      });
  },
  getSilentMs(body) {
    if (typeof body === 'string') return parseDuration(body);
    return body.for === 'bridge_end' ? 0 : parseDuration(body.timeout ?? MESSAGE_TIMEOUT);
  },
  getLineChange(body, outcome) {
    if (!isBridgeWait(body)) return {};
    const keys = findBridgeKeys(body);
    const isOver = outcome === 'done';
    return {
      ...findKeyChanges(keys),
      ...(isOver && { bridged: 'no' }),
      ...(Object.hasOwn(keys, outcome) && { bridged: 'yes' }),
    };
  },
  compile(body, step) {
    if (typeof body === 'string') return { after: { [parseDuration(body)]: [step.exit('done')] } };
    return body.for === 'message' ? buildMessageWait(body, step) : buildBridgeWait(body, step);
  },
};

/** True for a step that waits for the end of a bridge. */
export function isBridgeWait(body: Readable<WaitStep> | undefined): boolean {
  return typeof body === 'object' && body.for === 'bridge_end';
}

/** Keys that have no meaning with each kind of waiting. */
const FOREIGN_KEYS = { message: ['keys', 'inter_digit'], bridge_end: ['from', 'save'] } as const;

function findBridgeKeys(body: Readable<WaitStep> | undefined): NonNullable<Readable<AwaitedEvent>['keys']> {
  return typeof body === 'object' && body.for === 'bridge_end' ? (body.keys ?? {}) : {};
}

function buildMessageWait(
  { from, save, timeout: longest = MESSAGE_TIMEOUT }: AwaitedEvent,
  step: StepContext,
): MachineState {
  const exit = step.exit('done');
  const sender = from === undefined ? {} : { from: step.toTemplate(String(from)) };
  const secret = save !== undefined && step.isSecret(save);
  const taken = { type: 'take_message', params: save === undefined ? {} : { variable: save } } as const;
  return {
    entry: [{ type: 'visit' }, { type: 'await_message', params: { ...sender, secret } }],
    always: buildFaultExits(step),
    on: { message: [{ ...exit, actions: [taken, ...(exit.actions ?? [])] }] },
    after: { [parseDuration(longest)]: [step.exit('timeout')] },
  };
}

/** Uses two states, so that the step ends at once when the call is not bridged. */
function buildBridgeWait(body: AwaitedEvent, step: StepContext): MachineState {
  const over: Transition[] = [step.exit('done')];
  const { timeout: longest } = body;
  return {
    initial: 'looking',
    states: {
      looking: { always: [{ guard: { type: 'bridged' }, target: 'waiting' }, ...over] },
      waiting: {
        ...waitForBridgeEnd(step, body, over),
        ...(longest === undefined ? {} : { after: { [parseDuration(longest)]: [step.exit('timeout')] } }),
      },
    },
  };
}
