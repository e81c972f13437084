/** The port through which a call asks web services. */
import type { CallId, WebAnswer, WebRequest } from '../../call/index.ts';

export interface Web {
  /**
   * Makes one request and waits for its answer, at most as long as the request allows. What goes wrong on the way is an
   * answer too. Rejects only when the signal says stop. `call` is whose request it is, for whoever traces it.
   */
  ask(request: WebRequest, signal: AbortSignal, call?: CallId): Promise<WebAnswer>;
  /** Ends connections. */
  close(): Promise<void>;
}
