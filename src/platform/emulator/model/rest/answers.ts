/** Requests and answers of the REST API, with the three error envelopes of voice.md 7. */
import type { CodedError, FailedError, ResultError } from '../../../../../schemas/types/voice.ts';

/** A request as received. */
export interface WireRequest {
  method: string;
  /** Path and query, as received. */
  path: string;
  /** Names are in lower case. */
  headers: Record<string, string | undefined>;
  /** Raw text; undefined or empty without a body. */
  body?: string | undefined;
}

/** An answer as sent; status 0 cuts the connection without an answer. */
export interface WireAnswer {
  status: number;
  headers: Record<string, string>;
  /** JSON, or a `MediaBody`. */
  body: unknown;
}

/** A body that is not JSON, such as a recording. */
export class MediaBody {
  readonly type: string;
  readonly bytes: Uint8Array;

  constructor(type: string, bytes: Uint8Array) {
    this.type = type;
    this.bytes = bytes;
  }
}

/** Thrown by request handlers to answer with an error; never leaves the model. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Record<string, string>;
  readonly envelope: 'result' | 'failed' | 'coded';

  constructor(
    envelope: Refusal['envelope'],
    status: number,
    about: { code: string; message: string; headers?: Record<string, string> },
  ) {
    super(about.message);
    this.envelope = envelope;
    this.status = status;
    this.code = about.code;
    this.headers = { ...about.headers };
  }

  /** Adds a header to the answer. */
  addHeader(name: string, value: string): this {
    this.headers[name] = value;
    return this;
  }

  /** Returns the body in the envelope of this refusal. */
  toBody(requestId: string): object {
    const { code, message: msg } = this;
    if (this.envelope === 'result') return { result: Number(code), msg } satisfies ResultError;
    if (this.envelope === 'failed') return { status: 'failed', result: code, msg } satisfies FailedError;
    return {
      status: 'error',
      error_code: code,
      message: msg,
      request_id: requestId,
    } satisfies CodedError;
  }
}

/**
 * Refusals in the failed envelope (voice.md 7.2, 7.3). Their HTTP status is not specified: 409 for a conflict with the
 * call's state, 400 for a mistake in the request.
 */
const failures = {
  '408': { status: 409, message: 'Call is already recording' },
  '409': { status: 409, message: 'Call is not bridged yet' },
  '6101': { status: 403, message: 'Voice service not subscribed' },
  '6111': { status: 409, message: 'Call not established' },
  '6112': { status: 409, message: 'Call is bridged and cannot play media' },
  '6113': { status: 409, message: 'Error creating a bridge' },
  '6117': { status: 403, message: 'Text-to-speech not supported for the service' },
  '6118': { status: 400, message: 'Phone number not found for the service' },
  '6119': { status: 409, message: 'Failed to start recording on bridge' },
  '6122': { status: 409, message: 'Play request pending' },
  '6128': { status: 400, message: 'Text-to-speech request longer than 1024 characters' },
  '6132': { status: 409, message: 'Error answering an incoming call' },
  '6135': { status: 400, message: 'Invalid parameter in recording request' },
  '6136': { status: 400, message: 'Recording format not supported' },
  '6137': { status: 409, message: 'Recording file name already exists' },
  '6138': { status: 404, message: 'Recording resource not found' },
  '6139': { status: 409, message: 'Unable to stop the recording' },
  '6140': { status: 409, message: 'Error fetching the recording file' },
  '6141': { status: 503, message: 'SIP gateway unavailable' },
} as const;

/** Creates a refusal in the failed envelope. */
export function createFailedRefusal(code: keyof typeof failures): Refusal {
  return new Refusal('failed', failures[code].status, { code, message: failures[code].message });
}

/** Creates a refusal in the result envelope (voice.md 7.1, 7.3). */
export function createResultRefusal(status: 401 | 403 | 404 | 405, message: string, headers = {}): Refusal {
  return new Refusal('result', status, { code: String(status), message, headers });
}

/** Creates a refusal in the string-coded envelope (voice.md 7.4). */
export function createCodedRefusal(status: number, code: string, message: string): Refusal {
  return new Refusal('coded', status, { code, message });
}

/** Creates a refusal for a missing or invalid field (voice.md 7.4). */
export function createInvalidParam(message: string): Refusal {
  return createCodedRefusal(400, 'INVALID_PARAM', message);
}
