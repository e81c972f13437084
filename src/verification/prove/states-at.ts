/** Where a machine is: the states that are current, with what they wait for. */
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

/** What happens at an event in the innermost state that waits for it. */
export function transitionsFor(states: readonly MachineState[], event: string): Transition[] {
  return states.findLast(({ on }) => on?.[event] !== undefined)?.on?.[event] ?? [];
}

/** What the keys mean that are pressed here; undefined where nobody waits for any. */
export function keysTaken(states: readonly MachineState[]): Accepts | undefined {
  return paramsOf(states, { event: 'digits', action: 'take' }) as Accepts | undefined;
}

/** What words mean here; undefined where nobody waits for any. */
export function wordsTaken(states: readonly MachineState[]): Hears | undefined {
  return paramsOf(states, { event: 'speech', action: 'hear' }) as Hears | undefined;
}

/** What keys on a bridge do here. */
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
