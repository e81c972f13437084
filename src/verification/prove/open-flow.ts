/**
 * Changes a flow for the exploration: every step that takes no time rests before it is left, so that each way of a
 * data-dependent step can be taken, and the maximum duration of the call is not enforced.
 */
import { DAY_MINUTES } from '../../language/model/index.ts';
import type { Action, CompiledFlow, FlowPart, MachineState } from '../../language/model/index.ts';

/** Decision of a step that depends on data: `switch`, `lookup` and `hours`. */
interface Decision {
  /** The deciding action, which writes the number of the way into `index` of the context. */
  action: Extract<Action, { type: 'choose' | 'look_up' | 'look_at_clock' }>;
  /** Number of ways, apart from -1 for none. */
  ways: number;
}

/** Maximum duration of explored calls, ms. The flow's own limit is a move of its own (time-moves.ts). */
export const UNLIMITED_MS = 1_000 * DAY_MINUTES * 60_000;

/** Duration of the rest, ms. Without it, all such steps would run at once. */
export const REST_MS = 1;

/** Name of the resting state. */
export const RESTING = 'doing';

/** Opens a flow and all flows that it runs. */
export function openFlow(flow: CompiledFlow): CompiledFlow {
  const flows = Object.entries(flow.flows).map(([name, part]) => [name, openPart(part)] as const);
  return {
    ...flow,
    machine: openPart(flow).machine,
    limits: { ...flow.limits, durationMs: UNLIMITED_MS },
    flows: Object.fromEntries(flows),
  };
}

/** Changes a flow so that responses of web services succeed whatever they contain, since nothing is saved of them. */
export function withoutSaving(flow: CompiledFlow): CompiledFlow {
  return JSON.parse(JSON.stringify(flow), (_key, value: unknown) =>
    isTakeAnswer(value) ? { ...value, params: { ...value.params, save: [] } } : value,
  ) as CompiledFlow;
}

function isTakeAnswer(value: unknown): value is Extract<Action, { type: 'take_answer' }> {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'take_answer';
}

function openPart<Part extends FlowPart>(part: Part): Part {
  const { machine } = part;
  const states = Object.entries(machine.states ?? {}).map(([name, state]) => [name, addRest(state)] as const);
  return { ...part, machine: { ...machine, states: Object.fromEntries(states) } };
}

function addRest(state: MachineState): MachineState {
  const { states } = state;
  const doing = states?.[RESTING];
  if (doing?.always === undefined) return state;
  const { always, ...rest } = doing;
  return { ...state, states: { ...states, [RESTING]: { ...rest, after: { [REST_MS]: always } } } };
}

/** Returns the decision of a resting step; undefined if it has none. */
export function findDecision({ machine }: FlowPart, step: string): Decision | undefined {
  const [action] = machine.states?.[step]?.states?.[RESTING]?.entry ?? [];
  if (action?.type === 'choose') return { action, ways: action.params.conditions.length };
  if (action?.type === 'look_up') return { action, ways: 1 };
  return action?.type === 'look_at_clock' ? { action, ways: 3 } : undefined;
}
