/**
 * Pieces of machine that several verbs share. Each gives states or transitions as plain JSON; the names of the
 * actions and guards are those of flow/vocabulary.ts.
 */
import type { GotoStep } from '../../../../../schemas/types/flow.ts';
import type { Action, Carried, MachineState, Template, Transition } from '../../../model/index.ts';
import type { StepContext } from '../step-context.ts';

/** How long to wait for `connected` after an accept before going on without it: the notification may be lost. */
const ACCEPT_WAIT_MS = 10_000;

const DURATION_UNITS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** `5s`, `500ms` → milliseconds. The schema has already refused everything else. */
export function durationMs(text: string): number {
  const [, count, unit] = /^(\d+)(ms|s|m|h)$/.exec(text) ?? [];
  return Number(count) * (DURATION_UNITS[unit ?? ''] ?? NaN);
}

/** A prompt or a list of them, as a body holds it, always as a list. */
export function asList<Item>(value: Item | Item[] | undefined): Item[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

/** Ways out for a step that could not do what its entry actions say: too many steps in all, or a failure of its own. */
export function faultExits(step: StepContext): Transition[] {
  return [
    {
      guard: { type: 'faulted', params: { limit: true } },
      target: '#$failed',
      actions: [{ type: 'take_fault' }],
    },
    { ...step.exit('failed'), guard: { type: 'faulted', params: { limit: false } } },
  ];
}

/**
 * A step that takes no time: does its action and leaves. In two states, since XState comes to rest when a transition
 * without an event leads back to the states it came from, and a step may lead to itself.
 */
export function passing(step: StepContext, action: Action, exits: Transition[]): MachineState {
  return {
    initial: 'doing',
    states: {
      doing: { entry: [action], always: [{ target: 'leaving' }] },
      leaving: { always: [...faultExits(step), ...exits] },
    },
  };
}

/**
 * The first state of a step that needs a living call: waits until somebody hears, then goes to `into` (R10, R11); one
 * that the platform refuses on a bridge waits for its end too. Where the call has ended nobody ever will.
 */
export function answering(step: StepContext, into: string, carried: Carried = {}): MachineState {
  const { alone } = step;
  return {
    entry: [{ type: 'visit' }, { type: 'answer', params: { ...carried, ...(alone && { alone }) } }],
    always: [
      ...faultExits(step),
      { guard: { type: alone ? 'alone' : 'answered' }, target: into },
      { guard: { type: 'gone' }, target: '#$hangup' },
    ],
    on: { connected: [{ target: into }], ...(alone && { unbridged: [{ target: into }] }) },
    after: { [ACCEPT_WAIT_MS]: [{ guard: { type: 'accepting' }, target: into }] },
  };
}

/**
 * A state that has the platform carry something out and waits until it has: `done` when it has, `refused` when it would
 * not, before the step fails with what the platform said.
 */
export function requesting(
  step: StepContext,
  action: Action,
  { done, refused = [] }: { done: Transition[]; refused?: Transition[] },
): MachineState {
  return {
    entry: [{ type: 'visit' }, action],
    always: faultExits(step),
    on: { command_done: done, command_failed: [...refused, step.exit('failed')] },
  };
}

/**
 * A state that sends one entry of the playlist and waits until it has been heard, again while at least `atLeast`
 * entries are left, then takes `exits`.
 */
export function speaking(name: string, atLeast: number, exits: Transition[]): MachineState {
  const heard: Transition[] = [
    { guard: { type: 'queued', params: { atLeast } }, target: name, reenter: true },
    ...exits,
  ];
  return {
    entry: [{ type: 'play', params: { listen: false } }],
    on: { played: heard },
    after: { speech_over: heard },
  };
}

/** What hands the call over to another flow: for good, or until it comes back. */
export function callingFlow(
  { flow, with: given = {} }: GotoStep,
  step: StepContext,
  { stay }: { stay: boolean },
): Action {
  const values = Object.entries(given).map(([param, value]) => ({
    variable: param,
    value: step.argumentFor(flow, param, value),
  }));
  return { type: 'call_flow', params: { flow, with: values, stay } };
}

/** The states of a step that puts the call on hold, or takes it up again. */
export function holding(step: StepContext, isHeld: boolean): MachineState {
  return {
    initial: 'answering',
    states: {
      answering: answering(step, 'asking'),
      asking: requesting(step, { type: 'hold', params: { hold: isHeld } }, { done: [step.exit('done')] }),
    },
  };
}

/** Fields by name, each with what it is filled in with. */
export function templates(fields: Record<string, unknown> = {}, step: StepContext): Record<string, Template> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, step.template(String(value))]),
  );
}
