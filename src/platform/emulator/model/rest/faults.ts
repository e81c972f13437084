/** Failures on order, for tests: the next requests of a route get an error that the platform did not mean. */

export interface Fault {
  /** Name of a route (`dial`, `play` …); any request when absent. */
  route?: string;
  /** How many requests it meets; default 1. */
  times?: number;
  /** 0 cuts the connection without an answer. */
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** The request is carried out all the same, and only its answer is lost; default false. */
  executes?: boolean;
  /** The answer is remembered under the request's Idempotency-Key, as one that was meant; default false. */
  remembered?: boolean;
}

export class Faults {
  readonly #pending: { fault: Fault; left: number }[] = [];

  add(fault: Fault): void {
    this.#pending.push({ fault, left: fault.times ?? 1 });
  }

  /** The fault that this request meets, counted down. */
  take(route: string): Fault | undefined {
    const index = this.#pending.findIndex(({ fault }) => (fault.route ?? route) === route);
    const found = this.#pending[index];
    if (found === undefined) return undefined;
    if (--found.left <= 0) this.#pending.splice(index, 1);
    return found.fault;
  }
}
