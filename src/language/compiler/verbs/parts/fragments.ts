/**
 * Parts of machines that several verbs share. Each function returns states or transitions as plain JSON; the names
 * of actions and guards are those of model/vocabulary.ts.
 */
import type { GotoStep, SetStep } from '../../../../../schemas/types/flow.ts';
import type { Action, CarriedAction, MachineState, Template, Transition } from '../../../model/index.ts';
import type { Outcome } from '../../types.ts';
import type { StepContext } from '../step-context.ts';

/** Outcomes that many verbs have. */
export const DONE: Outcome = { name: 'done', otherwise: 'next' };
export const FAILED = { name: 'failed', otherwise: 'error' } as const satisfies Outcome;

/** Milliseconds that an accept waits for `connected` before the step continues without it: the notification may be lost. */
const ACCEPT_WAIT_MS = 10_000;

const DURATION_UNITS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** Converts `5s` or `500ms` to milliseconds. The schema has already rejected all other forms. */
export function parseDuration(text: string): number {
  const [, count, unit] = /^(\d+)(ms|s|m|h)$/.exec(text) ?? [];
  return Number(count) * (DURATION_UNITS[unit ?? ''] ?? NaN);
}

/** Wraps a single item in a list. */
export function toList<Item>(value: Item | Item[] | undefined): Item[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

/** Returns the exits of a step whose entry actions failed: by the limit of steps, or by an error of the step. */
export function buildFaultExits(step: StepContext): Transition[] {
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
 * Builds a step that takes no time: it runs its action and leaves. It needs two states, since XState stops when a
 * transition without an event leads back to its source states, and a step may lead to itself.
 */
export function buildPassingStates(step: StepContext, action: Action, exits: Transition[]): MachineState {
  return {
    initial: 'doing',
    states: {
      doing: { entry: [action], always: [{ target: 'leaving' }] },
      leaving: { always: [...buildFaultExits(step), ...exits] },
    },
  };
}

/**
 * Builds the first state of a step that needs a live call: it waits until the call is answered, then goes to `into`
 * (R10, R11). A step that the platform refuses on a bridge also waits for the end of the bridge. If the call has
 * ended the step is left.
 */
export function buildAnsweringState(
  step: StepContext,
  into: string,
  carried: CarriedAction = {},
): MachineState {
  const { alone } = step;
  return {
    entry: [{ type: 'visit' }, { type: 'answer', params: { ...carried, ...(alone && { alone }) } }],
    always: [
      ...buildFaultExits(step),
      { guard: { type: alone ? 'alone' : 'answered' }, target: into },
      { guard: { type: 'gone' }, target: '#$hangup' },
    ],
    on: { connected: [{ target: into }], ...(alone && { unbridged: [{ target: into }] }) },
    after: { [ACCEPT_WAIT_MS]: [{ guard: { type: 'accepting' }, target: into }] },
  };
}

/**
 * Builds a state that sends a command and waits for its result: `done` when it is carried out, `refused` for
 * refusals with exits of their own; other refusals fail the step with the platform's message.
 */
export function buildRequestState(
  step: StepContext,
  action: Action,
  { done, refused = [] }: { done: Transition[]; refused?: Transition[] },
): MachineState {
  return {
    entry: [{ type: 'visit' }, action],
    always: buildFaultExits(step),
    on: { command_done: done, command_failed: [...refused, step.exit('failed')] },
  };
}

/**
 * Builds a state that plays one entry of the playlist, repeats while at least `atLeast` entries are left, then
 * takes `exits`.
 */
export function buildSpeakingState(name: string, atLeast: number, exits: Transition[]): MachineState {
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

/** Returns the action that assigns values to variables. */
export function toSetAction(body: SetStep, step: StepContext): Action {
  const values = Object.entries(body).map(([variable, value]) => ({
    variable,
    value: step.toVariableValue(variable, value),
  }));
  return { type: 'set', params: { values } };
}

/** Follows a transition when the input was decided to have this meaning. */
export function leadWhenDecided(as: string, leads: Transition): Transition {
  return { ...leads, guard: { type: 'decided', params: { as } } };
}

/** Returns the action that runs another flow: for good, or until it returns. */
export function buildFlowCall(
  { flow, with: given = {} }: GotoStep,
  step: StepContext,
  { stay }: { stay: boolean },
): Action {
  const values = Object.entries(given).map(([param, value]) => ({
    variable: param,
    value: step.toArgument(flow, param, value),
  }));
  return { type: 'call_flow', params: { flow, with: values, stay } };
}

/** Builds the states that return to the calling flow with an outcome; without one they take `uncalled`. */
export function buildReturnStates(
  outcome: string,
  { uncalled, after }: { uncalled: Transition; after: Transition[] },
): MachineState {
  const giveBack: Action = { type: 'give_back', params: { outcome } };
  const called: Transition = { guard: { type: 'called' }, target: 'gone', actions: [giveBack] };
  return {
    initial: 'giving',
    states: { giving: { always: [called, uncalled] }, gone: { always: after } },
  };
}

/** Converts the fields to templates, by name. */
export function toTemplates(
  fields: Record<string, unknown> = {},
  step: StepContext,
): Record<string, Template> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, step.toTemplate(String(value))]),
  );
}
