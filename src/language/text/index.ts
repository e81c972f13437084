/** Text for people, written the same way everywhere: shortening, lists, counts, durations, tables. */
export { formatCount, formatDuration, formatPercent, formatSeconds, formatTimes } from './figures.ts';
export { joinFirst, joinList, joinQuoted, quote } from './lists.ts';
export { shorten, shortenLine } from './shorten.ts';
export { alignColumns, measureWidth, renderTable } from './table.ts';
