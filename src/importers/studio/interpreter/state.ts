/**
 * State of a call that the interpreter runs.
 *
 * STATE-1 Plain data; every change makes a new one.
 * STATE-2 Objects with names of the flow have no prototype.
 */

export interface CallState {
  /** Running flows, the innermost last. None: the call is over. */
  frames: readonly Frame[];
  /** Facts of the call. */
  remote: string;
  own: string;
}

/** One running flow. */
export interface Frame {
  /** Position of the flow in the project. */
  flow: number;
  /** Name of the widget that waits, or that has started the flow above. */
  at: string;
  /** What it waits for, if it has more than one stage: the position of the called party, or the reply to a message. */
  stage: number;
  variables: Fields;
  /** Findings of widgets by name. */
  widgets: Fields;
  parameters: Fields;
  isRecording: boolean;
}

export type Fields = Readonly<Record<string, unknown>>;

export const noFields: Fields = Object.freeze(Object.create(null) as Record<string, unknown>);

/** Returns fields with some replaced. */
export function withFields(fields: Fields, changes: Iterable<readonly [string, unknown]>): Fields {
  const copy = Object.assign(Object.create(null) as Record<string, unknown>, fields);
  for (const [name, value] of changes) copy[name] = value;
  return copy;
}

/** Returns the innermost frame with changes. */
export function changeTop(state: CallState, changes: Partial<Frame>): CallState {
  const top = state.frames.at(-1);
  return top === undefined
    ? state
    : { ...state, frames: [...state.frames.slice(0, -1), { ...top, ...changes }] };
}
