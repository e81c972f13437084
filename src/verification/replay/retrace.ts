/**
 * Applies the events of a trace again to the version on which the call started (I2). This restores everything that a
 * trace leaves out: whole commands, web requests, variables. Masked values are made up so that the call goes the same
 * way.
 */
import { advance, begin, callId, isIgnored, projectId, AFTER } from '../../call/index.ts';
import type { Advance, CallEvent, CallRecord, RunnableFlow, TraceEntry } from '../../call/index.ts';
import type { RecordedCall } from '../recording/index.ts';
import { generateGuesses } from './made-up.ts';
import type { Guess } from './made-up.ts';

/** One event of the call with its result. */
export interface Retraced {
  /** The recorded entry. */
  entry: TraceEntry;
  /** The event, with made-up values for masked ones. */
  event: CallEvent;
  /** True if it contains made-up values. */
  isMadeUp: boolean;
  /** The call before it. */
  before: CallRecord;
  /** True if a deadline that this release sets later was moved forward to the time of the entry. */
  isBroughtForward: boolean;
  made: Advance;
}

interface Retracing {
  steps: Retraced[];
  /** First entry that this version cannot reproduce. */
  lost?: TraceEntry;
}

/** Retraces a recorded call. */
export function retrace(flow: RunnableFlow, call: RecordedCall): Retracing {
  const [first, ...rest] = call.trace;
  if (first === undefined) return { steps: [] };
  const begun = begin(flow, toBeginning(call, first));
  if (!isSameEntry(first, begun.trace)) return { steps: [], lost: first };
  const beginning = {
    entry: first,
    event: first.event,
    isMadeUp: false,
    before: begun.record,
    isBroughtForward: false,
    made: begun,
  };
  const { ways, lost } = new Search(flow, begun.record, rest).run();
  const steps = [beginning, ...ways.flatMap(({ step }) => step ?? [])];
  return { steps, ...(lost && { lost }) };
}

/**
 * True if a version does the same as the original one at each event of the call: it says, sends and requests the same
 * and sets the same deadlines. Then the call would have gone exactly the same way.
 */
export function isRetracedBy(
  flow: RunnableFlow,
  call: RecordedCall,
  [first, ...rest]: readonly Retraced[],
): boolean {
  if (first === undefined) return false;
  let made = begin(flow, toBeginning(call, first.entry));
  if (!isDoneAlike(first.made, made)) return false;
  return rest.every((step) => {
    const before = step.isBroughtForward ? bringDeadlineForward(made.record, step.event.at) : made.record;
    made = advance(flow, before ?? made.record, step.event);
    return isDoneAlike(step.made, made);
  });
}

function isDoneAlike(one: Advance, other: Advance): boolean {
  return JSON.stringify(listEffects(one)) === JSON.stringify(listEffects(other));
}

function listEffects({ record: { timers, held, endedAt }, commands, requests, trace }: Advance) {
  return { timers, held, endedAt, commands, requests, notes: trace.notes, state: trace.state };
}

/** Maximum number of additional events applied in the search for one call. */
const MAX_ADVANCES = 1_000;

interface Way {
  guesses: Iterator<Guess, unknown>;
  /** Absent if the entry changed nothing and is skipped. */
  step?: Retraced;
  /** The call after it. */
  record: CallRecord;
}

/**
 * Searches for guesses that reproduce every entry. A guess that fits its own entry may turn out wrong later, such as a
 * masked key that chose the next step: the search then goes back and tries the next one.
 */
class Search {
  readonly #flow: RunnableFlow;
  readonly #begun: CallRecord;
  readonly #entries: readonly TraceEntry[];
  #advancesLeft: number;

  constructor(flow: RunnableFlow, begun: CallRecord, entries: readonly TraceEntry[]) {
    this.#flow = flow;
    this.#begun = begun;
    this.#entries = entries;
    this.#advancesLeft = MAX_ADVANCES + entries.length;
  }

  /** Returns the first way through all entries, or else the longest one and the entry that it cannot reproduce. */
  run(): { ways: Way[]; lost?: TraceEntry | undefined } {
    let ways: Way[] = [];
    let longest: Way[] = [];
    for (;;) {
      const entry = this.#entries[ways.length];
      if (entry === undefined) return { ways };
      const way = this.#openWay(entry, ways.at(-1)?.record ?? this.#begun);
      if (way !== undefined) {
        ways.push(way);
        continue;
      }
      if (ways.length > longest.length) longest = [...ways];
      const before = this.#goBack(ways);
      if (before === undefined) return { ways: longest, lost: this.#entries[longest.length] };
      ways = before;
    }
  }

  /** Returns the first guess that fits an entry; undefined if none does. */
  #openWay(entry: TraceEntry, record: CallRecord): Way | undefined {
    const guesses = generateGuesses(entry, { flow: this.#flow.flow, record });
    const step = this.#tryNextGuess(entry, guesses, record);
    if (step !== undefined) return { guesses, step, record: step.made.record };
    return wasIgnored(entry) ? { guesses, record } : undefined;
  }

  #tryNextGuess(
    entry: TraceEntry,
    guesses: Iterator<Guess, unknown>,
    before: CallRecord,
  ): Retraced | undefined {
    for (;;) {
      const guess = guesses.next();
      if (guess.done === true) return undefined;
      for (const isBroughtForward of [false, true]) {
        const start = isBroughtForward ? this.#tryBringingForward(before, guess.value) : before;
        if (start === undefined) continue;
        if (this.#advancesLeft-- <= 0) return undefined;
        const made = advance(this.#flow, start, guess.value.event);
        if (isSameEntry(entry, made.trace))
          return { entry, ...guess.value, before: start, isBroughtForward, made };
      }
    }
  }

  #tryBringingForward(record: CallRecord, { event }: Guess): CallRecord | undefined {
    return event.type === 'wake' ? bringDeadlineForward(record, event.at) : undefined;
  }

  /** Returns the way up to the last guess that can be replaced, with its replacement; undefined if there is none. */
  #goBack(ways: readonly Way[]): Way[] | undefined {
    for (let index = ways.length - 1; index >= 0; index -= 1) {
      const [way, entry] = [ways[index], this.#entries[index]];
      if (way?.step?.isMadeUp !== true || entry === undefined) continue;
      const step = this.#tryNextGuess(entry, way.guesses, ways[index - 1]?.record ?? this.#begun);
      if (step !== undefined)
        return [...ways.slice(0, index), { guesses: way.guesses, step, record: step.made.record }];
    }
    return undefined;
  }
}

function toBeginning(
  { id, direction, from, to, startedAt, params, message }: RecordedCall,
  first: TraceEntry,
) {
  const { key, voiceId } = first.event;
  return {
    id: callId(id),
    project: projectId(id.split('.', 1)[0] ?? ''),
    direction,
    from,
    to,
    at: startedAt,
    ...(params && { params }),
    ...(message && { message }),
    ...(key !== undefined && { key }),
    ...(voiceId !== undefined && { voiceId }),
  };
}

/** True if the entry was ignored, for instance a repetition whose fingerprint is masked. */
function wasIgnored({ notes }: TraceEntry): boolean {
  return notes.some((note) => isIgnored(note));
}

/** Moves the deadlines of the step forward so that the next one is due at a time; undefined if none is later. */
function bringDeadlineForward(record: CallRecord, at: number): CallRecord | undefined {
  const { held, ...rest } = record;
  const left = Object.entries(held ?? {}).map(([name, leftMs]): [string, number] => [name, at + leftMs]);
  const pending = new Map([...Object.entries(record.timers), ...left]);
  const ofStep = [...pending].filter(([name]) => name.startsWith(AFTER));
  const next = Math.min(...ofStep.map(([, deadline]) => deadline));
  const earlyMs = Math.max(0, next - at);
  if (ofStep.length === 0 || (held === undefined && earlyMs === 0)) return undefined;
  for (const [name, deadline] of ofStep) pending.set(name, deadline - earlyMs);
  return { ...rest, timers: Object.fromEntries(pending) };
}

const MASK = '•';

/**
 * Compares the results of an event: notes, commands and state. A newer release may add fields to a note, and mask
 * values that an older one showed.
 */
function isSameEntry(recorded: TraceEntry, made: TraceEntry): boolean {
  return (
    recorded.state === made.state &&
    isContained(recorded.commands, made.commands) &&
    isContained(recorded.notes, made.notes)
  );
}

/** True if the other value contains each part of the first; lists have the same length. */
function isContained(value: unknown, other: unknown): boolean {
  if (typeof value === 'string' && typeof other === 'string') return isSameText(value, other);
  if (typeof value !== 'object' || value === null) return value === other;
  if (typeof other !== 'object' || other === null) return false;
  if (Array.isArray(value) && value.length !== (other as unknown[]).length) return false;
  return Object.entries(value).every(([name, part]) =>
    isContained(part, (other as Record<string, unknown>)[name]),
  );
}

function isSameText(recorded: string, made: string): boolean {
  if (recorded === made || !made.includes(MASK)) return recorded === made;
  const [shown, masked] = [Array.from(recorded), Array.from(made)];
  return (
    shown.length === masked.length && masked.every((letter, index) => [MASK, shown[index]].includes(letter))
  );
}
