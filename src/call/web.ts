/**
 * Requests to web services: what a call asks of the world beside the platform. Such a request is an effect that may be
 * lost with the process that makes it: the step that waits for it has a stored deadline (R3) and asks again or goes on.
 */

/** One HTTP request, ready to be sent. */
export interface WebRequest {
  /** The visit that waits for the answer (R2). */
  visit: number;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** Timeout for the answer, ms. */
  timeoutMs: number;
}

/** Result of a request. */
export type WebAnswer =
  | {
      status: number;
      /** Headers by lower-case name. */
      headers: Record<string, string>;
      /** The body as text, cut off where it is longer than a flow has use for. */
      body: string;
      /** The body goes on. */
      isCut?: boolean;
    }
  /** `egress_denied`: the operator does not let flows send anything there. */
  | { failed: 'timeout' | 'unreachable' | 'egress_denied'; message: string };
