/** What one endpoint of the platform is: all that the client has to know to use it. */
import type { Method } from '../transport/exchange.ts';
import type { Rate } from '../transport/rate-limit.ts';

export type Service = 'voice' | 'sms' | 'video';

/** `Body` is what its request carries, `Answer` what comes back. */
export interface Endpoint<Body, Answer> {
  service: Service;
  method: Method;
  /** Relative to the base address; `{name}` stands for a parameter. */
  path: string;
  /** The definition in schemas/platform/<service>.schema.json that its body must fit; absent: not checked, or no body. */
  request?: string;
  /** What its answer is for: without this member it is no answer. */
  gives?: keyof Answer & string;
  /** A list in its answer, which may be long; an answer that leaves it out has an empty one. */
  lists?: keyof Answer & string;
  /** Counts against this limit of the platform. */
  rate?: Rate;
  /** The request is not signed: its body carries the credentials. */
  unsigned?: true;
  /** A repetition would do the thing again: neither a method of which that is harmless, nor an Idempotency-Key. */
  unrepeatable?: true;
  /** Codes with which a repetition is refused because an earlier attempt was carried out (I4). */
  doneCodes?: readonly string[];
  /** Never there: it ties the types to the row. */
  readonly types?: (body: Body) => Answer;
}

/** A body's type where a request has none. */
export type Nothing = undefined;

/**
 * An answer as it can be relied on: the platform leaves members out, so that only the one which the answer is for is
 * certain.
 */
export type Tolerant<Answer, Given extends keyof Answer = never> = Partial<Answer> &
  Required<Pick<Answer, Given>>;
