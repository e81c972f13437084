/** Returns the nearest candidate for a misspelt word, if one is near enough. */
export function findClosest(word: string, candidates: Iterable<string>): string | undefined {
  return findNearest(word, candidates).best;
}

/** Returns the candidate for a misspelt name if no other one is near enough and the difference is a slip. */
export function findOnlyClose(word: string, candidates: Iterable<string>): string | undefined {
  const { best, isOnly } = findNearest(word, candidates);
  return isOnly && best !== undefined && isSlip(word, best) ? best : undefined;
}

/**
 * True when one name is surely a misspelling of another. Names that differ only in a digit or only at their end may
 * be two names: `desk2` and `desk`, `line_a` and `line_b`.
 */
export function isSlip(written: string, meant: string): boolean {
  const [one, other] = [written.toLowerCase(), meant.toLowerCase()];
  if (removeDigits(one) === removeDigits(other)) return one === other;
  const same = measureCommonStart(one, other);
  const [shorter, longer] = [one.length - same, other.length - same].sort((a, b) => a - b);
  return shorter !== 0 && longer !== 1;
}

function removeDigits(word: string): string {
  return word.replace(/\d/g, '');
}

function measureCommonStart(a: string, b: string): number {
  let length = 0;
  while (length < Math.min(a.length, b.length) && a[length] === b[length]) length += 1;
  return length;
}

/** Maximum work for one word: some 280 names of ten letters. A file may have thousands of words and of names. */
const MAX_COMPARED = 20_000;

/** Finds the nearest candidate, and whether no other one is near enough. */
export function findNearest(word: string, candidates: Iterable<string>): { best?: string; isOnly: boolean } {
  const written = word.toLowerCase();
  // Any single letter is one change away from any other.
  const allowed = word.length === 1 ? 0 : Math.max(1, Math.floor(word.length / 3));
  let left = MAX_COMPARED;
  let found: { best: string; distance: number } | undefined;
  let others = 0;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) > allowed) continue;
    left -= word.length * (2 * allowed + 1);
    if (left < 0) break;
    const distance = computeEditDistance(written, candidate.toLowerCase(), allowed);
    if (distance > allowed || candidate === found?.best) continue;
    if (found !== undefined) others += 1;
    if (distance < (found?.distance ?? Infinity)) found = { best: candidate, distance };
  }
  return found === undefined ? { isOnly: false } : { best: found.best, isOnly: others === 0 && left >= 0 };
}

/** Number of usable bits in a bitwise operation. */
const MAX_BITS = 31;

/**
 * Returns the number of letters to add, remove, change or swap with their neighbour to turn one word into the
 * other; Infinity when it exceeds `most`, or when the first and the last difference are more than 31 letters apart.
 *
 * Each column of the usual table is stored as bits for the rises and falls of the distance along the letters of `a`
 * (Hyyrö 2003, "A bit-vector algorithm for computing Levenshtein and Damerau edit distances").
 */
export function computeEditDistance(
  one: string,
  other: string,
  most = Math.max(one.length, other.length),
): number {
  if (Math.abs(one.length - other.length) > most) return Infinity;
  const [a, b] = trimCommonEnds(one, other);
  if (a.length > MAX_BITS) return Infinity;
  if (a === '') return b.length;
  const last = 1 << (a.length - 1);
  let distance = a.length;
  let [rises, falls, equal, matchedBefore] = [-1, 0, 0, 0];
  for (let column = 0; column < b.length; column += 1) {
    const matched = toBitMask(b.charCodeAt(column), a);
    const swapped = ((~equal & matched) << 1) & matchedBefore;
    equal = (((matched & rises) + rises) ^ rises) | matched | falls | swapped;
    const up = falls | ~(equal | rises);
    const down = equal & rises;
    if ((up & last) !== 0) distance += 1;
    if ((down & last) !== 0) distance -= 1;
    const upBefore = (up << 1) | 1;
    rises = (down << 1) | ~(equal | upBefore);
    falls = equal & upBefore;
    matchedBefore = matched;
  }
  return distance > most ? Infinity : distance;
}

/** Returns a bit mask of the indexes at which a letter occurs. */
function toBitMask(letter: number, word: string): number {
  let places = 0;
  for (let place = 0; place < word.length; place += 1)
    if (word.charCodeAt(place) === letter) places |= 1 << place;
  return places;
}

/** Removes the common start and end of two words; the shorter rest comes first. */
function trimCommonEnds(one: string, other: string): [string, string] {
  const [a, b] = one.length < other.length ? [one, other] : [other, one];
  const start = measureCommonStart(a, b);
  let end = 0;
  while (end < a.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return [a.slice(start, a.length - end), b.slice(start, b.length - end)];
}
