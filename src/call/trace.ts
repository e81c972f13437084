/** The trace of a call: one entry per event, with everything that came of it, written in the commit that applied the event. */
import type { CommandKind } from './commands.ts';
import type { CallEvent } from './events.ts';
import type { Note } from './notes.ts';
import type { CallContext } from './record.ts';

export interface TraceEntry {
  /** The record's sequence number after this event. */
  seq: number;
  /** ms since the epoch. */
  at: number;
  event: CallEvent;
  notes: Note[];
  commands: { number: number; kind: CommandKind }[];
  /** State of the machine afterwards, as a dotted path (`main.listening`). */
  state: string;
}

/** The flow to which the steps belong that an event's notes name first, before any note of another flow. */
export function findFlowBefore({ flow }: Pick<CallContext, 'flow'>, notes: readonly Note[]): string {
  const change = notes.find((note) => note.kind === 'flow');
  return change?.from ?? flow;
}

/** A step as reports name it: one of a flow that the call's own flow runs or went to has that flow's name before it. */
export function qualifyStep(callFlow: string, flow: string, step: string): string {
  return flow === callFlow ? step : `${flow}/${step}`;
}

/** A state value of XState as a dotted path, parallel states side by side: `a.b c.d`. */
export function renderState(state: unknown): string {
  if (typeof state !== 'object' || state === null) return String(state);
  let text = '';
  for (const name in state)
    text += `${text === '' ? '' : ' '}${name}.${renderState((state as Record<string, unknown>)[name])}`;
  return text;
}
