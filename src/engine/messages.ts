/** Text messages that come in for calls: what a call waits for has a name under which the store finds it. */
import type { CallRecord, ProjectId } from '../call/index.ts';
import { digitsOf } from './flows.ts';

/** A text message, with the project whose hook it came to. */
export interface MessageArrival {
  project: ProjectId;
  from: string;
  /** Our number. */
  to: string;
  text: string;
  /** Tells a repetition from a second message. */
  key?: string;
}

/** The name of a message from this number. The platform writes numbers with and without a plus. */
export function awaitedMessage(project: ProjectId, from: string): string {
  return `message:${project}:${digitsOf(from)}`;
}

/** What a call waits for, as its commit says it. */
export function awaitedBy({ project, context, endedAt }: CallRecord): { awaits?: string } {
  if (context.awaits === '' || endedAt !== undefined) return {};
  return { awaits: awaitedMessage(project, context.awaits) };
}
