import type { RoomStep } from '../../../../schemas/types/flow.ts';
import type { MachineState, Template, Transition } from '../../model/index.ts';
import { buildAnsweringState, buildFaultExits, buildRequestState, FAILED } from './parts/fragments.ts';
import { toSmsTemplate } from './parts/sms-message.ts';
import type { Verb } from '../types.ts';
import type { StepContext } from './step-context.ts';

/** Milliseconds to wait for the platform's confirmation that the call is in the room. */
const JOIN_WAIT_MS = 15_000;

/**
 * Brings the call into a video room. The requests to the video service come first, so that an outbound call carries
 * the room and nobody waits on the line meanwhile:
 *
 *  creating → inviting → texting → answering → joining → joined
 */
export const room: Verb<RoomStep> = {
  name: 'room',
  waits: 'party',
  needsCall: true,
  alone: true,
  listOutcomes: () => [{ name: 'joined', otherwise: 'stay' }, FAILED],
  getLineChange: (_body, outcome) => (outcome === 'joined' ? { inRoom: 'yes' } : {}),
  compile({ join, create, invite }, step) {
    const named = join === undefined ? {} : { room: step.toTemplate(join) };
    const inviting = invite === undefined ? undefined : buildInvitationStates(invite, named, step);
    const creating = create && buildCreation(create, step, invite === undefined ? 'answering' : 'inviting');
    return {
      initial: creating ? 'creating' : inviting ? 'inviting' : 'answering',
      states: {
        ...(creating && { creating }),
        ...inviting,
        answering: buildAnsweringState(step, 'joining', { room: named }),
        joining: buildJoiningState(step, named),
        joined: step.outcomes.includes('joined') ? { always: [step.exit('joined')] } : {},
      },
    };
  },
};

interface NamedRoom {
  room?: Template;
}

function buildCreation(
  { name, permanent = false, ...settings }: NonNullable<RoomStep['create']>,
  step: StepContext,
  next: string,
): MachineState {
  const made = { adhoc: !permanent, ...settings };
  const action = {
    type: 'create_room',
    params: { name: step.toTemplate(name), settings: made },
  } as const;
  return buildRequestState(step, action, { done: keepAnswer('take_room', next) });
}

function buildInvitationStates(
  { name, role = 'participant', sms }: NonNullable<RoomStep['invite']>,
  named: NamedRoom,
  step: StepContext,
): Record<string, MachineState> {
  const shown = name === undefined ? {} : { name: step.toTemplate(name) };
  const token = { type: 'create_token', params: { ...named, ...shown, role } } as const;
  const text = { type: 'sms', params: toSmsTemplate(sms, step) } as const;
  return {
    inviting: buildRequestState(step, token, { done: keepAnswer('take_token', 'texting') }),
    texting: buildRequestState(step, text, { done: [{ target: 'answering' }] }),
  };
}

/** Stores the platform's answer and goes on; fails when the answer is empty. */
function keepAnswer(type: 'take_room' | 'take_token', target: string): Transition[] {
  return [{ target, actions: [{ type }] }];
}

function buildJoiningState(step: StepContext, named: NamedRoom): MachineState {
  const failed = step.exit('failed');
  const message = 'the platform did not confirm that the call is in the room';
  return {
    entry: [{ type: 'visit' }, { type: 'join', params: named }],
    always: buildFaultExits(step),
    on: { joined: [{ target: 'joined' }], command_failed: [failed] },
    after: {
      [JOIN_WAIT_MS]: [
        {
          ...failed,
          actions: [{ type: 'fault', params: { code: 'not_joined', message } }, ...(failed.actions ?? [])],
        },
      ],
    },
  };
}
