/** The trace of a call: one entry per event with its effects, stored in the same commit. */
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
  /** `hold` tells whether a command of this kind holds the call or resumes it. */
  commands: { number: number; kind: CommandKind; hold?: boolean }[];
  /** State of the machine afterwards, as a dotted path (`main.listening`). */
  state: string;
}

/** Returns the flow to which an event's first notes belong, given the context after the event. */
export function findFlowBefore({ flow }: Pick<CallContext, 'flow'>, notes: readonly Note[]): string {
  const change = notes.find((note) => note.kind === 'flow');
  return change?.from ?? flow;
}

/** Returns the name of a step in reports: with its flow's name in front, unless that is the flow with which the call began. */
export function qualifyStep(callFlow: string, flow: string, step: string): string {
  return flow === callFlow ? step : `${flow}/${step}`;
}

/** Renders a state value of XState as a dotted path, parallel states side by side: `a.b c.d`. */
export function renderState(state: unknown): string {
  if (typeof state !== 'object' || state === null) return String(state);
  let text = '';
  for (const name in state)
    text += `${text === '' ? '' : ' '}${name}.${renderState((state as Record<string, unknown>)[name])}`;
  return text;
}
