/**
 * In which line each number of a file came first. Owns: tables of numbers in flat arrays, 15 to 20 bytes a number; a million
 * in a `Map` take three times that, and the report on a file is not to need more memory than there is.
 *
 * A number belongs to one of many small tables, of which one grows at a time: were it a single one, it would stand there twice
 * while it grows. Within a table open addressing with steps of one (Knuth, The Art of Computer Programming 6.4, algorithm L);
 * at most eight tenths of the places are taken.
 */

/** A table is chosen by so many of the upper bits of a hash, a place in it by the others. */
const TABLE_BITS = 6;
const SMALLEST = 64;
const FULLEST = 0.8;
const GROWTH = 1.3;

export class NumberLines {
  readonly #tables = Array.from({ length: 2 ** TABLE_BITS }, () => new Table());

  get size(): number {
    return this.#tables.reduce((sum, { size }) => sum + size, 0);
  }

  /** The line of a number that came before; undefined: it is new, and is remembered with this line. */
  firstLine(number: number, line: number): number | undefined {
    return this.#tables[hashOf(number) >>> (32 - TABLE_BITS)]?.firstLine(number, line);
  }
}

class Table {
  /** Numbers by place; 0: nobody, since no number is 0. */
  #numbers = new Float64Array(SMALLEST);
  #lines = new Int32Array(SMALLEST);
  size = 0;

  firstLine(number: number, line: number): number | undefined {
    const place = this.#placeOf(number);
    if (this.#numbers[place] === number) return this.#lines[place];
    this.#numbers[place] = number;
    this.#lines[place] = line;
    this.size += 1;
    if (this.size > this.#numbers.length * FULLEST) this.#grow();
    return undefined;
  }

  /** Where it is, or would be. */
  #placeOf(number: number): number {
    const { length } = this.#numbers;
    let place = Math.floor((((hashOf(number) << TABLE_BITS) >>> 0) / 2 ** 32) * length);
    while (this.#numbers[place] !== 0 && this.#numbers[place] !== number) place = (place + 1) % length;
    return place;
  }

  #grow(): void {
    const [numbers, lines] = [this.#numbers, this.#lines];
    const places = Math.ceil(numbers.length * GROWTH);
    this.#numbers = new Float64Array(places);
    this.#lines = new Int32Array(places);
    numbers.forEach((number, at) => {
      if (number === 0) return;
      const place = this.#placeOf(number);
      this.#numbers[place] = number;
      this.#lines[place] = lines[at] ?? 0;
    });
  }
}

/** Mixes both halves of a whole number up to 2^53 into 32 bits, by the multipliers of MurmurHash3. */
function hashOf(number: number): number {
  let mixed = (number >>> 0) ^ Math.imul(Math.floor(number / 2 ** 32), 0xcc9e2d51);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
