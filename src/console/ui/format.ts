/** Formats of figures, times and versions in the console. */

const NUMBER = new Intl.NumberFormat();
/** A locale that writes times as ISO 8601 does. */
const ISO = 'sv-SE';
const MOMENT = new Intl.DateTimeFormat(ISO, { dateStyle: 'short', timeStyle: 'short' });
const EXACT_MOMENT = new Intl.DateTimeFormat(ISO, { dateStyle: 'short', timeStyle: 'medium' });
const CLOCK = new Intl.DateTimeFormat(ISO, { hour: '2-digit', minute: '2-digit' });

export function formatNumber(value: number): string {
  return NUMBER.format(value);
}

/** Returns the date and time of ms since 1970, in the zone of the reader: `2026-11-23 16:45`. */
export function formatMoment(at: number): string {
  return MOMENT.format(at);
}

/** Returns the date and time of ms since 1970 to the second: `2026-11-23 16:45:14`. */
export function formatExactMoment(at: number): string {
  return EXACT_MOMENT.format(at);
}

/** Returns hours and minutes of ms since 1970: `16:45`. */
export function formatClock(at: number): string {
  return CLOCK.format(at);
}

/** Returns a share such as `49 %`, below ten percent with one decimal; a dash where there is nothing to divide by. */
export function formatShare(count: number, of: number): string {
  if (of === 0) return '–';
  const percent = (100 * count) / of;
  const isPrecise = percent > 0 && percent < 10;
  return `${isPrecise ? percent.toFixed(1) : Math.round(percent)} %`;
}

/** Returns the first characters of a version, which tell versions of one flow apart. */
export function shortenVersion(version: string): string {
  return version.slice(0, 8);
}

const DAY_MS = 86_400_000;

/** Returns the clock of a time in the last day, else its date and time. */
export function formatRecent(at: number): string {
  return Math.abs(Date.now() - at) < DAY_MS ? formatClock(at) : formatMoment(at);
}

/** Returns the words that go with a count. Their plural may be given: `scenario passes`, `scenarios pass`. */
export function inflect(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many;
}

/** Returns a count with its words: `1 call`, `3 calls`. */
export function formatCount(count: number, one: string, many?: string): string {
  return `${formatNumber(count)} ${inflect(count, one, many)}`;
}
