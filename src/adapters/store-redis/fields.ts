/** The facts by which a call is listed, as scripts/facts.lua has them. */
import { DEFAULT_PROJECT, toListing } from '../../call/index.ts';
import type { CallRecord } from '../../call/index.ts';

const LONGEST_FIELD = 100;
const TIME_DIGITS = 14;

interface Facts {
  /** The lists that it is in, of its project and of its flow. */
  lists: [string, string];
  /** The fields that the scripts tell apart by tabs: version and flow, number, time. */
  text: string;
}

export function toFacts(record: CallRecord): Facts {
  const { project, flow, number, at } = toListing(record);
  const field = flowField(project, flow);
  return {
    lists: toLists(field),
    text: `${record.flow.version} ${field}\t${toField(number)}\t${timeField(at)}`,
  };
}

/** The lists of the calls of a flow, by its field: that of its project and its own. */
export function toLists(flow: string): [string, string] {
  return [`p:${projectField(flow)}`, `f:${flow}`];
}

/** The list of a project's calls. */
export function projectList(project: string): string {
  return `p:${toField(project)}`;
}

/** The list of a flow's calls. */
export function flowList(project: string, flow: string): string {
  return `f:${flowField(project, flow)}`;
}

/** Flows of the default project stand there by their names alone, as they did when there was no other. */
function flowField(project: string, flow: string): string {
  return project === DEFAULT_PROJECT ? toField(flow) : `${toField(project)}/${toField(flow)}`;
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
export function toField(text: string): string {
  return encodeURIComponent(text.toWellFormed()).slice(0, LONGEST_FIELD);
}
