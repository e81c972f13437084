/** Messages of callers: what is asked for, and the state of recording one. */
import type { Ticket } from '../../virtual-clock.ts';

/** A parsed request for a message. */
export interface MessageOrder {
  longestMs: number;
  silenceMs: number;
  terminator: '#' | '*' | 'any' | undefined;
  /** Name that notifications repeat. */
  reference: string;
}

/** A message that is being recorded. */
export interface Message extends MessageOrder {
  readonly id: string;
  readonly startedAt: number;
  /** Speech so far, with what is still to come. */
  speechMs: number;
  /** End of the speech. */
  speaksUntil: number;
  next: Ticket | undefined;
}
