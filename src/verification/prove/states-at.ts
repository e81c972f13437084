/** Finds the current states of a machine, and the input that they accept. */
import type {
  Accepts,
  Action,
  FlowPart,
  Hears,
  MachineState,
  Transition,
} from '../../language/model/index.ts';

/** Lists the current states of a machine, the outermost first. */
export function listCurrentStates({ machine }: FlowPart, value: unknown): MachineState[] {
  return [machine, ...listInnerStates(machine, value)];
}

function listInnerStates({ states = {} }: MachineState, value: unknown): MachineState[] {
  const entries =
    typeof value === 'string'
      ? [[value, {}] as const]
      : Object.entries((value ?? {}) as Record<string, unknown>);
  return entries.flatMap(([name, inner]) => {
    const state = states[name];
    return state === undefined ? [] : [state, ...listInnerStates(state, inner)];
  });
}

/** Returns the transitions for an event in the innermost state that handles it. */
export function findTransitions(states: readonly MachineState[], event: string): Transition[] {
  return states.findLast(({ on }) => on?.[event] !== undefined)?.on?.[event] ?? [];
}

/** Returns how keys are interpreted; undefined if none are accepted. */
export function findAcceptedKeys(states: readonly MachineState[]): Accepts | undefined {
  return findParams(states, { event: 'digits', action: 'take' }) as Accepts | undefined;
}

/** Returns how words are interpreted; undefined if none are accepted. */
export function findAcceptedWords(states: readonly MachineState[]): Hears | undefined {
  return findParams(states, { event: 'speech', action: 'hear' }) as Hears | undefined;
}

/** Lists the keys that have an effect during a conversation. */
export function listBridgeKeys(states: readonly MachineState[]): string[] {
  const params = findParams(states, { event: 'bridge_digits', action: 'overhear' });
  return Object.keys((params as { keys: Record<string, string> } | undefined)?.keys ?? {});
}

function findParams(
  states: readonly MachineState[],
  { event, action: wanted }: { event: string; action: Action['type'] },
): unknown {
  const actions = findTransitions(states, event).flatMap(({ actions = [] }) => actions);
  const found = actions.find(({ type }) => type === wanted);
  return found !== undefined && 'params' in found ? found.params : undefined;
}
