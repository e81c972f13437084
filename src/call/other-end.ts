import type { CallFacts } from './record.ts';

/** Returns the remote party's number. */
export function otherEnd({ direction, from, to }: CallFacts): string {
  return direction === 'inbound' ? from : to;
}
