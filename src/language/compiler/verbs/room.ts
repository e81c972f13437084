import type { RoomStep } from '../../../../schemas/types/flow.ts';
import type { MachineState, Template, Transition } from '../../model/index.ts';
import { answering, faultExits, requesting } from './parts/fragments.ts';
import { smsTemplate } from './parts/sms-message.ts';
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
  outcomes: () => [
    { name: 'joined', otherwise: 'stay' },
    { name: 'failed', otherwise: 'error' },
  ],
  leaves: (_body, outcome) => (outcome === 'joined' ? { inRoom: 'yes' } : {}),
  compile({ join, create, invite }, step) {
    const named = join === undefined ? {} : { room: step.template(join) };
    const inviting = invite === undefined ? undefined : invitation(invite, named, step);
    const creating = create && creation(create, step, invite === undefined ? 'answering' : 'inviting');
    return {
      initial: creating ? 'creating' : inviting ? 'inviting' : 'answering',
      states: {
        ...(creating && { creating }),
        ...inviting,
        answering: answering(step, 'joining', { room: named }),
        joining: joining(step, named),
        joined: step.outcomes.includes('joined') ? { always: [step.exit('joined')] } : {},
      },
    };
  },
};

interface Named {
  room?: Template;
}

function creation(
  { name, permanent = false, ...settings }: NonNullable<RoomStep['create']>,
  step: StepContext,
  next: string,
): MachineState {
  const made = { adhoc: !permanent, ...settings };
  const action = {
    type: 'create_room',
    params: { name: step.template(name), settings: made },
  } as const;
  return requesting(step, action, { done: kept('take_room', next) });
}

function invitation(
  { name, role = 'participant', sms }: NonNullable<RoomStep['invite']>,
  named: Named,
  step: StepContext,
): Record<string, MachineState> {
  const shown = name === undefined ? {} : { name: step.template(name) };
  const token = { type: 'create_token', params: { ...named, ...shown, role } } as const;
  const text = { type: 'sms', params: smsTemplate(sms, step) } as const;
  return {
    inviting: requesting(step, token, { done: kept('take_token', 'texting') }),
    texting: requesting(step, text, { done: [{ target: 'answering' }] }),
  };
}

/** Stores the platform's answer and goes on; fails when the answer is empty. */
function kept(type: 'take_room' | 'take_token', target: string): Transition[] {
  return [{ target, actions: [{ type }] }];
}

function joining(step: StepContext, named: Named): MachineState {
  const failed = step.exit('failed');
  const message = 'the platform did not say that the call is in the room';
  return {
    entry: [{ type: 'visit' }, { type: 'join', params: named }],
    always: faultExits(step),
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
