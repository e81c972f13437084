/** Who is called again, and how often, as campaigns and planned calls say it. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { retried } from '../../campaigns/index.ts';
import type { CampaignSettings } from '../../campaigns/index.ts';
import { closed } from './shapes.ts';

const Retry = Type.Object(
  {
    times: Type.Integer({ minimum: 1, maximum: 20 }),
    afterSeconds: Type.Integer({ minimum: 1, maximum: 30 * 24 * 3_600 }),
  },
  closed,
);

/** What a call came to → how often another one follows, and how long after its end. */
export const Retries = Type.Object(
  Object.fromEntries(retried.map((result) => [result, Type.Optional(Retry)])) as Record<
    (typeof retried)[number],
    ReturnType<typeof Type.Optional<typeof Retry>>
  >,
  {
    ...closed,
    description: 'Maps the result of a call to the number of further attempts and the delay before each.',
  },
);

/** The same without what is not said. */
export function toRetries({ busy, no_answer, failed }: Static<typeof Retries>) {
  const retries: NonNullable<CampaignSettings['retries']> = {
    ...(busy && { busy }),
    ...(no_answer && { no_answer }),
    ...(failed && { failed }),
  };
  return retries;
}
