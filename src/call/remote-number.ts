import type { CallFacts } from './record.ts';

/** Returns the remote party's number. */
export function remoteNumber({ direction, from, to }: CallFacts): string {
  return direction === 'inbound' ? from : to;
}
