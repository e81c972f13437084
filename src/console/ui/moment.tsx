/** A time in the reader's language and time zone. */
import { formatMoment } from './format.ts';

/** `at`: ms since 1970, or a time of RFC 3339. */
export function Moment({ at }: { at: number | string }) {
  const time = new Date(at);
  return <time dateTime={time.toISOString()}>{formatMoment(time.getTime())}</time>;
}
