/** How speech is read out (voice.md 2.3). The values that are legal stand in the schema. */

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
