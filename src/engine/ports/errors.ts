/** The third kind of error: the world failed. Thrown by adapters, which alone decide `retryable`; never for a flow's or a caller's mistake. */
export class OperationalError extends Error {
  readonly code: string;
  /** True when the same action may succeed later, unchanged. */
  readonly retryable: boolean;

  constructor(code: string, message: string, options: { retryable: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.name = 'OperationalError';
    this.code = code;
    this.retryable = options.retryable;
  }
}

/** The platform refused or failed a request for good: what is retryable was retried before this is thrown. */
export class PlatformError extends OperationalError {
  /** HTTP status of the answer; 0 when there was none. */
  readonly httpStatus: number;
  /** The platform's own id of the request, when it gave one. */
  readonly requestId: string | undefined;
  /** The call is over, or unknown by now, as far as the platform is concerned: nothing is wrong with the command. */
  readonly callEnded: boolean;
  /** If the command was in doubt, this refusal says that it had been carried out before: treat it as done (I4). */
  readonly doneIfInDoubt: boolean;

  constructor(
    code: string,
    message: string,
    options: {
      retryable: boolean;
      httpStatus: number;
      requestId?: string | undefined;
      callEnded?: boolean;
      doneIfInDoubt?: boolean;
      cause?: unknown;
    },
  ) {
    super(code, message, options);
    this.name = 'PlatformError';
    this.httpStatus = options.httpStatus;
    this.requestId = options.requestId;
    this.callEnded = options.callEnded ?? false;
    this.doneIfInDoubt = options.doneIfInDoubt ?? false;
  }
}
