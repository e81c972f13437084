/** The ports to synthesis and recognition of speech, for carriers that have neither. */

/** A text to be spoken. */
export interface Utterance {
  /** Plain text or SSML. */
  text: string;
  isSsml: boolean;
  /** BCP 47. */
  language: string;
  voice?: string;
  /** True when the text contains a secret value: its file belongs to one caller and is not cached. */
  isSecret?: boolean;
}

export interface Synthesizer {
  /** Identifies engine, model and settings: the same id speaks the same text alike. Part of the cache key. */
  readonly id: string;
  /** True when the engine follows SSML marks for pauses and prosody. Others are given plain text only. */
  readonly readsSsml: boolean;
  /** Returns a WAV file. Throws an `OperationalError` when the text cannot be spoken. */
  synthesize(utterance: Utterance, signal: AbortSignal): Promise<Uint8Array>;
}

export interface Recognizer {
  /**
   * Returns what is said in a WAV file, empty when it is not understood. `language`: BCP 47; undefined when it is not known.
   * Throws an `OperationalError` when it cannot be recognised.
   */
  recognize(audio: Uint8Array, language: string | undefined, signal: AbortSignal): Promise<string>;
}

/** Speech as files, cached by content. */
export interface SpeechFiles {
  /** Returns the path of a file that speaks the text, without its extension; renders it on the first use. */
  render(utterance: Utterance, signal: AbortSignal): Promise<string>;
  /** Deletes the file of a secret utterance, by the path that `render` returned; other files stay. */
  discard(path: string): Promise<void>;
}
