/** What changed between two flows, as a caller meets it. */

/** A change at one place of the call. */
export interface Change {
  /** Other words; an answer that leads elsewhere; a time, a number, a condition; a step that came or went. */
  kind: 'wording' | 'destination' | 'setting' | 'step';
  /** How a caller gets there: `under main → 2 (support)`. More than one where the same words are said; none: everywhere. */
  where: string[];
  /** What it is that changed. Without `before` it is new, without `after` it is gone. */
  subject: string;
  before?: string;
  after?: string;
  /** The language in which it is heard; absent: it is the same in all of them. */
  language?: string;
}
