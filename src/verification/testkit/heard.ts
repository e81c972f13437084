/** Reads what the person on the line hears from the platform's journal. */
import type { JournalEntry } from '../../platform/emulator/model/index.ts';

/** One thing that the caller began to hear. */
export interface Heard {
  /** ms since the epoch. */
  at: number;
  /** The words; for a stored prompt or an audio file, its name. */
  text: string;
  /** Of synthesised speech, as far as it is known. */
  language?: string;
}

/** Returns what is heard in a journal entry; undefined for silent plays and other entries. */
export function readHeard(entry: JournalEntry): Heard | undefined {
  const { at } = entry;
  if (entry.kind === 'prompt') return { at, text: `stored prompt ${entry.name}` };
  if (entry.kind === 'audio') return { at, text: entry.url };
  if (entry.kind !== 'speech' || entry.text === '') return undefined;
  return { at, text: entry.text, ...(entry.language !== undefined && { language: entry.language }) };
}
