import type { ConnectStep } from '../../../../schemas/types/flow.ts';
import type { MachineState, Transition } from '../../model/index.ts';
import { changedByKeys, keyOutcomes, untilBridgeEnds } from './parts/bridge-keys.ts';
import { answering, asList, durationMs, faultExits } from './parts/fragments.ts';
import type { Verb } from '../types.ts';
import type { StepContext } from './step-context.ts';

const DEFAULT_RING = '30s';
/** Milliseconds that the end of a bridge waits for a delayed notification of its beginning. */
const OVERTAKEN_MS = 3_000;

/**
 * Bridges the caller to another party; a list of parties is tried in order. Ringflow runs the ring timer itself,
 * since it is not documented how the platform reports a party that does not answer (platform-facts.md).
 */
export const connect: Verb<ConnectStep> = {
  name: 'connect',
  waits: 'party',
  needsCall: true,
  alone: true,
  outcomes: (body) => [
    { name: 'completed', otherwise: 'next', unless: 'bridged' },
    { name: 'bridged', otherwise: 'stay' },
    { name: 'busy', otherwise: 'nowhere' },
    { name: 'no_answer', otherwise: 'nowhere' },
    { name: 'failed', otherwise: 'error' },
    ...keyOutcomes(body?.keys ?? {}),
  ],
  leaves({ keys = {} } = {}, outcome) {
    const isBridged = outcome === 'bridged' || Object.hasOwn(keys, outcome);
    const haveTalked = isBridged || outcome === 'completed';
    return {
      bridged: isBridged ? 'yes' : 'no',
      // The platform decides whether a bridged call stays on hold.
      ...(haveTalked && { held: 'unknown', ...changedByKeys(keys) }),
    };
  },
  compile(body, step) {
    const to = asList(body.to).map((party) => step.template(String(party)));
    const from = body.from === undefined ? {} : { from: step.template(String(body.from)) };
    const [first] = to;
    const nextParty: Transition = {
      guard: { type: 'more_parties', params: { parties: to.length } },
      target: 'dialing',
      reenter: true,
    };
    const failed: Transition = { ...step.exit('failed') };
    const because = (reason: string): Transition => ({
      ...step.exit(reason),
      guard: { type: 'reason', params: { is: reason } },
    });
    // A party that answers after its ring time is bridged already, so the step resumes there (R2).
    step.whenLate('bridged', {
      guard: { type: 'tried', params: { step: step.name } },
      target: `#${step.name}.bridged`,
    });
    return {
      initial: 'answering',
      states: {
        answering: answering(step, 'dialing', first === undefined ? {} : { connect: { to: first, ...from } }),
        dialing: {
          entry: [{ type: 'visit' }, { type: 'connect', params: { to, ...from } }],
          always: faultExits(step),
          on: {
            bridged: [{ target: 'bridged' }],
            unbridged: [
              { guard: { type: 'reason', params: { is: 'normal' } }, target: 'overtaken' },
              nextParty,
              because('busy'),
              because('no_answer'),
              failed,
            ],
            command_failed: [nextParty, failed],
          },
          after: { [durationMs(body.ring ?? DEFAULT_RING)]: [nextParty, step.exit('no_answer')] },
        },
        // A normal hang-up: the notification that they talked may still arrive through another node.
        overtaken: {
          on: { bridged: [step.exit('completed')] },
          after: { [OVERTAKEN_MS]: [nextParty, failed] },
        },
        bridged: talking(body, step),
      },
    };
  },
};

/** Leaves the step once the parties talk, or waits for the end of the bridge and for keys. */
function talking(body: ConnectStep, step: StepContext): MachineState {
  if (step.outcomes.includes('bridged')) return { always: [step.exit('bridged')] };
  return untilBridgeEnds(step, body, [step.exit('completed')]);
}
