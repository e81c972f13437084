/**
 * Maps each number of a file to its first line. Owns: hash tables in flat arrays, 15 bytes per number when full; a `Map` of
 * a million numbers needs three times that.
 *
 * LINES-1 A table is allocated at full size and never moved or copied: arrays that grow leave garbage outside the heap,
 *         which is collected late and not returned to the system. Untouched parts of an array use no memory.
 * LINES-2 A number is added to the last table if no table contains it; a full table stays as it is, and a new one is added.
 *         One table holds a whole campaign, so there are several only if many more numbers were loaded before or are on the
 *         do-not-call list.
 */

/** Capacity of a table: the recipients of one campaign. */
const CAPACITY = 1_000_000;
/** Maximum load factor. */
const MAX_LOAD = 0.8;

export class NumberLines {
  readonly #full: number;
  readonly #earlier: Table[] = [];
  #last: Table;

  /** `full`: capacity of a table. */
  constructor(full = CAPACITY) {
    this.#full = full;
    this.#last = new Table(full);
  }

  /** Number of numbers. */
  get size(): number {
    return this.#earlier.length * this.#full + this.#last.size;
  }

  /** The first line of a number; undefined: the number is new and now stored with this line. */
  findFirstLine(number: number, line: number): number | undefined {
    const hash = hashNumber(number);
    for (const table of this.#earlier) {
      const found = table.findLine(number, hash);
      if (found !== undefined) return found;
    }
    const found = this.#last.findLine(number, hash);
    if (found === undefined) this.#put(number, hash, line);
    return found;
  }

  #put(number: number, hash: number, line: number): void {
    if (this.#last.size === this.#full) {
      this.#earlier.push(this.#last);
      this.#last = new Table(this.#full);
    }
    this.#last.put(number, hash, line);
  }
}

/** Open addressing with steps of one (Knuth, The Art of Computer Programming 6.4, algorithm L). */
class Table {
  /** Numbers by slot; 0 marks an empty slot, since no number is 0. */
  readonly #numbers: Float64Array;
  readonly #lines: Int32Array;
  size = 0;

  constructor(full: number) {
    const slots = Math.ceil(full / MAX_LOAD);
    this.#numbers = new Float64Array(slots);
    this.#lines = new Int32Array(slots);
  }

  /** The line of a number; undefined when it is not in this table. */
  findLine(number: number, hash: number): number | undefined {
    const slot = this.#findSlot(number, hash);
    return this.#numbers[slot] === number ? this.#lines[slot] : undefined;
  }

  /** Adds a number that is not in this table. */
  put(number: number, hash: number, line: number): void {
    const slot = this.#findSlot(number, hash);
    this.#numbers[slot] = number;
    this.#lines[slot] = line;
    this.size += 1;
  }

  /** The slot of a number, or the empty slot for it. */
  #findSlot(number: number, hash: number): number {
    const { length } = this.#numbers;
    let slot = Math.floor((hash / 2 ** 32) * length);
    while (this.#numbers[slot] !== 0 && this.#numbers[slot] !== number) slot = (slot + 1) % length;
    return slot;
  }
}

/** Mixes both halves of a whole number up to 2^53 into 32 bits, by the multipliers of MurmurHash3. */
function hashNumber(number: number): number {
  let mixed = (number >>> 0) ^ Math.imul(Math.floor(number / 2 ** 32), 0xcc9e2d51);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
