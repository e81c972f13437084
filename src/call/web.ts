/**
 * Requests of calls to web services. A request may be lost with its process: the step that waits for it has a stored
 * deadline (R3) and retries or continues.
 */

/** An HTTP request. */
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
      /** The body as text, cut at the maximum size. */
      body: string;
      /** The body was cut. */
      isCut?: boolean;
    }
  /** `egress_denied`: the operator does not let flows send anything there. */
  | { failed: 'timeout' | 'unreachable' | 'egress_denied'; message: string };
