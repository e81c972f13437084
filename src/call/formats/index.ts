/**
 * Versions of stored formats: later releases read what earlier ones have written. The format of a kind of thing is a number,
 * increased by one with every change that makes stored things invalid. A new optional member needs no new format.
 *
 * FORMATS-1 A step is pure, converts one format to the next, and is never edited after its release.
 * FORMATS-2 A thing in a format that is newer than the known ones is returned unchanged, and must not be modified.
 */

export { findOldMeaning } from './refusal-meanings.ts';

/** A stored thing as plain JSON. */
export type Stored = Record<string, unknown>;

/** Converts a stored thing to the next format. */
export type Step = (older: Stored) => Stored;

/** The formats of one kind of thing. Things without a format have the first, 1. */
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

  /** True for a thing written by a later release. */
  isNewer({ format = 1 }: Stored): boolean {
    return Number(format) > this.newest;
  }

  /** Converts a thing to the newest format; one in that or a later format is returned unchanged. */
  upgrade(stored: Stored): Stored {
    const { format = 1 } = stored;
    if (format === this.newest || this.isNewer(stored)) return stored;
    const steps = this.#steps.slice(Number(format) - 1);
    return { ...steps.reduce((older, step) => step(older), stored), format: this.newest };
  }
}
