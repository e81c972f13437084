/** Changes between two flows, from the caller's point of view. */

/** A change at one place of the call. */
export interface Change {
  /**
   * A changed wording, a changed target of an answer, a changed time, number or condition, or a step that was added or
   * removed.
   */
  kind: 'wording' | 'destination' | 'setting' | 'step';
  /** The called flow in which it changed; absent for the compared flow itself. */
  flow?: string;
  /**
   * Paths that lead a caller to it: `under main → 2 (support)`. Several if the same words are played in several places;
   * empty if the change applies everywhere.
   */
  where: string[];
  /** The changed thing; `…` stands for its value: `waits … for an answer`. */
  subject: string;
  /**
   * The old value, in words; a destination is a step, `hangup`, `repeat`, `back` or `return`. Absent if the subject is
   * new.
   */
  before?: string;
  /** The new value; absent if it was removed. */
  after?: string;
  /** Language in which it is heard; absent if the change is the same in all languages. */
  language?: string;
  /** Languages in which the same text did not change, and may have been forgotten. */
  unchangedIn?: string[];
  /** The text that these languages still have, by language. */
  unchangedTexts?: Record<string, string>;
}
