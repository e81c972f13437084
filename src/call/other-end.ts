import type { CallFacts } from './record.ts';

/** The number of whoever is not us. */
export function otherEnd({ direction, from, to }: CallFacts): string {
  return direction === 'inbound' ? from : to;
}
