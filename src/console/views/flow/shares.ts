/** Shares in whole percent. */

/** Returns the share of each count in their sum; the shares of counts that are not all 0 add up to 100 (largest remainders). */
export function computeShares(counts: readonly number[]): number[] {
  const sum = counts.reduce((one, other) => one + other, 0);
  if (sum === 0) return counts.map(() => 0);
  const exact = counts.map((count) => (100 * count) / sum);
  const shares = exact.map(Math.floor);
  const missing = 100 - shares.reduce((one, other) => one + other, 0);
  const byRemainder = exact
    .map((share, index) => ({ index, remainder: share - Math.floor(share) }))
    .toSorted((one, other) => other.remainder - one.remainder);
  const raised = new Set(byRemainder.slice(0, missing).map(({ index }) => index));
  return shares.map((share, index) => (raised.has(index) ? share + 1 : share));
}
