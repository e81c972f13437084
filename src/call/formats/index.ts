/**
 * Forms of what is kept, over releases: what one release writes, later ones read. Each kind of thing has a format, a number
 * that goes up by one whenever its form changes so that what is already kept does not have it. What only gains something
 * that may be absent keeps its format.
 *
 * FORMATS-1 A step is pure, makes of one format the next, and is never edited once it was released.
 * FORMATS-2 What has a later format than is known is given back as it is: whoever reads it has to leave it alone.
 */

/** A stored thing as plain JSON. */
export type Stored = Record<string, unknown>;

/** Makes of something in one format the same in the next. */
export type Step = (older: Stored) => Stored;

/** The formats of one kind of thing. What says nothing of a format has the first, 1. */
export class Formats {
  readonly #steps: readonly Step[];

  /** The first step leads from format 1 to 2. */
  constructor(steps: readonly Step[]) {
    this.#steps = steps;
  }

  /** The format that is written. */
  get newest(): number {
    return this.#steps.length + 1;
  }

  /** True for what a later release has written. */
  isNewer({ format = 1 }: Stored): boolean {
    return Number(format) > this.newest;
  }

  /** The same in the newest format; what has that, or a later one, itself. */
  upgraded(stored: Stored): Stored {
    const { format = 1 } = stored;
    if (format === this.newest || this.isNewer(stored)) return stored;
    const steps = this.#steps.slice(Number(format) - 1);
    return { ...steps.reduce((older, step) => step(older), stored), format: this.newest };
  }
}
