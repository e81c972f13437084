/** Voice settings of prompts (voice.md 2.3). The schema defines the legal values. */

import type { Template } from './template.ts';

/** The kind of a value, so that it is read in the usual way. */
export interface SayAs {
  /** The platform's name for it: `date`, `telephone`, `number_digit`. */
  as: string;
  /** The order of its parts: `dmy`, `hms24`. */
  format?: string;
  /** The currency code of an amount. */
  unit?: string;
}

/** The sound of the voice. */
export interface Sound {
  style?: string;
  pitch?: string;
  rate?: string;
  volume?: string;
}

/** The voice settings of one text of a prompt. */
export interface Manner {
  as?: SayAs;
  sound?: Sound;
  /** Silence after it, ms. */
  pauseMs?: number;
}

/** One piece of a prompt, before its expressions are evaluated; in the caller's language unless it names another. */
export type PromptPart =
  | ({ kind: 'text'; text: Template; language?: string } & Manner)
  | { kind: 'ssml'; ssml: Template; language?: string }
  | ({ kind: 'stored'; name: Template } & AudioLength)
  | ({ kind: 'url'; url: Template } & AudioLength);

/** The author's statement about audio of unknown length. */
export interface AudioLength {
  /** Duration; absent: unknown. */
  lengthMs?: number;
}

/** A prompt of a step: named prompts (spoken in the caller's language) and parts given in place, in order. */
export type Prompt = ({ name: string } | PromptPart)[];
