import type { Entry } from './catalogue-entry.ts';

/** Diagnostics that only `ringflow prove` finds, since they need whole calls. docs/prove.md has an example of each. */
export const proved = {
  trap: {
    severity: 'warning',
    meaning:
      'From some point of a call on no way leads to a person or to an end: only hanging up, or a limit, gets the caller out.',
    mend: 'Give the caller a way out: a choice, a key of `always`, or an end after some attempts.',
  },
  'endless-silence': {
    severity: 'warning',
    meaning:
      'A caller who does nothing stays on the line without end, or until a limit, though callers who act get on.',
    mend: 'Lead `exhausted` or `timeout` out of the circle, to a person or to a goodbye.',
  },
  'cut-off-by-failure': {
    severity: 'warning',
    meaning: 'After something has failed the call is ended before the caller hears another word.',
    mend: 'Lead the failure to a step that says what is wrong, or give the flow an `on.error` that does.',
  },
  'long-way': {
    severity: 'warning',
    meaning:
      'Even on the quickest way to it a caller hears more prompts, or waits longer, than the budget allows before a person or an end.',
    mend: 'Shorten the prompts on that way, leave questions out, or raise the budget.',
  },
  'finalizer-left-out': {
    severity: 'warning',
    meaning: 'A call can end without its finalizer, or its finalizer breaks off before its last step.',
    mend: 'Make sure that no expression of the finalizer can fail, or lead `failed` to the step behind it.',
  },
  'refused-command': {
    severity: 'warning',
    meaning: 'A step is entered in a state of the line in which the platform must refuse what it asks for.',
    mend: 'Lead to the step only where it can be done, or give the refusal an edge of its own.',
  },
  'shadowed-input': {
    severity: 'warning',
    meaning: 'What is written as input for one choice means another one.',
    mend: 'Take other words or another key for one of the two.',
  },
  'unbounded-loop': {
    severity: 'warning',
    meaning:
      'Steps can follow one another in a circle without end, with nothing to hear and no `wait` in it: what a web service takes to answer, or not to answer, is no pause.',
    mend: 'Put a `wait` into the circle, or count the rounds and leave it after some.',
  },
  'long-dead-air': {
    severity: 'warning',
    meaning:
      'Over several steps that follow one another the caller may hear nothing for longer than the budget.',
    mend: 'Say something between them, or give a request a `filler`.',
  },
  'unreached-step': {
    severity: 'warning',
    meaning: 'The graph has a way to the step, but no call can go it.',
    mend: 'Correct the condition before it, or remove the step.',
  },
  'unreached-outcome': {
    severity: 'warning',
    meaning: 'A way out of a step is written down that no call can take.',
    mend: 'Correct what decides on it, or remove it.',
  },
} as const satisfies Record<string, Entry>;
