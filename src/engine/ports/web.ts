/** The port to web services. */
import type { CallId, WebAnswer, WebRequest } from '../../call/index.ts';

export interface Web {
  /**
   * Sends one request and waits for its answer until the request's timeout. A failure is an answer too: rejects only when the
   * signal aborts. `call`: for tracing.
   */
  ask(request: WebRequest, signal: AbortSignal, call?: CallId): Promise<WebAnswer>;
  /** Closes connections. */
  close(): Promise<void>;
}
