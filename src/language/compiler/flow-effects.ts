/** The effects of steps and flows on the line and on values, as the flows that run them see them. */

/** Facts about the line that are tracked through a flow. */
export const lineFacts = [
  'answered',
  'bridged',
  'inRoom',
  'held',
  'recording',
  'streaming',
  'ended',
] as const;

export type LineFact = (typeof lineFacts)[number];

/** A step's effect on the line; other facts keep their value. `either`: the fact holds on some paths only. */
export type LineChange = Partial<Record<LineFact, 'yes' | 'no' | 'either' | 'unknown'>>;

/** A flow's effects on the line, for the flows that run it. */
export interface LineEffects {
  /** True when the flow, started during a bridge, reaches a step that the platform rejects then. */
  isAlone: boolean;
  /** Outcome → the flow's effect on the line when it returns with that outcome. */
  changesByOutcome: ReadonlyMap<string, LineChange>;
}

/** A flow's dealings with values, for the flows that run it. */
export interface ValueEffects {
  /** True when it asks for something secret, such as a PIN. */
  asksForSecret: boolean;
  /** True when it changes nothing outside: it sends no request but `get`, no message, and runs no other flow. */
  isReading: boolean;
  /** Outcome → the results that are always empty when the flow returns with it. */
  emptyResults: ReadonlyMap<string, ReadonlySet<string>>;
  /** Text parameters that must not be empty: the flow speaks, dials or sends them as they are. */
  neededParams: ReadonlySet<string>;
}
