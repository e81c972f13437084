/**
 * In which line each number of a file came first. Owns: tables of numbers in flat arrays, 15 bytes a number where they are
 * full; a million in a `Map` take three times that, and the report on a file is not to need more memory than there is.
 *
 * N1 A table has its full size from the start, and is never moved or copied: what growing arrays leave behind lies outside of
 *    the heap, where the garbage collector sees to it late and the memory it was in is not given back. What nobody has
 *    touched of an array takes no memory.
 * N2 A number is put into the last table, when it is in none; a table that is full is left as it is, and another one begun.
 *    Since one has room for a whole campaign, there are several only with many more who were loaded before, or whom nobody may call.
 */

/** A table is for so many numbers: for as many as a campaign has recipients. */
const FULL = 1_000_000;
/** So many of its places are taken at most. */
const FULLEST = 0.8;

export class NumberLines {
  readonly #full: number;
  readonly #earlier: Table[] = [];
  #last: Table;

  /** `full`: how many numbers a table takes. */
  constructor(full = FULL) {
    this.#full = full;
    this.#last = new Table(full);
  }

  /** How many numbers there are. */
  get size(): number {
    return this.#earlier.length * this.#full + this.#last.size;
  }

  /** The line of a number that came before; undefined: it is new, and is remembered with this line. */
  firstLine(number: number, line: number): number | undefined {
    const hash = hashNumber(number);
    for (const table of this.#earlier) {
      const found = table.lineOf(number, hash);
      if (found !== undefined) return found;
    }
    const found = this.#last.lineOf(number, hash);
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
  /** Numbers by place; 0: nobody, since no number is 0. */
  readonly #numbers: Float64Array;
  readonly #lines: Int32Array;
  size = 0;

  constructor(full: number) {
    const places = Math.ceil(full / FULLEST);
    this.#numbers = new Float64Array(places);
    this.#lines = new Int32Array(places);
  }

  /** Undefined: the number is not here. */
  lineOf(number: number, hash: number): number | undefined {
    const place = this.#placeOf(number, hash);
    return this.#numbers[place] === number ? this.#lines[place] : undefined;
  }

  /** Puts a number here which is not here yet. */
  put(number: number, hash: number, line: number): void {
    const place = this.#placeOf(number, hash);
    this.#numbers[place] = number;
    this.#lines[place] = line;
    this.size += 1;
  }

  /** Where it is, or would be. */
  #placeOf(number: number, hash: number): number {
    const { length } = this.#numbers;
    let place = Math.floor((hash / 2 ** 32) * length);
    while (this.#numbers[place] !== 0 && this.#numbers[place] !== number) place = (place + 1) % length;
    return place;
  }
}

/** Mixes both halves of a whole number up to 2^53 into 32 bits, by the multipliers of MurmurHash3. */
function hashNumber(number: number): number {
  let mixed = (number >>> 0) ^ Math.imul(Math.floor(number / 2 ** 32), 0xcc9e2d51);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
