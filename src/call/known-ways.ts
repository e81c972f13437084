/**
 * Caches the transitions of a machine. XState computes for each event which states are left and entered, and which actions
 * run, although in one machine that depends only on the state, the type of the event and the results of guards. So the
 * operations of a transition are recorded the first time and repeated without XState afterwards (docs/performance.md).
 *
 * WAYS-1 A way is identified by the results of its guards: at a result that was never recorded, XState computes the transition
 *    again from the original state and context.
 * WAYS-2 The cache holds nothing of any call: only guards, actions and delays of the machine, and the state at the end.
 */
import type { Delay } from '../language/model/index.ts';
import type { RunAction } from './actions/actions.ts';
import type { GuardCheck } from './actions/guards.ts';

/** The evaluation of a guard, an action, or a change of a timer. Our machines raise no events of their own. */
export type Operation =
  | { kind: 'guard'; check: GuardCheck; params: unknown }
  | { kind: 'action'; run: RunAction; params: unknown }
  | { kind: 'start'; timer: string; delay: Delay | number }
  | { kind: 'stop'; timer: string };

/** Result of a way. */
export interface End {
  /** As XState writes it. */
  state: unknown;
  /** The machine has reached its final state. */
  done: boolean;
  /** False when the state does not wait for the event. */
  moved: boolean;
}

/** An operation with the result of a guard; true for everything else. */
export interface RecordedOperation {
  operation: Operation;
  answer: boolean;
}

/** Node of the tree of ways: an operation with its continuation by result. */
interface Place {
  operation: Operation;
  yes: Place | End | undefined;
  no: Place | End | undefined;
}

/** Key of the ways from one state by one type of event. */
interface Beginning {
  /** As XState writes it; null: before the first one. */
  state: unknown;
  event: string;
}

/** A state, with the first places of the ways from it by type of event. */
interface Situation {
  state: unknown;
  ways: Map<string, Place | End>;
}

/** Maximum size of the cache: some megabytes, enough for a flow of a thousand steps. Other ways are computed each time. */
const MAX_PLACES = 50_000;

export class KnownWays {
  /** Index by the state's JSON. */
  readonly #situations = new Map<string, Situation>();
  /** Index by the state object: calls that took a known way share it. */
  readonly #byState = new Map<unknown, Situation>();
  /** Beginnings count too. */
  #places = 0;

  /** Repeats the known way from a beginning and returns its end; undefined when the way is not known to its end. */
  follow({ state, event }: Beginning, carryOut: (operation: Operation) => boolean): End | undefined {
    const situation = this.#byState.get(state) ?? this.#situations.get(JSON.stringify(state));
    let next = situation?.ways.get(event);
    while (next !== undefined && 'operation' in next) next = carryOut(next.operation) ? next.yes : next.no;
    return next;
  }

  /** Adds a way that XState has computed, as far as there is room. */
  learn({ state, event }: Beginning, way: readonly RecordedOperation[], end: End): void {
    if (this.#places >= MAX_PLACES) return;
    const { ways } = this.#situation(state);
    let known = ways.get(event);
    let put = (next: Place | End) => {
      ways.set(event, next);
    };
    for (const { operation, answer } of way) {
      if (this.#places >= MAX_PLACES) return;
      const place = known !== undefined && 'operation' in known ? known : this.#newPlace(operation, put);
      const branch = answer ? 'yes' : 'no';
      known = place[branch];
      put = (next) => {
        place[branch] = next;
      };
    }
    if (known !== undefined || this.#places >= MAX_PLACES) return;
    this.#places += 1;
    put({ ...end, state: this.#situation(end.state).state });
  }

  #situation(state: unknown): Situation {
    const text = JSON.stringify(state);
    const known = this.#situations.get(text);
    if (known !== undefined) return known;
    const situation: Situation = { state, ways: new Map() };
    this.#situations.set(text, situation);
    this.#byState.set(state, situation);
    return situation;
  }

  #newPlace(operation: Operation, put: (place: Place) => void): Place {
    const place: Place = { operation, yes: undefined, no: undefined };
    this.#places += 1;
    put(place);
    return place;
  }
}
