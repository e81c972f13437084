/** When people may be called: by the clock on their own wall. */
import { openingAt, openingTimes } from '../../language/model/index.ts';
import type { Hours } from '../../language/model/index.ts';

export const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

type Day = (typeof days)[number];

/** A stretch of some days. */
export interface CallingWindow {
  days: Day[];
  /** Both `09:30`; the stretch ends before `until`, which is later. */
  from: string;
  until: string;
}

/** Windows come again after a week, and one that the change to summer time takes away after another one. */
const LOOK_AHEAD_DAYS = 15;

/** The windows of a campaign, in whichever time zones its recipients live. */
export class CallingWindows {
  readonly #week: Hours['week'];
  readonly #isAlways: boolean;
  readonly #ever = new Map<string, boolean>();
  /** Zones → from when on it is known that they are closed, and until when. */
  readonly #closed = new Map<string, { from: number; until: number }>();

  constructor(windows: readonly CallingWindow[] | undefined) {
    this.#isAlways = windows === undefined;
    this.#week = days.map((day) =>
      (windows ?? [])
        .filter((window) => window.days.includes(day))
        .map(({ from, until }) => ({ from: minutesOf(from), to: minutesOf(until) })),
    );
  }

  /** True when it does not matter where somebody lives. */
  get isAlways(): boolean {
    return this.#isAlways;
  }

  /** The first moment from `at` on at which all these zones are open; undefined: there is none. */
  nextOpen(zones: readonly string[], at: number): number | undefined {
    if (this.#isAlways) return at;
    const key = zones.join(' ');
    const known = this.#closed.get(key);
    if (known !== undefined && known.from <= at && at < known.until) return known.until;
    const opens = this.#look(zones, at);
    if (opens !== undefined && opens > at) this.#closed.set(key, { from: at, until: opens });
    return opens;
  }

  /** Whether these zones are ever open together. */
  everOpens(zones: readonly string[], at: number): boolean {
    const key = zones.join(' ');
    const known = this.#ever.get(key) ?? this.nextOpen(zones, at) !== undefined;
    this.#ever.set(key, known);
    return known;
  }

  /** Where several are open together, the last of them has just opened or all have been open before. */
  #look(zones: readonly string[], at: number): number | undefined {
    const hours = zones.map((timezone) => ({ timezone, week: this.#week, holidays: [], exceptions: {} }));
    const isOpen = (moment: number) => hours.every((one) => openingAt(one, moment).state === 'open');
    if (zones.length === 0 || isOpen(at)) return zones.length === 0 ? undefined : at;
    const openings = new Set(hours.flatMap((one) => openingTimes(one, at, LOOK_AHEAD_DAYS)));
    return [...openings].sort((one, other) => one - other).find(isOpen);
  }
}

/** `09:30` → 570. */
function minutesOf(time: string): number {
  const [hour = NaN, minute = NaN] = time.split(':').map(Number);
  return hour * 60 + minute;
}
