/** The candidate that was most likely meant by a misspelt word, if one is near enough. */
export function closest(word: string, candidates: Iterable<string>): string | undefined {
  return nearest(word, candidates).best;
}

/** The name that a misspelt one can only have meant: no other one is near enough, and it is no name of its own kind. */
export function onlyClose(word: string, candidates: Iterable<string>): string | undefined {
  const { best, isOnly } = nearest(word, candidates);
  return isOnly && best !== undefined && isSlip(word, best) ? best : undefined;
}

/**
 * True where one name is surely a slip of the pen for another. Names that differ in a digit only, or at their end only,
 * may be two: `desk2` beside `desk`, `line_a` beside `line_b`.
 */
export function isSlip(written: string, meant: string): boolean {
  const [one, other] = [written.toLowerCase(), meant.toLowerCase()];
  if (withoutDigits(one) === withoutDigits(other)) return one === other;
  const same = commonStart(one, other);
  const [shorter, longer] = [one.length - same, other.length - same].sort((a, b) => a - b);
  return shorter !== 0 && longer !== 1;
}

function withoutDigits(word: string): string {
  return word.replace(/\d/g, '');
}

function commonStart(a: string, b: string): number {
  let length = 0;
  while (length < Math.min(a.length, b.length) && a[length] === b[length]) length += 1;
  return length;
}

/** How much is compared for one word: some 280 names of ten letters. A file may have thousands of words and of names. */
const MOST_COMPARED = 20_000;

/** The first of the nearest candidates, and whether it is known that no other one is near enough. */
export function nearest(word: string, candidates: Iterable<string>): { best?: string; isOnly: boolean } {
  const written = word.toLowerCase();
  const allowed = Math.max(1, Math.floor(word.length / 3));
  let left = MOST_COMPARED;
  let found: { best: string; distance: number } | undefined;
  let others = 0;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) > allowed) continue;
    left -= word.length * (2 * allowed + 1);
    if (left < 0) break;
    const distance = editDistance(written, candidate.toLowerCase(), allowed);
    if (distance > allowed || candidate === found?.best) continue;
    if (found !== undefined) others += 1;
    if (distance < (found?.distance ?? Infinity)) found = { best: candidate, distance };
  }
  return found === undefined ? { isOnly: false } : { best: found.best, isOnly: others === 0 && left >= 0 };
}

/**
 * How many letters must be added, removed, changed or swapped with their neighbour to turn one word into the other;
 * Infinity when that is more than `most`.
 */
export function editDistance(one: string, other: string, most = Math.max(one.length, other.length)): number {
  if (Math.abs(one.length - other.length) > most) return Infinity;
  const [a, b] = withoutCommonEnds(one, other);
  let before = Array.from<number>({ length: b.length + 1 }).fill(most + 1);
  let above = before.map((_, column) => column);
  let current = [...before];
  let leastAbove = 0;
  for (let row = 1; row <= a.length; row += 1) {
    const least = fillRow({ a, b, row, most, before, above, current });
    // A row grows out of the two before it.
    if (least > most && leastAbove > most) return Infinity;
    leastAbove = least;
    [before, above, current] = [above, current, before];
  }
  const distance = at(above, b.length);
  return distance > most ? Infinity : distance;
}

function withoutCommonEnds(a: string, b: string): [string, string] {
  const shorter = Math.min(a.length, b.length);
  const start = commonStart(a, b);
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return [a.slice(start, a.length - end), b.slice(start, b.length - end)];
}

/** The distances of the beginnings of `a` from those of `b`, row by row. */
interface Row {
  a: string;
  b: string;
  row: number;
  most: number;
  before: number[];
  above: number[];
  current: number[];
}

/** Fills the row as far as it can matter, since from one column to the next goes one letter; gives its least distance. */
function fillRow({ a, b, row, most, before, above, current }: Row): number {
  const from = Math.max(1, row - most);
  const to = Math.min(b.length, row + most);
  current[from - 1] = from === 1 ? row : most + 1;
  if (to < b.length) current[to + 1] = most + 1;
  const letter = a.charCodeAt(row - 1);
  const earlier = a.charCodeAt(row - 2);
  let least = row;
  for (let column = from; column <= to; column += 1) {
    const other = b.charCodeAt(column - 1);
    let distance = Math.min(at(above, column), at(current, column - 1)) + 1;
    distance = Math.min(distance, at(above, column - 1) + (letter === other ? 0 : 1));
    const isSwapped = letter === b.charCodeAt(column - 2) && earlier === other;
    if (isSwapped) distance = Math.min(distance, at(before, column - 2) + 1);
    current[column] = distance;
    least = Math.min(least, distance);
  }
  return least;
}

function at(row: number[], column: number): number {
  return row[column] ?? Infinity;
}
