import type { ConnectStep } from '../../../../schemas/types/flow.ts';
import type { Action, MachineState, Template, Transition } from '../../model/index.ts';
import { findKeyChanges, listKeyOutcomes, waitForBridgeEnd } from './parts/bridge-keys.ts';
import { buildAnsweringState, toList, parseDuration, buildFaultExits, FAILED } from './parts/fragments.ts';
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
  listOutcomes: (body) => [
    { name: 'completed', otherwise: 'next', unless: 'bridged' },
    { name: 'bridged', otherwise: 'stay' },
    { name: 'busy', otherwise: 'nowhere', like: 'unreached' },
    { name: 'no_answer', otherwise: 'nowhere', like: 'unreached' },
    { ...FAILED, like: 'unreached' },
    { name: 'unreached', otherwise: 'never' },
    ...listKeyOutcomes(body?.keys ?? {}),
  ],
  getLineChange({ keys = {} } = {}, outcome) {
    const isBridged = outcome === 'bridged' || Object.hasOwn(keys, outcome);
    const haveTalked = isBridged || outcome === 'completed';
    return {
      bridged: isBridged ? 'yes' : 'no',
      // The platform decides whether a bridged call stays on hold.
      ...(haveTalked && { held: 'unknown', ...findKeyChanges(keys) }),
    };
  },
  compile(body, step) {
    const to = toList(body.to).map((party) => step.toTemplate(String(party)));
    const from = body.from === undefined ? {} : { from: step.toTemplate(String(body.from)) };
    const headers = body.headers === undefined ? {} : { headers: toHeaders(body.headers, step) };
    const [first] = to;
    // A call that we place carries no headers for a party.
    const isCarried = first !== undefined && body.headers === undefined;
    const ringMs = parseDuration(body.ring ?? DEFAULT_RING);
    const carried = isCarried ? { connect: { to: first, ...from, ringMs } } : {};
    // A party that answers after its ring time is bridged already, so the step resumes there (R2).
    step.handleLate('bridged', {
      guard: { type: 'tried', params: { step: step.name } },
      target: `#${step.name}.bridged`,
    });
    return {
      initial: 'answering',
      states: {
        answering: buildAnsweringState(step, 'dialing', carried),
        ...buildDialingStates(step, { to, ...from, ...headers, ringMs }),
        bridged: buildTalkingState(body, step),
      },
    };
  },
};

function toHeaders(
  headers: NonNullable<ConnectStep['headers']>,
  step: StepContext,
): Record<string, Template> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, step.toTemplate(String(value))]),
  );
}

function buildDialingStates(
  step: StepContext,
  params: Extract<Action, { type: 'connect' }>['params'] & { ringMs: number },
): Record<string, MachineState> {
  const nextParty: Transition = {
    guard: { type: 'more_parties', params: { parties: params.to.length } },
    target: 'dialing',
    reenter: true,
  };
  const failed = step.exit('failed');
  const exitBecause = (reason: string): Transition => ({
    ...step.exit(reason),
    guard: { type: 'reason', params: { is: reason } },
  });
  return {
    dialing: {
      entry: [{ type: 'visit' }, { type: 'connect', params }],
      always: buildFaultExits(step),
      on: {
        bridged: [{ target: 'bridged' }],
        unbridged: [
          { guard: { type: 'reason', params: { is: 'normal' } }, target: 'overtaken' },
          nextParty,
          exitBecause('busy'),
          exitBecause('no_answer'),
          failed,
        ],
        command_failed: [nextParty, failed],
      },
      after: { [params.ringMs]: [nextParty, step.exit('no_answer')] },
    },
    // A normal hang-up: the notification that they talked may still arrive through another node.
    overtaken: { on: { bridged: [step.exit('completed')] }, after: { [OVERTAKEN_MS]: [nextParty, failed] } },
  };
}

/** Leaves the step once the parties talk, or waits for the end of the bridge and for keys. */
function buildTalkingState(body: ConnectStep, step: StepContext): MachineState {
  if (step.outcomes.includes('bridged')) return { always: [step.exit('bridged')] };
  return waitForBridgeEnd(step, body, [step.exit('completed')]);
}
