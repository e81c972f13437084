import type { CallId, FlowVersion } from './ids.ts';
import { otherEnd } from './other-end.ts';
import type { CallRecord, Leg } from './record.ts';

/** A call as it is told to people and programs: nothing in it is secret. */
export interface CallSummary {
  id: CallId;
  /** Name of the flow on which it began. */
  flow: string;
  version: FlowVersion;
  direction: 'inbound' | 'outbound';
  /** Of the other party. */
  number: string;
  from: string;
  to: string;
  /** ms since the epoch. */
  startedAt: number;
  endedAt?: number;
  /** Where it is, or was last. */
  step: string;
  leg: Leg;
  /** Why it ended. */
  ended?: string;
  /** What it got to that counts for the business. */
  outcomes: string[];
}

/** What a record says of its call. */
export function summaryOf({ id, flow, startedAt, endedAt, context }: CallRecord): CallSummary {
  const { call, step, leg, milestones } = context;
  return {
    id,
    flow: flow.name,
    version: flow.version,
    direction: call.direction,
    number: otherEnd(call),
    from: call.from,
    to: call.to,
    startedAt,
    ...(endedAt !== undefined && { endedAt }),
    step,
    leg,
    ...(call.reason !== '' && { ended: call.reason }),
    outcomes: milestones,
  };
}
