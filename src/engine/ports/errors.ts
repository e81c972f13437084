import type { RefusalMeaning } from '../../call/index.ts';

/** An error that is no mistake of a flow or a caller: something outside has failed, or a request cannot be carried out. */
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

/** Returns the error for a request that is refused: the same request will not succeed later. */
export function refusalError(code: string, message: string): OperationalError {
  return new OperationalError(code, message, { retryable: false });
}

/** Code of a call to a number that this carrier, or this project, may not call. */
export const NUMBER_REFUSED = 'number_refused';

/** Returns why a project may not call a number or SIP URI, for people; undefined if it begins with one of these prefixes. */
export function describeForbidden(to: string, prefixes: readonly string[]): string | undefined {
  if (prefixes.some((prefix) => to.startsWith(prefix))) return undefined;
  return `the project may not call ${to}: its dial prefixes are ${prefixes.join(', ')}`;
}

/** A request to a carrier has failed for good; retryable failures were retried before. */
export class CarrierError extends OperationalError {
  /** HTTP status of the answer; 0 when there was none. */
  readonly httpStatus: number;
  /** The carrier's id of the request, if it gave one. */
  readonly requestId: string | undefined;
  /** The carrier no longer knows the call or considers it ended: nothing is wrong with the command. */
  readonly callEnded: boolean;
  /** For a command in doubt, this refusal shows that it was carried out before: treat it as done (I4). */
  readonly doneIfInDoubt: boolean;
  /** What the refusal means to the call, if it decides by it. */
  readonly means: RefusalMeaning | undefined;

  constructor(
    code: string,
    message: string,
    options: {
      retryable: boolean;
      httpStatus: number;
      requestId?: string | undefined;
      callEnded?: boolean;
      doneIfInDoubt?: boolean;
      means?: RefusalMeaning | undefined;
      cause?: unknown;
    },
  ) {
    super(code, message, options);
    this.name = 'CarrierError';
    this.httpStatus = options.httpStatus;
    this.requestId = options.requestId;
    this.callEnded = options.callEnded ?? false;
    this.doneIfInDoubt = options.doneIfInDoubt ?? false;
    this.means = options.means;
  }
}
