/** Calling windows: the local times at which recipients may be called. */
import { findOpeningAt, listOpeningTimes } from '../../language/model/index.ts';
import type { Hours } from '../../language/model/index.ts';

export const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

type Day = (typeof days)[number];

/** A time range on some days of the week. */
export interface CallingWindow {
  days: Day[];
  /** Both like `09:30`; `until` is later than `from` and not included. */
  from: string;
  until: string;
}

/** Windows repeat weekly; one that daylight saving time removes appears a week later. */
const LOOK_AHEAD_DAYS = 15;

/** The windows of a campaign, for the time zones of its recipients. */
export class CallingWindows {
  readonly #week: Hours['week'];
  readonly #isAlways: boolean;
  readonly #ever = new Map<string, boolean>();
  /** Zones → period in which they are known to be closed. */
  readonly #closed = new Map<string, { from: number; until: number }>();

  constructor(windows: readonly CallingWindow[] | undefined) {
    this.#isAlways = windows === undefined;
    this.#week = days.map((day) =>
      (windows ?? [])
        .filter((window) => window.days.includes(day))
        .map(({ from, until }) => ({ from: parseMinutes(from), to: parseMinutes(until) })),
    );
  }

  /** True when there is no window, so time zones do not matter. */
  get isAlways(): boolean {
    return this.#isAlways;
  }

  /** The first time from `at` on at which all these zones are open; undefined: never. */
  findNextOpening(zones: readonly string[], at: number): number | undefined {
    if (this.#isAlways) return at;
    const key = zones.join(' ');
    const known = this.#closed.get(key);
    if (known !== undefined && known.from <= at && at < known.until) return known.until;
    const opens = this.#searchOpening(zones, at);
    if (opens !== undefined && opens > at) this.#closed.set(key, { from: at, until: opens });
    return opens;
  }

  /** True when these zones are open together at some time. */
  canOpen(zones: readonly string[], at: number): boolean {
    const key = zones.join(' ');
    const known = this.#ever.get(key) ?? this.findNextOpening(zones, at) !== undefined;
    this.#ever.set(key, known);
    return known;
  }

  /** All zones are open together from the moment at which the last of them opens. */
  #searchOpening(zones: readonly string[], at: number): number | undefined {
    const hours = zones.map((timezone) => ({ timezone, week: this.#week, holidays: [], exceptions: {} }));
    const isOpen = (moment: number) => hours.every((one) => findOpeningAt(one, moment).state === 'open');
    if (zones.length === 0 || isOpen(at)) return zones.length === 0 ? undefined : at;
    const openings = new Set(hours.flatMap((one) => listOpeningTimes(one, at, LOOK_AHEAD_DAYS)));
    return [...openings].sort((one, other) => one - other).find(isOpen);
  }
}

/** `09:30` → 570. */
function parseMinutes(time: string): number {
  const [hour = NaN, minute = NaN] = time.split(':').map(Number);
  return hour * 60 + minute;
}
