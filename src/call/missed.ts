/** How the trace tells of a question that was not answered, or not by anything that fits, and how to know that again. */
import type { Note } from './trace.ts';

/** What the trace says of a question that was not answered in time. */
export const NO_ANSWER = 'the caller answered nothing in time';
/** What it says of words that nobody could make out. */
export const UNHEARD = 'nobody could tell what the caller said';

const UNFIT = ' fits nothing that is asked for';

/** What it says of keys or words, as they may be shown, that are no answer. */
export function unfit(shown: string): string {
  return `${shown}${UNFIT}`;
}

/** In which way a note says that an attempt to answer failed; undefined: it says something else. */
export function missIn(note: Note): 'no_input' | 'no_match' | undefined {
  if (note.kind !== 'because') return undefined;
  if (note.text === NO_ANSWER) return 'no_input';
  return note.text === UNHEARD || note.text.endsWith(UNFIT) ? 'no_match' : undefined;
}
