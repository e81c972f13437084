/** The ranges of the functions that read a part of a moment, such as `getMonth`. */

/** The values of a function of moments. */
interface GetterRange {
  min: number;
  max: number;
  /** The way in which it counts: completes "getMonth() …". */
  counts: string;
}

const RANGES: ReadonlyMap<string, GetterRange> = new Map([
  ['getDayOfWeek', { min: 0, max: 6, counts: 'counts from Sunday, 0, to Saturday, 6' }],
  ['getMonth', { min: 0, max: 11, counts: 'counts from January, 0, to December, 11' }],
  ['getDate', { min: 1, max: 31, counts: 'is between 1 and 31' }],
  [
    'getDayOfMonth',
    { min: 0, max: 30, counts: 'counts the days of a month from 0 to 30; getDate() counts from 1' },
  ],
  ['getDayOfYear', { min: 0, max: 365, counts: 'counts from 0 to 365' }],
  ['getHours', { min: 0, max: 23, counts: 'is between 0 and 23' }],
  ['getMinutes', { min: 0, max: 59, counts: 'is between 0 and 59' }],
  ['getSeconds', { min: 0, max: 59, counts: 'is between 0 and 59' }],
]);

/** Returns the values that a function of moments can return; hours, minutes and seconds of durations have no bound. */
export function findGetterRange(name: string): GetterRange | undefined {
  return RANGES.get(name);
}
