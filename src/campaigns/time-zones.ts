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
