/** Finds the IANA name for a time zone as people write it. */
import { computeEditDistance } from '../../diagnostics/index.ts';

/** The IANA zone that was probably meant. */
interface ZoneMeant {
  name: string;
  /** True when no other zone can have been meant. */
  isSafe: boolean;
}

/** Abbreviations, each with its most common place; some have no summer time, all are used for several zones. */
const ABBREVIATIONS: Record<string, string> = {
  CET: 'Europe/Berlin',
  CEST: 'Europe/Berlin',
  MEZ: 'Europe/Berlin',
  MET: 'Europe/Berlin',
  EET: 'Europe/Athens',
  WET: 'Europe/Lisbon',
  BST: 'Europe/London',
  EST: 'America/New_York',
  EDT: 'America/New_York',
  ET: 'America/New_York',
  EST5EDT: 'America/New_York',
  CST: 'America/Chicago',
  CDT: 'America/Chicago',
  MST: 'America/Denver',
  MDT: 'America/Denver',
  PST: 'America/Los_Angeles',
  PDT: 'America/Los_Angeles',
  PT: 'America/Los_Angeles',
  IST: 'Asia/Kolkata',
  JST: 'Asia/Tokyo',
  AEST: 'Australia/Sydney',
};

/** Returns the most common place of an abbreviation. */
export function findAbbreviatedZone(written: string): string | undefined {
  return Object.hasOwn(ABBREVIATIONS, written.toUpperCase())
    ? ABBREVIATIONS[written.toUpperCase()]
    : undefined;
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
