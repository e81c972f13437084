/** Plays: what to play, and the state of playing it. */
import type { Ticket } from '../../virtual-clock.ts';

export type Media =
  | { kind: 'text'; text: string; language?: string | undefined; voice?: string | undefined }
  | { kind: 'ssml'; ssml: string; language?: string | undefined; voice?: string | undefined }
  | { kind: 'stored'; name: string }
  | { kind: 'url'; url: string };

/** A parsed play request. */
export interface PlayOrder {
  media: Media;
  promptRef: string | undefined;
  dtmf: boolean;
  asr: boolean;
  interrupt: boolean;
  /** Time from the end of the speech to a speech timeout. */
  speechStartMs: number;
}

/** The state of a play. */
export interface Playback extends PlayOrder {
  readonly id: string;
  /** True while something is heard; false while it only waits for input. */
  speaking: boolean;
  /** Keys collected so far. */
  keys: string;
  /** Keys pressed during speech that cannot be interrupted. */
  keysAhead: string;
  /** The next event: the end of the speech, of the input window, or of an entry. */
  next: Ticket | undefined;
}
