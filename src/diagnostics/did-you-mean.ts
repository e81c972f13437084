/** The candidate that was most likely meant by a misspelt word, if one is near enough. */
export function closest(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = allowedDistance(word) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue;
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** The candidate that a misspelt word can only have meant: no other one is near enough. */
export function onlyClose(word: string, candidates: Iterable<string>): string | undefined {
  const others = new Set(candidates);
  const best = closest(word, others);
  if (best === undefined) return undefined;
  others.delete(best);
  return closest(word, others) === undefined ? best : undefined;
}

function allowedDistance(word: string): number {
  return Math.max(1, Math.floor(word.length / 3));
}

/** How many letters must be added, removed, changed or swapped with their neighbour to turn one word into the other. */
export function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current.push(
        Math.min(
          at(above, column) + 1,
          at(current, column - 1) + 1,
          at(above, column - 1) + (same ? 0 : 1),
          swapped ? at(before, column - 2) + 1 : Infinity,
        ),
      );
    }
    [before, above] = [above, current];
  }
  return at(above, b.length);
}

function at(row: number[], column: number): number {
  return row[column] ?? Infinity;
}
