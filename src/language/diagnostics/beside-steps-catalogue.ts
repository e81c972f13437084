import type { Entry } from './catalogue-entry.ts';

/** Diagnostics of opening hours and tables. */
export const besideSteps = {
  'unknown-hours': {
    severity: 'error',
    meaning: 'Opening hours are named that do not exist.',
    mend: 'Correct the name, or add them to `hours`.',
  },
  'overlapping-hours': {
    severity: 'error',
    meaning: 'Two times of the same opening hours overlap, so one of them is not meant.',
    mend: 'Let one begin when the other ends, or remove one.',
  },
  'long-night': {
    severity: 'warning',
    meaning:
      'A time runs over midnight and is open for 16 hours or more, so its end is probably one of the afternoon.',
    mend: 'Write hours from 00 to 24: 09:00-17:00. Ignore this where somebody does work for so long.',
  },
  'unusual-time-zone': {
    severity: 'warning',
    meaning:
      'A time zone is known, but written in another way than its name: by an abbreviation, of which some have no summer time, or in other letters.',
    mend: 'Write the IANA name of a place, such as Europe/Berlin.',
  },
  'unknown-table': {
    severity: 'error',
    meaning: 'A table is named that does not exist.',
    mend: 'Correct the name, or add it to `tables`.',
  },
  'unknown-column': {
    severity: 'error',
    meaning: 'A column is kept that the table does not have.',
    mend: 'Correct the name, or add the column to the table.',
  },
  'bad-table': {
    severity: 'error',
    meaning:
      'A table cannot be read: its file is not there or is no table, a row lacks a cell, or a key stands in it twice.',
    mend: 'Correct the line that the message names.',
  },
} as const satisfies Record<string, Entry>;
