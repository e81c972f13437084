/** Current states of a machine, and the input that they accept. */
import type {
  Accepts,
  Action,
  FlowPart,
  Hears,
  MachineState,
  Transition,
} from '../../language/model/index.ts';

/** The states of a machine that are current, from the outermost one. */
export function statesAt({ machine }: FlowPart, value: unknown): MachineState[] {
  return [machine, ...below(machine, value)];
}

function below({ states = {} }: MachineState, value: unknown): MachineState[] {
  const entries =
    typeof value === 'string'
      ? [[value, {}] as const]
      : Object.entries((value ?? {}) as Record<string, unknown>);
  return entries.flatMap(([name, inner]) => {
    const state = states[name];
    return state === undefined ? [] : [state, ...below(state, inner)];
  });
}

/** Returns the transitions for an event in the innermost state that handles it. */
export function transitionsFor(states: readonly MachineState[], event: string): Transition[] {
  return states.findLast(({ on }) => on?.[event] !== undefined)?.on?.[event] ?? [];
}

/** Returns how keys are interpreted here; undefined if none are accepted. */
export function keysTaken(states: readonly MachineState[]): Accepts | undefined {
  return paramsOf(states, { event: 'digits', action: 'take' }) as Accepts | undefined;
}

/** Returns how words are interpreted here; undefined if none are accepted. */
export function wordsTaken(states: readonly MachineState[]): Hears | undefined {
  return paramsOf(states, { event: 'speech', action: 'hear' }) as Hears | undefined;
}

/** Lists the keys that have an effect during a conversation. */
export function bridgeKeys(states: readonly MachineState[]): string[] {
  const params = paramsOf(states, { event: 'bridge_digits', action: 'overhear' });
  return Object.keys((params as { keys: Record<string, string> } | undefined)?.keys ?? {});
}

function paramsOf(
  states: readonly MachineState[],
  { event, action: wanted }: { event: string; action: Action['type'] },
): unknown {
  const actions = transitionsFor(states, event).flatMap(({ actions = [] }) => actions);
  const found = actions.find(({ type }) => type === wanted);
  return found !== undefined && 'params' in found ? found.params : undefined;
}
