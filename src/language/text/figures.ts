/** Renders a count with its noun: `1 call`, `2 calls`. The plural is the singular with an "s" unless given. */
export function formatCount(count: number, singular: string, plural = `${singular}s`): string {
  return `${count} ${count === 1 ? singular : plural}`;
}

/** Renders a repetition: `once`, `2 times`. */
export function formatTimes(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

/** Renders a share of one to a tenth of a percent: `12.5 %`. */
export function formatPercent(share: number): string {
  return `${Math.round(share * 1_000) / 10} %`;
}

const UNITS = [
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const;

/** Renders milliseconds exactly, in the largest unit without a remainder: `90 s`, `2 min`, `1500 ms`. */
export function formatDuration(ms: number): string {
  const [unit, length] = UNITS.find(([, size]) => ms >= size && ms % size === 0) ?? ['ms', 1];
  return `${ms / length} ${unit}`;
}

/** Renders a measured time to a tenth of a second: `1.2 s`. */
export function formatSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
