/** Schema of retries, for campaigns and planned calls. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { RETRIED_RESULTS } from '../../campaigns/index.ts';
import type { CampaignSettings } from '../../campaigns/index.ts';
import { closed } from './shapes.ts';

const Retry = Type.Object(
  {
    times: Type.Integer({ minimum: 1, maximum: 20 }),
    afterSeconds: Type.Integer({ minimum: 1, maximum: 30 * 24 * 3_600 }),
  },
  closed,
);

/** Result → number of further attempts and the delay before each. */
export const Retries = Type.Object(
  Object.fromEntries(RETRIED_RESULTS.map((result) => [result, Type.Optional(Retry)])) as Record<
    (typeof RETRIED_RESULTS)[number],
    ReturnType<typeof Type.Optional<typeof Retry>>
  >,
  {
    ...closed,
    description: 'Maps the result of a call to the number of further attempts and the delay before each.',
  },
);

/** Drops absent entries. */
export function toRetries({
  busy,
  no_answer,
  failed,
}: Static<typeof Retries>): NonNullable<CampaignSettings['retries']> {
  return { ...(busy && { busy }), ...(no_answer && { no_answer }), ...(failed && { failed }) };
}
