/** Description of an endpoint of the platform. */
import type { Method } from '../transport/exchange.ts';
import type { Rate } from '../transport/rate-limit.ts';

export type Service = 'voice' | 'sms' | 'video';

/** `Body` is the type of the request's body, `Answer` that of the response. */
export interface Endpoint<Body, Answer> {
  service: Service;
  method: Method;
  /** Path relative to the base address; `{name}` is a parameter. */
  path: string;
  /**
   * Definition in schemas/platform/<service>.schema.json that validates the body; without it, the body is not
   * validated.
   */
  request?: string;
  /** Member without which an answer is incomplete. */
  gives?: keyof Answer & string;
  /** List in the answer, which may be long; defaults to an empty list. */
  lists?: keyof Answer & string;
  /** Rate limit of the platform that the request counts against. */
  rate?: Rate;
  /** Sent without an Authorization header, because the body carries the credentials. */
  unsigned?: true;
  /** Not safe to retry: the method is not idempotent and there is no Idempotency-Key. */
  unrepeatable?: true;
  /** Error codes of a retry which show that an earlier attempt was carried out (I4). */
  doneCodes?: readonly string[];
  /** Never set; carries the types. */
  readonly types?: (body: Body) => Answer;
}

/** The body type of requests without a body. */
export type Nothing = undefined;

/** An answer of which only the given members are certain, because the platform may omit the others. */
export type Tolerant<Answer, Given extends keyof Answer = never> = Partial<Answer> &
  Required<Pick<Answer, Given>>;
