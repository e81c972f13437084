/** What a call is listed by, as scripts/facts.lua has it. */
import { DEFAULT_PROJECT, listedBy } from '../../call/index.ts';
import type { CallRecord } from '../../call/index.ts';

const LONGEST_FIELD = 100;
const TIME_DIGITS = 14;

/** Behind the flow its version: the fields that the scripts tell apart by tabs. */
export function factsOf(record: CallRecord): string {
  const { project, flow, number, at } = listedBy(record);
  return [flowField(project, flow), record.flow.version, fieldOf(number), timeField(at)].join('\t');
}

/** Flows of the default project stand there by their names alone, as they did when there was no other. */
export function flowField(project: string, flow: string): string {
  return project === DEFAULT_PROJECT ? fieldOf(flow) : `${fieldOf(project)}/${fieldOf(flow)}`;
}

/** The project of a flow, from its field. Ids of projects are their own fields. */
export function projectField(flow: string): string {
  const end = flow.indexOf('/');
  return end === -1 ? DEFAULT_PROJECT : flow.slice(0, end);
}

/** As text that sorts as the time does. */
export function timeField(time: number): string {
  return String(time).padStart(TIME_DIGITS, '0');
}

/** As one word without what separates fields; numbers come from outside and may be anything. */
export function fieldOf(text: string): string {
  return encodeURIComponent(text.toWellFormed()).slice(0, LONGEST_FIELD);
}
