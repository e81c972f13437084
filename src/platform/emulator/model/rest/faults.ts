/** Failures injected by tests: the next requests of a route are answered with an error. */

export interface Fault {
  /** Name of a route (`dial`, `play` …); default: any. */
  route?: string;
  /** Number of requests that fail; default 1. */
  times?: number;
  /** HTTP status; 0 cuts the connection without an answer. */
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** True to execute the request and lose only its answer; default false. */
  executes?: boolean;
  /** True to cache the answer under the request's Idempotency-Key; default false. */
  remembered?: boolean;
}

export class Faults {
  readonly #pending: { fault: Fault; left: number }[] = [];

  add(fault: Fault): void {
    this.#pending.push({ fault, left: fault.times ?? 1 });
  }

  /** Returns the fault for a request of this route, and counts it. */
  take(route: string): Fault | undefined {
    const index = this.#pending.findIndex(({ fault }) => (fault.route ?? route) === route);
    const found = this.#pending[index];
    if (found === undefined) return undefined;
    if (--found.left <= 0) this.#pending.splice(index, 1);
    return found.fault;
  }
}
