/** Phone numbers of a call. */
import type { CallFacts } from './record.ts';

/** Returns the digits of a number, for comparison: the platform writes numbers with and without a plus. Text without digits is unchanged. */
export function toDigits(number: string): string {
  return number.replace(/\D/g, '') || number;
}

/** Returns the remote party's number. */
export function remoteNumber({ direction, from, to }: CallFacts): string {
  return direction === 'inbound' ? from : to;
}

/** Returns our number on the call: the one that was dialled, or that the call was placed from. */
export function localNumber({ direction, from, to }: CallFacts): string {
  return direction === 'inbound' ? to : from;
}
