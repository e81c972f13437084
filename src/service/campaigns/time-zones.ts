/** Time zones of recipients, derived from their numbers. */
import { getCountry } from 'countries-and-timezones';
import { isTimeZone } from '../../language/model/index.ts';
import type { Recipient } from './campaign.ts';

const known = new Map<string, string[]>();

/** Returns the possible time zones of a recipient; empty when unknown. */
export function listZones({ zone, country }: Pick<Recipient, 'zone' | 'country'>): string[] {
  if (zone !== undefined) return [zone];
  if (country === undefined) return [];
  const zones = known.get(country) ?? listCountryZones(country);
  known.set(country, zones);
  return zones;
}

function listCountryZones(country: string): string[] {
  return getCountry(country)?.timezones.filter(isTimeZone) ?? [];
}

/** Cache of resolved names; each lookup otherwise costs a formatter of 13 kB. */
const zoneCache = new Map<string, string>();
/** Maximum size of the cache; there are about 600 names, and many spellings of each. */
const MAX_CACHED_ZONES = 10_000;

/** Returns the canonical spelling of a time zone, so caches stay small; undefined for an unknown one. */
export function canonicalizeZone(name: string): string | undefined {
  const known = zoneCache.get(name);
  if (known !== undefined) return known;
  if (!isTimeZone(name)) return undefined;
  const zone = new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
  if (zoneCache.size < MAX_CACHED_ZONES) zoneCache.set(name, zone);
  return zone;
}
