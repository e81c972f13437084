/** Finds the IANA name for a time zone as people write it. */
import { computeEditDistance } from '../../diagnostics/index.ts';
import { indexByWord } from '../read/words.ts';

interface ZoneMeant {
  name: string;
  /** True when no other zone can have been meant. */
  isSafe: boolean;
}

/** Abbreviations by their most common place; some have no summer time, all are used for several zones. */
const ABBREVIATIONS = indexByWord({
  'Europe/Berlin': 'CET CEST MEZ MET',
  'Europe/Athens': 'EET',
  'Europe/Lisbon': 'WET',
  'Europe/London': 'BST',
  'America/New_York': 'EST EDT ET EST5EDT',
  'America/Chicago': 'CST CDT',
  'America/Denver': 'MST MDT',
  'America/Los_Angeles': 'PST PDT PT',
  'Asia/Kolkata': 'IST',
  'Asia/Tokyo': 'JST',
  'Australia/Sydney': 'AEST',
});

/** Returns the most common place of an abbreviation. */
export function findAbbreviatedZone(written: string): string | undefined {
  return ABBREVIATIONS.get(written.toUpperCase());
}

/** Finds the zone with this name in another case, with this city, or with a similar name. */
export function findMeantZone(written: string): ZoneMeant | undefined {
  const zones = Intl.supportedValuesOf('timeZone');
  const word = written.trim().toLowerCase().replaceAll(' ', '_');
  const same = zones.find((zone) => zone.toLowerCase() === word);
  if (same !== undefined) return { name: same, isSafe: true };
  const [city, ...others] = zones.filter((zone) => zone.toLowerCase().endsWith(`/${word}`));
  if (city !== undefined) return { name: city, isSafe: others.length === 0 };
  const abbreviation = findAbbreviatedZone(written);
  const near = abbreviation ?? zones.find((zone) => computeEditDistance(zone.toLowerCase(), word, 1) <= 1);
  return near === undefined ? undefined : { name: near, isSafe: false };
}
