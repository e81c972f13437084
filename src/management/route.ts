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

/**
 * The route for a number at a time: a whole number goes before a beginning, a longer beginning before a shorter one, and
 * what holds for a while before what always holds.
 */
export function routeFor(
  routes: readonly Route[],
  wanted: { number: string; takes: Route['takes']; now: number },
): Route | undefined {
  const fitting = routes.filter(
    (route) => route.takes === wanted.takes && isInTime(route, wanted.now) && fits(route, wanted.number),
  );
  return fitting.reduce<Route | undefined>(
    (best, route) => (best === undefined || isCloser(route, best) ? route : best),
    undefined,
  );
}

function fits({ number: pattern }: Route, number: string): boolean {
  const digits = number.replaceAll(/\D/g, '');
  const wanted = pattern.replaceAll(/\D/g, '');
  return pattern.endsWith('*') ? digits.startsWith(wanted) : digits === wanted;
}

function isInTime({ from = -Infinity, until = Infinity }: Route, now: number): boolean {
  return from <= now && now < until;
}

function isCloser(one: Route, other: Route): boolean {
  const [a, b] = [closeness(one), closeness(other)];
  return a.some(
    (value, at) => value > (b[at] ?? 0) && a.slice(0, at).every((same, before) => same === b[before]),
  );
}

/** More is closer; earlier members matter more. */
function closeness({ number, from, until }: Route): number[] {
  const isWhole = number.endsWith('*') ? 0 : 1;
  const isLimited = from === undefined && until === undefined ? 0 : 1;
  return [isWhole, number.length, isLimited];
}
