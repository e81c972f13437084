/** Times of a call, for people. */

/** Time since the call began: `0:03.5`. It rings before it has begun, which is told as no time at all. */
export function formatSinceStart(at: number, startedAt: number): string {
  const tenths = Math.floor(Math.max(0, at - startedAt) / 100);
  const seconds = (tenths % 600) / 10;
  return `${Math.floor(tenths / 600)}:${seconds.toFixed(1).padStart(4, '0')}`;
}

/** A length of time in whole units: `90s`, `2m`, `1h`. */
export function formatLength(ms: number): string {
  if (ms % 3_600_000 === 0) return `${ms / 3_600_000}h`;
  return ms % 60_000 === 0 ? `${ms / 60_000}m` : `${ms / 1_000}s`;
}

/** A moment to the minute, UTC: `2026-01-05 09:00 UTC`. */
export function formatShortTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** True for a date that exists in the calendar. */
export function isRealTime(written: string): boolean {
  const day = written.slice(0, 'yyyy-mm-dd'.length);
  const isTime = !Number.isNaN(Date.parse(written)) && !Number.isNaN(Date.parse(day));
  return isTime && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}
