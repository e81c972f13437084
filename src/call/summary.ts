import type { CallId, FlowVersion, ProjectId } from './ids.ts';
import { remoteNumber, toDigits } from './numbers.ts';
import type { CallRecord, Leg } from './record.ts';

/**
 * How a call went: `failed`, it ended on an error path; `hung_up`, the caller hung up on the flow; `talked`, the caller reached
 * somebody; `served`, any other end. Statistics count calls in the same way.
 */
export const CALL_RESULTS = ['failed', 'hung_up', 'talked', 'served'] as const;

type CallResult = (typeof CALL_RESULTS)[number];

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
  /** Current step; of an ended call the step in which it ended, before its finalizer. */
  step: string;
  leg: Leg;
  /** Name of its carrier; absent: the platform. */
  carrier?: string;
  /** Why it ended. */
  ended?: string;
  /** How it went, once it has ended. */
  result?: CallResult;
  /** Milestones of the call. */
  outcomes: string[];
  /** Id of the campaign that placed it. */
  campaign?: string;
}

/** Returns the summary of a call. */
export function summarize(record: CallRecord): CallSummary {
  const { id, flow, startedAt, endedAt, carrier, campaign, context } = record;
  const { call, step, lastStep, leg, milestones } = context;
  const result = readResult(record);
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
    step: endedAt === undefined || lastStep === '' ? step : lastStep,
    leg,
    ...(carrier !== undefined && { carrier }),
    ...(call.reason !== '' && { ended: call.reason }),
    ...(result !== undefined && { result }),
    outcomes: milestones,
    ...(campaign !== undefined && { campaign }),
  };
}

/** Returns how a call went; undefined while it goes on. */
export function readResult({ endedAt, context }: CallRecord): CallResult | undefined {
  const { blame, call, line } = context;
  if (endedAt === undefined) return undefined;
  if (blame === 'failed' || call.reason === 'failed') return 'failed';
  if (blame === 'hungUp') return 'hung_up';
  return line.hasTalked ? 'talked' : 'served';
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
