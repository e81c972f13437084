/** What a call is listed by, as scripts/facts.lua has it. */
import { listedBy } from '../../call/index.ts';
import type { CallRecord } from '../../call/index.ts';

const LONGEST_FIELD = 100;
const TIME_DIGITS = 14;

/** Behind the flow its version: the fields that the scripts tell apart by tabs. */
export function factsOf(record: CallRecord): string {
  const { flow, number, at } = listedBy(record);
  return [fieldOf(flow), record.flow.version, fieldOf(number), timeField(at)].join('\t');
}

/** As text that sorts as the time does. */
export function timeField(time: number): string {
  return String(time).padStart(TIME_DIGITS, '0');
}

/** As one word without what separates fields; numbers come from outside and may be anything. */
export function fieldOf(text: string): string {
  return encodeURIComponent(text.toWellFormed()).slice(0, LONGEST_FIELD);
}
