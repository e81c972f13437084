import type { CallId, FlowVersion, ProjectId } from './ids.ts';
import { remoteNumber, toDigits } from './numbers.ts';
import type { CallRecord, Leg } from './record.ts';

/** Public facts of a call, without secrets. */
export interface CallSummary {
  id: CallId;
  /** Name of the flow on which it began. */
  flow: string;
  version: FlowVersion;
  direction: 'inbound' | 'outbound';
  /** The remote party's number. */
  number: string;
  from: string;
  to: string;
  /** ms since the epoch. */
  startedAt: number;
  endedAt?: number;
  /** Current or last step. */
  step: string;
  leg: Leg;
  /** Why it ended. */
  ended?: string;
  /** Milestones of the call. */
  outcomes: string[];
  /** Id of the campaign that placed it. */
  campaign?: string;
}

/** Returns the summary of a call. */
export function summarize({ id, flow, startedAt, endedAt, campaign, context }: CallRecord): CallSummary {
  const { call, step, leg, milestones } = context;
  return {
    id,
    flow: flow.name,
    version: flow.version,
    direction: call.direction,
    number: remoteNumber(call),
    from: call.from,
    to: call.to,
    startedAt,
    ...(endedAt !== undefined && { endedAt }),
    step,
    leg,
    ...(call.reason !== '' && { ended: call.reason }),
    outcomes: milestones,
    ...(campaign !== undefined && { campaign }),
  };
}

/** Facts by which calls are listed; all are fixed when a call begins. */
interface Listing {
  id: CallId;
  project: ProjectId;
  /** When it began, ms since the epoch. */
  at: number;
  /** Name of the flow on which it began. */
  flow: string;
  /** Digits of the remote party's number. */
  number: string;
  /** Id of the campaign that placed it. */
  campaign?: string;
}

/** Returns the facts by which stores list a call. */
export function toListing({ id, project, flow, startedAt, campaign, context }: CallRecord): Listing {
  const number = toDigits(remoteNumber(context.call));
  return { id, project, at: startedAt, flow: flow.name, number, ...(campaign !== undefined && { campaign }) };
}
