import { warning } from './catalogue-entry.ts';
import type { Entry } from './catalogue-entry.ts';

/** Diagnostics that only `ringflow prove` finds, since they need whole calls. docs/prove.md has an example of each. */
export const proved = {
  trap: warning(
    'From some point of a call on, no path leads to a person or to an end: only hanging up, or a limit, gets the caller out.',
    'Give the caller a way out: a choice, a key of `always`, or an end after some attempts.',
  ),
  'endless-silence': warning(
    'A caller who does nothing stays on the line forever, or until a limit, although callers who act move on.',
    'Lead `exhausted` or `timeout` out of the loop, to a person or to a goodbye.',
  ),
  'cut-off-by-failure': warning(
    'After a failure the call ends before the caller hears another word.',
    'Lead the failure to a step that says what is wrong, or give the flow an `on.error` that does.',
  ),
  'long-way': warning(
    'Even on the shortest path a caller hears more prompts, or waits longer, than the budget allows before reaching a person or an end.',
    'Shorten the prompts on that path, remove questions, or raise the budget.',
  ),
  'finalizer-left-out': warning(
    'A call can end without its finalizer, or the finalizer stops before its last step.',
    'Make sure that no expression of the finalizer can fail, or lead `failed` to the step after it.',
  ),
  'refused-command': warning(
    'A step is entered in a state of the line in which the platform must refuse its command.',
    'Lead to the step only where the command is possible, or give the refusal an edge of its own.',
  ),
  'shadowed-input': warning(
    'Input for one choice is understood as another choice.',
    'Use other words or another key for one of the two.',
  ),
  'unbounded-loop': warning(
    'Steps can follow one another in an endless loop, with nothing to hear and no `wait` in it: the response time of a web service is not a pause.',
    'Add a `wait` to the loop, or count the rounds and leave it after some.',
  ),
  'long-dead-air': warning(
    'Over several consecutive steps the caller may hear nothing for longer than the budget.',
    'Say something between them, or give a request a `filler`.',
  ),
  'impossible-expression': warning(
    'An expression of `save` fails with every response of the web service, so the step can only end with `failed`.',
    'Convert the value first: a date of a response is text, so write `timestamp(response.json.due).getFullYear()`.',
  ),
  'unreached-step': warning(
    'The graph has a path to the step, but no call can take it. As information: no call that was tried took it. What lies behind something that only another carrier can do is left to `carrier-does-less`.',
    'Correct the condition before it, or remove the step.',
  ),
  'unreached-outcome': warning(
    'A step has an edge for an outcome that no call can reach. As information: no call that was tried reached it.',
    'Correct what decides on it, or remove the edge.',
  ),
} satisfies Record<string, Entry>;
