/** What a call is listed by, as scripts/facts.lua has it. */
import { DEFAULT_PROJECT, listedBy } from '../../call/index.ts';
import type { CallRecord } from '../../call/index.ts';

const LONGEST_FIELD = 100;
const TIME_DIGITS = 14;

/**
 * Behind the flow its version: the fields that the scripts tell apart by tabs. Flows of the default project stand there by
 * their names alone, as they did when there was no other.
 */
export function factsOf(record: CallRecord): string {
  const { project, flow, number, at } = listedBy(record);
  const listed = project === DEFAULT_PROJECT ? fieldOf(flow) : `${fieldOf(project)}/${fieldOf(flow)}`;
  return [listed, record.flow.version, fieldOf(number), timeField(at)].join('\t');
}

/** As text that sorts as the time does. */
export function timeField(time: number): string {
  return String(time).padStart(TIME_DIGITS, '0');
}

/** As one word without what separates fields; numbers come from outside and may be anything. */
export function fieldOf(text: string): string {
  return encodeURIComponent(text.toWellFormed()).slice(0, LONGEST_FIELD);
}
