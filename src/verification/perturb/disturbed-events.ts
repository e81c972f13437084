/** Disturbs events: they are duplicated, delayed, swapped or dropped. */
import type { CallEvent } from '../../call/index.ts';
import type { Between, Situation } from '../testkit/index.ts';
import type { Perturbation } from './perturbation.ts';

type Of<Kind extends Perturbation['kind']> = Extract<Perturbation, { kind: Kind }>;

/** Hooks of `Between` that a perturbation overrides. */
export type Disturbance = Partial<Between>;

/** Maximum delay of a swapped event if no other event follows, ms. */
const SWAP_WAITS_MS = 2_000;

function nextEventNumber({ trace }: Situation): number {
  return trace.length + 1;
}

/** Delivers one event twice. */
export function createDuplicate({ event: number, key, afterMs }: Of<'duplicate'>): Disturbance {
  const held = new HeldBack();
  const scheduleRepetition = (event: CallEvent) => {
    held.add(key === 'same' ? event : replaceKey(event), event.at + afterMs);
  };
  return {
    arrives(event, call) {
      if (nextEventNumber(call) !== number) return [event];
      const first = key === 'same' ? addKey(event) : event;
      scheduleRepetition(first);
      return [first, ...held.take(call.now)];
    },
    // The first event creates the call, so it does not arrive.
    committed(commit) {
      if (number === 1 && commit.trace.seq === 1) scheduleRepetition(commit.trace.event);
      return commit;
    },
    nextAt: () => held.nextAt(),
    due: ({ now }) => held.take(now),
  };
}

/** Adds a deduplication key, as the wire does for these events. */
function addKey(event: CallEvent): CallEvent {
  return event.key === undefined && isFingerprinted(event) ? { ...event, key: 'a-fingerprint' } : event;
}

function replaceKey(event: CallEvent): CallEvent {
  return event.key === undefined ? event : { ...event, key: `${event.key}-anew` };
}

function isFingerprinted({ type }: CallEvent): boolean {
  return type === 'message' || type === 'delivery';
}

/** Delivers one event after a deadline. */
export function createDelay({ event: number, past }: Of<'delay'>): Disturbance {
  const held = new HeldBack();
  let isDelayed = false;
  return {
    arrives(event, call) {
      if (isDelayed || nextEventNumber(call) !== number) return [event];
      isDelayed = true;
      const deadline = call.record.timers[past];
      if (deadline === undefined) throw new Error(`no deadline "${past}" is set when event ${number} comes`);
      held.add(event, Math.max(deadline, call.now) + 1);
      return [];
    },
    nextAt: () => held.nextAt(),
    due: ({ now }) => held.take(now),
  };
}

/** Delivers one event after the next one. */
export function createSwap({ event: number }: Of<'swap'>): Disturbance {
  const held = new HeldBack();
  let isSwapped = false;
  return {
    arrives(event, call) {
      if (isSwapped || nextEventNumber(call) !== number) return [event, ...held.take(call.now, Infinity)];
      isSwapped = true;
      held.add(event, call.now + SWAP_WAITS_MS);
      return [];
    },
    nextAt: () => held.nextAt(),
    due: ({ now }) => held.take(now),
  };
}

/** Drops one event. */
export function createDrop({ event: number }: Of<'drop'>): Disturbance {
  let isDropped = false;
  return {
    arrives(event, call) {
      if (isDropped || nextEventNumber(call) !== number) return [event];
      isDropped = true;
      return [];
    },
  };
}

/** Breaks the connection of a stream instead of ending it. */
export function createStreamBreak({ breakAt: number }: Of<'stream_breaks'>): Disturbance {
  return {
    arrives: (event, call) => [
      nextEventNumber(call) === number && event.type === 'stream_ended' ? { ...event, failed: true } : event,
    ],
  };
}

/** Events that are delivered later. */
export class HeldBack {
  readonly #events: { event: CallEvent; at: number }[] = [];

  add(event: CallEvent, at: number): void {
    this.#events.push({ event, at });
  }

  /** Returns when the next event is delivered. */
  nextAt(): number | undefined {
    return this.#events.length === 0 ? undefined : Math.min(...this.#events.map(({ at }) => at));
  }

  take(now: number, by = now): CallEvent[] {
    const due = this.#events.filter(({ at }) => at <= by);
    for (const one of due) this.#events.splice(this.#events.indexOf(one), 1);
    return due.map(({ event }) => ({ ...event, at: now }));
  }
}
