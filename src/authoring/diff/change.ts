/** What changed between two flows, as a caller meets it. */

/** A change at one place of the call. */
export interface Change {
  /** Other words; an answer that leads elsewhere; a time, a number, a condition; a step that came or went. */
  kind: 'wording' | 'destination' | 'setting' | 'step';
  /** The flow in which it changed, where that is one which the compared flow runs. */
  flow?: string;
  /** How a caller gets there: `under main → 2 (support)`. More than one where the same words are said; none: everywhere. */
  where: string[];
  /** What it is that changed; `…` stands where its value belongs: `waits … for an answer`. */
  subject: string;
  /** The old value, in words; a destination is a step, `hangup`, `repeat`, `back` or `return`. Absent: it is new. */
  before?: string;
  /** The new value. Absent: it is gone. */
  after?: string;
  /** The language in which it is heard; absent: it is the same in all of them. */
  language?: string;
}
