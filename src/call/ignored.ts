/** How the trace tells of an event that moves nothing, and how to know that again. */
import type { Note } from './trace.ts';

const MARK = 'ignored: ';

/** Why it moves nothing: it is one that was applied before (I5). */
export const REPEATED = 'the same notification came before';

/** Why it moves nothing: the platform sends it with every call, and no flow uses it. */
export const ROUTINE = 'nothing depends on it';

/** Tells why an event moves nothing. */
export function ignoredNote(because: string): Note {
  return { kind: 'because', text: `${MARK}${because}` };
}

/** Whether a note says that its event moved nothing, for this reason or, without one, for any. */
export function isIgnored(note: Note, because?: string): boolean {
  if (note.kind !== 'because') return false;
  return because === undefined ? note.text.startsWith(MARK) : note.text === `${MARK}${because}`;
}
