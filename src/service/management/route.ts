/** A route from a number to a flow. */
import type { Value } from '../../language/model/index.ts';

export interface Route {
  /** A number in E.164 form, a prefix with a star (`+4930*`), or `*` for every number. */
  number: string;
  /** Calls, or text messages, which a flow answers with a call. */
  takes: 'calls' | 'messages';
  flow: string;
  /** Name of the only carrier whose calls or messages it takes; absent: any. */
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

/** A call or message to be routed. */
interface WantedRoute extends Pick<Route, 'number' | 'takes'> {
  /** Name of the carrier that reports it. */
  carrier: string;
  now: number;
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
   * Finds the route of a call or message. Precedence: exact number before prefix, longer prefix before shorter, one carrier
   * before any, limited validity before unlimited, then definition order.
   */
  find({ number, ...wanted }: WantedRoute): Route | undefined {
    if (this.#byPattern.size === 0) return undefined;
    const digits = extractDigits(number);
    const whole = this.#findValid(digits, wanted);
    if (whole !== undefined) return whole;
    for (const length of this.#lengths) {
      if (length > digits.length) continue;
      const found = this.#findValid(`${digits.slice(0, length)}*`, wanted);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #findValid(pattern: string, { takes, carrier, now }: Omit<WantedRoute, 'number'>): Route | undefined {
    const holding = this.#byPattern
      .get(toRouteKey(takes, pattern))
      ?.filter((route) => isValidAt(route, now) && (route.carrier ?? carrier) === carrier);
    const ofCarrier = holding?.filter((route) => route.carrier !== undefined) ?? [];
    const first = ofCarrier.length > 0 ? ofCarrier : holding;
    return first?.find(isLimited) ?? first?.[0];
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
