const UNITS = [
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const;

/** `90000` → `90 s`, in the largest unit that fits without a rest. */
export function durationText(ms: number): string {
  const [unit, length] = UNITS.find(([, size]) => ms >= size && ms % size === 0) ?? ['ms', 1];
  return `${ms / length} ${unit}`;
}
