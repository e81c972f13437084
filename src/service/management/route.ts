/** A route from a number to a flow. */
import type { Value } from '../../language/model/index.ts';

export interface Route {
  /** A number in E.164 form, a prefix with a star (`+4930*`), or `*` for every number. */
  number: string;
  /** Calls, or text messages, which a flow answers with a call. */
  takes: 'calls' | 'messages';
  flow: string;
  /** Name of the carrier whose calls it takes; absent: any. */
  carrier?: string;
  /** Values of the flow's parameters. */
  params?: Record<string, Value>;
  /** Start and end of its validity, ms since the epoch. */
  from?: number;
  until?: number;
}

const PATTERN = /^(\+[1-9]\d{0,14}\*?|\*)$/;

/** True for a valid number pattern of a route. */
export function isPattern(text: string): boolean {
  return PATTERN.test(text);
}

/** The routes of a project, indexed by number: lookups cost the same for any number of routes. */
export class RouteTable {
  readonly #byPattern = new Map<string, Route[]>();
  /** Lengths of the prefixes, longest first. */
  readonly #lengths: readonly number[];

  constructor(routes: Iterable<Route>) {
    const lengths = new Set<number>();
    for (const route of routes) {
      const pattern = normalizePattern(route.number);
      if (pattern.endsWith('*')) lengths.add(pattern.length - 1);
      const key = toRouteKey(route.takes, pattern);
      const others = this.#byPattern.get(key);
      if (others === undefined) this.#byPattern.set(key, [route]);
      else others.push(route);
    }
    this.#lengths = [...lengths].toSorted((one, other) => other - one);
  }

  /**
   * Finds the route of a number at a time. Precedence: exact number before prefix, longer prefix before shorter, limited
   * validity before unlimited, then definition order.
   */
  find({ number, takes, now }: { number: string; takes: Route['takes']; now: number }): Route | undefined {
    if (this.#byPattern.size === 0) return undefined;
    const digits = extractDigits(number);
    const whole = this.#findValid(toRouteKey(takes, digits), now);
    if (whole !== undefined) return whole;
    for (const length of this.#lengths) {
      if (length > digits.length) continue;
      const found = this.#findValid(toRouteKey(takes, `${digits.slice(0, length)}*`), now);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #findValid(key: string, now: number): Route | undefined {
    const holding = this.#byPattern.get(key)?.filter((route) => isValidAt(route, now));
    return holding?.find(isLimited) ?? holding?.[0];
  }
}

function normalizePattern(number: string): string {
  return extractDigits(number) + (number.endsWith('*') ? '*' : '');
}

function extractDigits(number: string): string {
  return number.replaceAll(/\D/g, '');
}

function toRouteKey(takes: Route['takes'], pattern: string): string {
  return `${takes} ${pattern}`;
}

function isValidAt({ from = -Infinity, until = Infinity }: Route, now: number): boolean {
  return from <= now && now < until;
}

function isLimited({ from, until }: Route): boolean {
  return from !== undefined || until !== undefined;
}
