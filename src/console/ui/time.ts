/** Durations as text. */

/** Renders a duration in ms as `0:28` or `1:02:05`. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = String(seconds % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/** Renders a time within a call, ms since its beginning, to a tenth of a second: `0:28.6`. */
export function formatOffset(ms: number): string {
  const tenths = Math.max(0, Math.floor(ms / 100));
  return `${formatDuration(tenths * 100)}.${tenths % 10}`;
}
