/** Which action has put on the playlist what is being said in a state of a machine. */
import type { Action, FlowPart, MachineState } from '../../language/model/index.ts';

/** An action that puts prompts on the playlist. */
export type SpeakingAction = Extract<Action, { type: 'say' | 'ask' }>;

/**
 * The action behind what is said in a state. A step gathers its playlist in one state and works through it in those
 * beside it, so the innermost states around are looked at; of regions side by side only one speaks.
 */
export function speakingIn({ machine }: FlowPart, state: unknown): SpeakingAction | undefined {
  const [step] = below(state);
  const node = step && machine.states?.[step.name];
  return node && around(node, step.inner).at(-1);
}

/** From the outside in. */
function around(node: MachineState, state: unknown): SpeakingAction[] {
  const inside = below(state).flatMap(({ name, inner }) => around(node.states?.[name] ?? {}, inner));
  return [...gatheredIn(node), ...inside];
}

function gatheredIn({ states = {} }: MachineState): SpeakingAction[] {
  const entries = Object.values(states).flatMap(({ entry = [] }) => entry);
  return entries.filter((action) => action.type === 'say' || action.type === 'ask');
}

/** A state value of XState is the name of a state, or names with the state values in them. */
function below(state: unknown): { name: string; inner: unknown }[] {
  if (typeof state === 'string') return [{ name: state, inner: undefined }];
  if (typeof state !== 'object' || state === null) return [];
  return Object.entries(state).map(([name, inner]: [string, unknown]) => ({ name, inner }));
}
