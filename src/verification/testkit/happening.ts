import type { Command, TraceEntry } from '../../call/index.ts';
import type { JournalEntry } from '../../platform/emulator/model/index.ts';

/** A command that was sent, with the time in ms since the epoch. */
export type SentCommand = Command & { at: number };

/** An event in the log, from the platform's journal or the call's trace. */
export type Happening = { teller: 'platform'; entry: JournalEntry } | { teller: 'call'; entry: TraceEntry };
