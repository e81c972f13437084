/** Text for people, written the same way everywhere: shortening, lists, counts, durations, tables. */
export { formatCount, formatDuration, formatPercent, formatSeconds, formatTimes } from './figures.ts';
export { joinFirst, joinList, joinQuoted, quote } from './lists.ts';
export { decodeBase64, encodeBase64Url } from './bytes.ts';
export { hashText, signText } from './hashes.ts';
export { getFileName, isFlowFile, isScenarioFile, resolveBeside } from './paths.ts';
export { shorten, shortenLine } from './shorten.ts';
export { alignColumns, measureWidth, renderTable } from './table.ts';
export { decodeXml } from './xml.ts';
