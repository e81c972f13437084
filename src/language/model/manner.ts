/** How speech is read out (voice.md 2.3). The values that are legal stand in the schema. */

import type { Template } from './template.ts';

/** What a value is, so that it is read as people say it. */
export interface SayAs {
  /** The platform's word for it: `date`, `telephone`, `number_digit`. */
  as: string;
  /** The order of its parts: `dmy`, `hms24`. */
  format?: string;
  /** What an amount is an amount of: a currency's code. */
  unit?: string;
}

/** How the voice sounds. */
export interface Sound {
  style?: string;
  pitch?: string;
  rate?: string;
  volume?: string;
}

/** How one text of a prompt is spoken. */
export interface Manner {
  as?: SayAs;
  sound?: Sound;
  /** Silence after it, ms. */
  pauseMs?: number;
}

/** One piece of a prompt, before its variables are filled in; in the caller's language unless it names another. */
export type PromptPart =
  | ({ kind: 'text'; text: Template; language?: string } & Manner)
  | { kind: 'ssml'; ssml: Template; language?: string }
  | ({ kind: 'stored'; name: Template } & AudioLength)
  | ({ kind: 'url'; url: Template } & AudioLength);

/** What the author says of audio that nobody can estimate. */
export interface AudioLength {
  /** How long it lasts; absent: not known. */
  lengthMs?: number;
}

/** A prompt as a step uses it: named prompts (spoken in the caller's language) and parts given in place, in order. */
export type Prompt = ({ name: string } | PromptPart)[];
