/** Where recipients live, as far as their numbers tell. */
import { getCountry } from 'countries-and-timezones';
import { isTimeZone } from '../flow/index.ts';
import type { Recipient } from './campaign.ts';

const known = new Map<string, string[]>();

/** The time zones in which a recipient may be; none: nobody knows. */
export function zonesOf({ zone, country }: Pick<Recipient, 'zone' | 'country'>): string[] {
  if (zone !== undefined) return [zone];
  if (country === undefined) return [];
  const zones = known.get(country) ?? zonesOfCountry(country);
  known.set(country, zones);
  return zones;
}

function zonesOfCountry(country: string): string[] {
  return getCountry(country)?.timezones.filter(isTimeZone) ?? [];
}

/** Names of time zones that were asked for; to ask again costs a formatter of the runtime, 13 kB each. */
const named = new Set<string>();
/** There are some 600 names, and many more ways to write them in small and capital letters. */
const NAMED = 10_000;

/** True for the name of a time zone. */
export function isZone(name: string): boolean {
  if (named.has(name)) return true;
  if (!isTimeZone(name)) return false;
  if (named.size < NAMED) named.add(name);
  return true;
}
