/**
 * In which line each number of a file came first. Owns: a table of numbers in two flat arrays, 12 to 34 bytes each; a
 * million in a `Map` take more than twice that, and the report on a file is not to need more memory than there is.
 *
 * Open addressing with steps of one (Knuth, The Art of Computer Programming 6.4, algorithm L); at most seven tenths of the
 * places are taken.
 */

const SMALLEST = 1_024;
const FULLEST = 0.7;

export class NumberLines {
  /** Numbers by place; 0: nobody, since no number is 0. */
  #numbers = new Float64Array(SMALLEST);
  #lines = new Int32Array(SMALLEST);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The line of a number that came before; undefined: it is new, and is remembered with this line. */
  firstLine(number: number, line: number): number | undefined {
    const place = this.#placeOf(number);
    if (this.#numbers[place] === number) return this.#lines[place];
    this.#numbers[place] = number;
    this.#lines[place] = line;
    this.#size += 1;
    if (this.#size > this.#numbers.length * FULLEST) this.#grow();
    return undefined;
  }

  /** Where it is, or would be. */
  #placeOf(number: number): number {
    const mask = this.#numbers.length - 1;
    let place = hashOf(number) & mask;
    while (this.#numbers[place] !== 0 && this.#numbers[place] !== number) place = (place + 1) & mask;
    return place;
  }

  #grow(): void {
    const [numbers, lines] = [this.#numbers, this.#lines];
    this.#numbers = new Float64Array(numbers.length * 2);
    this.#lines = new Int32Array(lines.length * 2);
    numbers.forEach((number, at) => {
      if (number === 0) return;
      const place = this.#placeOf(number);
      this.#numbers[place] = number;
      this.#lines[place] = lines[at] ?? 0;
    });
  }
}

/** Mixes both halves of a whole number up to 2^53, by the multipliers of MurmurHash3. */
function hashOf(number: number): number {
  const mixed = Math.imul((number >>> 0) ^ Math.imul(Math.floor(number / 2 ** 32), 0xcc9e2d51), 0x85ebca6b);
  return Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35) >>> 7;
}
