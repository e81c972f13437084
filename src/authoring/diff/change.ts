/** Changes between two flows, from the caller's point of view. */

/** A change at one place of the call. */
export interface Change {
  /** Other words; an answer that leads elsewhere; a time, a number, a condition; a step that came or went. */
  kind: 'wording' | 'destination' | 'setting' | 'step';
  /** Flow in which it changed, if it is one that the compared flow runs. */
  flow?: string;
  /**
   * Path of a caller to it: `under main → 2 (support)`. Several if the same words are played in several places; empty if
   * it applies everywhere.
   */
  where: string[];
  /** The thing that changed; `…` stands for its value: `waits … for an answer`. */
  subject: string;
  /** The old value, in words; a destination is a step, `hangup`, `repeat`, `back` or `return`. Absent: it is new. */
  before?: string;
  /** The new value; absent if it was removed. */
  after?: string;
  /** Language in which it is heard; absent if it is the same in all. */
  language?: string;
}
