/** A line of a call's transcript, whether the call is at the emulator or simulated. */
export interface TranscriptLine {
  /** Identifies the line within its transcript. */
  key: string | number;
  /** `flow`: the caller hears it; `caller`: the caller pressed or said it; `platform`: a note on what happened. */
  by: 'flow' | 'caller' | 'platform';
  text: string;
  /** Language of the text, such as `en-US`. */
  language?: string;
}
