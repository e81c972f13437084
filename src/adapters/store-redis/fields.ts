/** Builds the facts by which a call is listed, in the form of scripts/facts.lua. */
import { DEFAULT_PROJECT, toListing } from '../../call/index.ts';
import type { CallRecord } from '../../call/index.ts';

const LONGEST_FIELD = 100;
const TIME_DIGITS = 14;

interface Facts {
  /** Lists that contain the call: of its project and of its flow. */
  lists: [string, string];
  /** Fields separated by tabs: version and flow, number, time, campaign. */
  text: string;
}

export function toFacts(record: CallRecord): Facts {
  const { project, flow, number, at, campaign } = toListing(record);
  const field = flowField(project, flow);
  const fields = [
    `${record.flow.version} ${field}`,
    toField(number),
    timeField(at),
    campaign === undefined ? '' : campaignField(campaign),
  ];
  return { lists: toLists(field), text: fields.join('\t') };
}

/** Returns the field of a campaign, which no number can have: colons are escaped in numbers. */
export function campaignField(campaign: string): string {
  return `c:${toField(campaign)}`;
}

/** Returns the lists of a flow, by its field: of its project and of the flow. */
export function toLists(flow: string): [string, string] {
  return [`p:${projectField(flow)}`, `f:${flow}`];
}

/** Returns the list of a project's calls. */
export function projectList(project: string): string {
  return `p:${toField(project)}`;
}

/** Returns the list of a flow's calls. */
export function flowList(project: string, flow: string): string {
  return `f:${flowField(project, flow)}`;
}

/** Flows of the default project have no project prefix, as before there were other projects. */
function flowField(project: string, flow: string): string {
  return project === DEFAULT_PROJECT ? toField(flow) : `${toField(project)}/${toField(flow)}`;
}

/** Returns the project in the field of a flow. Project ids need no escaping. */
export function projectField(flow: string): string {
  const end = flow.indexOf('/');
  return end === -1 ? DEFAULT_PROJECT : flow.slice(0, end);
}

/** Renders a time so that the text sorts like the time. */
export function timeField(time: number): string {
  return String(time).padStart(TIME_DIGITS, '0');
}

/** Escapes a text so that it contains no field separator; numbers from outside may contain anything. */
export function toField(text: string): string {
  return encodeURIComponent(text.toWellFormed()).slice(0, LONGEST_FIELD);
}
