/** Where recipients live, as far as their numbers tell. */
import { getCountry } from 'countries-and-timezones';
import { isTimeZone } from '../../language/model/index.ts';
import type { Recipient } from './campaign.ts';

const known = new Map<string, string[]>();

/** The time zones in which a recipient may be; none: nobody knows. */
export function listZones({ zone, country }: Pick<Recipient, 'zone' | 'country'>): string[] {
  if (zone !== undefined) return [zone];
  if (country === undefined) return [];
  const zones = known.get(country) ?? zonesOfCountry(country);
  known.set(country, zones);
  return zones;
}

function zonesOfCountry(country: string): string[] {
  return getCountry(country)?.timezones.filter(isTimeZone) ?? [];
}

/** Time zones by the names that were asked for; to ask again costs a formatter of the runtime, 13 kB each. */
const named = new Map<string, string>();
/** There are some 600 names, and many more ways to write them in small and capital letters. */
const NAMED = 10_000;

/**
 * The time zone of a name, as the runtime writes it: of whatever is kept for each zone there is no more than there are zones,
 * however a file writes them. Undefined: there is none of that name.
 */
export function findZone(name: string): string | undefined {
  const known = named.get(name);
  if (known !== undefined) return known;
  if (!isTimeZone(name)) return undefined;
  const zone = new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
  if (named.size < NAMED) named.set(name, zone);
  return zone;
}
