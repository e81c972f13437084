/** What is to be played, and how far it has come. */
import type { Ticket } from '../../virtual-clock.ts';

export type Media =
  | { kind: 'text'; text: string; language?: string | undefined; voice?: string | undefined }
  | { kind: 'ssml'; ssml: string; language?: string | undefined; voice?: string | undefined }
  | { kind: 'stored'; name: string }
  | { kind: 'url'; url: string };

/** A play request that was understood. */
export interface PlayOrder {
  media: Media;
  promptRef: string | undefined;
  dtmf: boolean;
  asr: boolean;
  interrupt: boolean;
  /** From the end of the speech to a speech timeout. */
  speechStartMs: number;
}

/** A play in progress. */
export interface Playback extends PlayOrder {
  readonly id: string;
  /** Still being heard; false while it only listens. */
  speaking: boolean;
  /** Keys gathered so far. */
  keys: string;
  /** Keys pressed during speech that keys do not interrupt, until it is over. */
  keysAhead: string;
  /** What is due: the end of the speech, of the window, or of an entry. */
  next: Ticket | undefined;
}
