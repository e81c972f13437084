import type { Entry } from './catalogue-entry.ts';

/** Diagnostics of scenarios only; they share all others with flows. */
export const inScenarios = {
  'impossible-line': {
    severity: 'error',
    meaning: 'A line of a scenario that cannot happen: it needs a caller, and the call is over by then.',
    mend: 'Move it before the line that ends the call, or remove one of the two.',
  },
} as const satisfies Record<string, Entry>;
