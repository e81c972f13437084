/** The latest entries of the journal, ready to be shown and filtered. */
import type { JournalEntry } from '../../platform/emulator/views/index.ts';
import { describeEntry, findGroup, isTrouble } from './journal-text.ts';
import type { JournalGroup } from './journal-text.ts';

export interface JournalRow {
  entry: JournalEntry;
  group: JournalGroup;
  text: string;
  isTrouble: boolean;
  /** Text and id of the call in lower case, which the filter looks through. */
  searched: string;
}

/** The entries of the journal that are shown. */
interface JournalFilter {
  hidden: ReadonlySet<JournalGroup>;
  /** Part of the text or of a call's id, in any case. */
  wanted: string;
  /** The only call that is shown; absent: all. */
  voiceId?: string;
}

/** Maximum number of rows that are kept. */
const KEPT_ROWS = 500;

/** Adds entries to the rows and drops the oldest rows. */
export function appendRows(
  rows: readonly JournalRow[],
  entries: readonly JournalEntry[],
): readonly JournalRow[] {
  return [...rows, ...entries.slice(-KEPT_ROWS).map(toRow)].slice(-KEPT_ROWS);
}

/** Returns the rows that pass a filter. */
export function filterRows(
  rows: readonly JournalRow[],
  { hidden, wanted, voiceId }: JournalFilter,
): readonly JournalRow[] {
  const text = wanted.trim().toLowerCase();
  return rows.filter(
    ({ entry, group, searched }) =>
      !hidden.has(group) && (voiceId === undefined || entry.voice_id === voiceId) && searched.includes(text),
  );
}

function toRow(entry: JournalEntry): JournalRow {
  const text = describeEntry(entry);
  return {
    entry,
    group: findGroup(entry),
    text,
    isTrouble: isTrouble(entry),
    searched: `${text} ${entry.voice_id ?? ''}`.toLowerCase(),
  };
}
