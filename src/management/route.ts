/** Which flow a number leads to. */
import type { Value } from '../flow/index.ts';

export interface Route {
  /** A whole number in E.164 form, or its beginning and a star: `+4930*`. `*`: every number. */
  number: string;
  /** What comes in on it: calls, or text messages, which a flow answers with a call. */
  takes: 'calls' | 'messages';
  flow: string;
  /** Values of the flow's parameters. */
  params?: Record<string, Value>;
  /** It holds from then on, and until then; ms since the epoch. */
  from?: number;
  until?: number;
}

const PATTERN = /^(\+[1-9]\d{0,14}\*?|\*)$/;

/** Whether a text can be the number of a route. */
export function isPattern(text: string): boolean {
  return PATTERN.test(text);
}

/** The routes of a project, at hand by their numbers: finding one costs the same however many there are. */
export class RouteTable {
  readonly #byPattern = new Map<string, Route[]>();

  constructor(routes: Iterable<Route>) {
    for (const route of routes) {
      const key = keyOf(route.takes, patternOf(route.number));
      const others = this.#byPattern.get(key);
      if (others === undefined) this.#byPattern.set(key, [route]);
      else others.push(route);
    }
  }

  /**
   * The route for a number at a time: a whole number goes before a beginning, a longer beginning before a shorter one,
   * what holds for a while before what always holds, and else the one that was given first.
   */
  find({ number, takes, now }: { number: string; takes: Route['takes']; now: number }): Route | undefined {
    const digits = digitsOf(number);
    for (const pattern of patternsFor(digits)) {
      const holding = this.#byPattern.get(keyOf(takes, pattern))?.filter((route) => isInTime(route, now));
      const found = holding?.find(isLimited) ?? holding?.[0];
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

/** The patterns that fit a number, the closest first. */
function* patternsFor(digits: string): Generator<string> {
  if (digits !== '') yield digits;
  for (let length = digits.length; length >= 0; length -= 1) yield `${digits.slice(0, length)}*`;
}

function patternOf(number: string): string {
  return digitsOf(number) + (number.endsWith('*') ? '*' : '');
}

function digitsOf(number: string): string {
  return number.replaceAll(/\D/g, '');
}

function keyOf(takes: Route['takes'], pattern: string): string {
  return `${takes} ${pattern}`;
}

function isInTime({ from = -Infinity, until = Infinity }: Route, now: number): boolean {
  return from <= now && now < until;
}

function isLimited({ from, until }: Route): boolean {
  return from !== undefined || until !== undefined;
}
