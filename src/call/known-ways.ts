/**
 * Caches the transitions of a machine. XState works out anew for each event which states are left and entered
 * and what is done on the way, though in one machine that depends on the state, the type of the event and the answers of
 * guards alone. So it goes first, and what it asks and does is noted; the next time the same is asked and done without it
 * (docs/performance.md).
 *
 * WAYS-1 A way is known by the answers on it: where a guard answers as it never has, the machine itself goes again, from the
 *    state and the context as they were.
 * WAYS-2 Nothing of any call is kept: guards, actions and delays as the machine has them, and the state at the end.
 */
import type { Delay } from '../language/model/index.ts';
import type { RunAction } from './actions/actions.ts';
import type { GuardCheck } from './actions/guards.ts';

/** A guard that is asked, an action or a timer. Our machines raise no events of their own. */
export type Operation =
  | { kind: 'guard'; check: GuardCheck; params: unknown }
  | { kind: 'action'; run: RunAction; params: unknown }
  | { kind: 'start'; timer: string; delay: Delay | number }
  | { kind: 'stop'; timer: string };

/** Result of a way. */
export interface End {
  /** As XState writes it. */
  state: unknown;
  /** The machine has come to its final state. */
  done: boolean;
  /** False where nothing waited for the event. */
  moved: boolean;
}

/** Something asked or done, with the answer of a guard; true for everything else. */
export interface RecordedOperation {
  deed: Operation;
  answer: boolean;
}

/** Node of the tree of ways: an operation with its continuation by answer. */
interface Place {
  deed: Operation;
  yes: Place | End | undefined;
  no: Place | End | undefined;
}

/** Key of the ways from one state by one type of event. */
interface Beginning {
  /** As XState writes it; null: before the first one. */
  state: unknown;
  /** The type of the event. */
  event: string;
}

/** A state, with the first places of the ways from it by type of event. */
interface Situation {
  state: unknown;
  ways: Map<string, Place | End>;
}

/** Some megabytes; a flow of a thousand steps has about as many. Ways beyond are the machine's. */
const MAX_PLACES = 50_000;

export class KnownWays {
  /** Index by the state's JSON. */
  readonly #situations = new Map<string, Situation>();
  /** The same by the state itself: calls that have come here by a known way hold one and the same. */
  readonly #byState = new Map<unknown, Situation>();
  /** Beginnings count too. */
  #places = 0;

  /** Goes the way from a beginning as far as it is known; gives its end, or undefined where it is not known to the end. */
  follow({ state, event }: Beginning, carryOut: (deed: Operation) => boolean): End | undefined {
    const situation = this.#byState.get(state) ?? this.#situations.get(JSON.stringify(state));
    let next = situation?.ways.get(event);
    while (next !== undefined && 'deed' in next) next = carryOut(next.deed) ? next.yes : next.no;
    return next;
  }

  /** Remembers a way that the machine went, as far as there is room. */
  learn({ state, event }: Beginning, way: readonly RecordedOperation[], end: End): void {
    if (this.#places >= MAX_PLACES) return;
    const { ways } = this.#situation(state);
    let known = ways.get(event);
    let put = (next: Place | End) => {
      ways.set(event, next);
    };
    for (const { deed, answer } of way) {
      if (this.#places >= MAX_PLACES) return;
      const place = known !== undefined && 'deed' in known ? known : this.#newPlace(deed, put);
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

  #newPlace(deed: Operation, put: (place: Place) => void): Place {
    const place: Place = { deed, yes: undefined, no: undefined };
    this.#places += 1;
    put(place);
    return place;
  }
}
