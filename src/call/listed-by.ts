import type { CallId, ProjectId } from './ids.ts';
import { digitsOf } from './numbers.ts';
import { otherEnd } from './other-end.ts';
import type { CallRecord } from './record.ts';

/** What a call is listed by, all of it fixed when it begins. */
export interface Listed {
  id: CallId;
  project: ProjectId;
  /** When it began, ms since the epoch. */
  at: number;
  /** Name of the flow on which it began. */
  flow: string;
  /** Of the other party, by its digits. */
  number: string;
}

/** What a call is listed by, beside whether it lives. */
export function listedBy({ id, project, flow, startedAt, context }: CallRecord): Listed {
  return { id, project, at: startedAt, flow: flow.name, number: digitsOf(otherEnd(context.call)) };
}
