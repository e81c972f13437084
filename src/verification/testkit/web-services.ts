/**
 * Simulates the web services of a call with the responses of a scenario.
 *
 * Owns: the response to each request and its time. A request without a response is kept, so that the scenario can fail
 * with it; for the call the service is unreachable.
 */
import type { CallEvent, WebAnswer, WebRequest } from '../../call/index.ts';
import type { Span } from '../../language/diagnostics/index.ts';

/** Messages of failures other than a timeout. */
const FAILURES = {
  unreachable: 'the service cannot be reached',
  egress_denied: 'flows may not use this host',
};

type Failing = 'timeout' | keyof typeof FAILURES;

/** Response of a web service to some requests. */
export interface WebStub {
  /** Pattern of the requests: `POST /pin`. */
  match: string;
  /** Expected part of the JSON body. Default: any body. */
  json?: unknown;
  answer: { status: number; headers: Record<string, string>; body: string } | Failing;
  /** Response time, ms. */
  delayMs: number;
  /** Maximum number of answered requests; then the next match applies. */
  times: number;
  /** Exact number of requests by the end of the call; absent for any number. */
  calls?: number;
  /** Position in the scenario file. */
  span?: Span;
}

/** A request that was made. */
export interface MadeRequest extends WebRequest {
  /** ms since the epoch. */
  at: number;
  /** True if a stub answered it. */
  hasAnswer: boolean;
  /** True if it may contain secrets (I7). */
  isSecret: boolean;
}

interface Coming {
  at: number;
  visit: number;
  answer: WebAnswer;
}

export class WebServices {
  /** In order. */
  readonly requests: MadeRequest[] = [];
  readonly #stubs: { stub: WebStub; served: MadeRequest[] }[];
  readonly #coming: Coming[] = [];

  constructor(stubs: readonly WebStub[]) {
    this.#stubs = stubs.map((stub) => ({ stub, served: [] }));
  }

  /** The first request without a response. */
  get unanswered(): MadeRequest | undefined {
    return this.requests.find(({ hasAnswer }) => !hasAnswer);
  }

  /** Finds the entry with a matching address, whether or not it answers the request. */
  entryFor(request: MadeRequest): { stub: WebStub; served: readonly MadeRequest[] } | undefined {
    return this.#stubs.find(({ stub }) => matchesPattern(request, stub.match));
  }

  /** Entries with an exact number of requests, with the requests that they have answered. */
  get promised(): { stub: WebStub; served: readonly MadeRequest[] }[] {
    return this.#stubs.filter(({ stub }) => stub.calls !== undefined);
  }

  /** Adds responses, which apply before those that were given earlier. */
  prepend(stubs: readonly WebStub[]): void {
    this.#stubs.unshift(...stubs.map((stub) => ({ stub, served: [] })));
  }

  /** Receives a request. */
  ask(request: WebRequest, { at, isSecret }: Pick<MadeRequest, 'at' | 'isSecret'>): void {
    const found = this.#stubs.find(
      ({ stub, served }) => served.length < stub.times && matchesRequest(request, stub),
    );
    const made = { ...request, at, isSecret, hasAnswer: found !== undefined };
    found?.served.push(made);
    this.requests.push(made);
    this.#coming.push({ visit: request.visit, ...createAnswer(made, found?.stub) });
  }

  /** Returns when the next response for a visit arrives; undefined if none is pending. */
  nextAt(visit: number): number | undefined {
    const times = this.#coming.filter((one) => one.visit === visit).map(({ at }) => at);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** Removes and returns a due response that this visit waits for. */
  takeAnswer(visit: number, now: number): CallEvent | undefined {
    const index = this.#coming.findIndex((one) => one.visit === visit && one.at <= now);
    const [found] = index === -1 ? [] : this.#coming.splice(index, 1);
    return found && { type: 'answered', visit, answer: found.answer, at: now };
  }
}

/**
 * True if a request matches a pattern: an optional method and the end of an address, or a whole address; `*` matches
 * anything. The query counts only if the pattern has a question mark.
 */
export function matchesPattern(
  { method, url }: Pick<WebRequest, 'method' | 'url'>,
  pattern: string,
): boolean {
  const [, wanted, where = ''] = /^(?:([A-Z]+) )?(.*)$/s.exec(pattern.trim()) ?? [];
  if (wanted !== undefined && wanted !== method) return false;
  const address = where.includes('?') ? url : (url.split('?')[0] ?? '');
  const source = where
    .split('*')
    .map((piece) => RegExp.escape(piece))
    .join('.*');
  return new RegExp(`${/^https?:/.test(where) ? '^' : ''}${source}$`, 's').test(address);
}

/** True if a request matches a pattern and has the expected JSON body. */
export function matchesRequest(
  request: Pick<WebRequest, 'method' | 'url' | 'body'>,
  { match, json }: { match: string; json?: unknown },
): boolean {
  return (
    matchesPattern(request, match) && (json === undefined || containsValue(parseBody(request.body), json))
  );
}

/** True if a value contains everything that is expected; a map may have more. */
function containsValue(found: unknown, expected: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return found === expected;
  if (typeof found !== 'object' || found === null || Array.isArray(found) !== Array.isArray(expected))
    return false;
  const fields = new Map(Object.entries(found));
  return Object.entries(expected).every(([name, value]) => containsValue(fields.get(name), value));
}

function parseBody(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? '') as unknown;
  } catch {
    return undefined;
  }
}

function createAnswer(
  { at, timeoutMs }: MadeRequest,
  stub: WebStub | undefined,
): Pick<Coming, 'at' | 'answer'> {
  if (stub === undefined)
    return { at, answer: { failed: 'unreachable', message: 'the scenario has no response for it' } };
  const { answer, delayMs } = stub;
  if (answer === 'timeout' || delayMs > timeoutMs)
    return {
      at: at + timeoutMs,
      answer: { failed: 'timeout', message: `no answer within ${timeoutMs} ms` },
    };
  if (typeof answer === 'string')
    return { at: at + delayMs, answer: { failed: answer, message: FAILURES[answer] } };
  return { at: at + delayMs, answer };
}
