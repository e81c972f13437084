import { isTimeZone, loadPhoneNumbers } from '../../../model/index.ts';
import { spanAt } from '../../read/document.ts';
import type { FlowDraft } from '../../types.ts';
import type { FlowRule } from '../flow-rule.ts';
import { listCodes, listRegions } from '../other-country.ts';
import { findMeantZone } from '../time-zones.ts';
import { listSaid, splitSentences } from './said.ts';

/**
 * Reports opening hours that are kept in another time zone than callers are told: a zone that a text names ("Central
 * Time"), the city in which the greeting says that the company is, or the countries of the flow's numbers and languages. Zones whose clocks agree in
 * January and in July count as one; flows whose texts name several zones or cities are not judged.
 */
export const toldZone: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const [name, schedule] of Object.entries(draft.source.hours ?? {})) {
      const timezone = schedule?.timezone;
      if (timezone === undefined || !isTimeZone(timezone) || isMisspelt(timezone)) continue;
      const found = findTold(draft, timezone) ?? findForeign(draft, timezone);
      if (found === undefined) continue;
      const { told, zone } = found;
      report({
        code: 'hours-misstated',
        message: `the hours "${name}" are kept by the clocks of ${toCity(timezone)}, but ${told}`,
        span: spanAt(draft.document, ['hours', name, 'timezone']),
        ...(zone !== undefined && { hint: `did you mean ${zone}?` }),
      });
    }
  },
};

/** True for a zone that is reported by its spelling. */
function isMisspelt(timezone: string): boolean {
  const meant = findMeantZone(timezone);
  return meant !== undefined && meant.name !== timezone;
}

/** Zones that are kept by no country; a company with lines in several countries may count in them. */
const NOWHERE = /^(?:Etc\/.*|UTC|UCT|GMT.*|Zulu|Universal|Greenwich)$/;
const UNIVERSAL = /\b(?:UTC|GMT|zulu|universal time|greenwich)\b/iu;

interface Found {
  told: string;
  zone?: string | undefined;
}

/** Names of time zones that texts tell, without those of other continents with the same word. */
const NAMED: Readonly<Record<string, RegExp>> = {
  'America/New_York': /(?<!Australian )\bEastern (?:Standard |Daylight )?Time\b|\bhora del este\b/iu,
  'America/Chicago': /(?<!Australian )\bCentral (?:Standard |Daylight )?Time\b/iu,
  'America/Denver': /\bMountain (?:Standard |Daylight )?Time\b/iu,
  'America/Los_Angeles': /\bPacific (?:Standard |Daylight )?Time\b|\bhora del pac[ií]fico\b/iu,
  'Europe/Berlin': /\b(?:Central European Time|mitteleuropäische\p{L}* (?:Sommer)?zeit)\b/iu,
  'Europe/Madrid': /\bhora peninsular\b/iu,
};

const GREETING =
  /calling|welcome|this is|you have reached|willkommen|hier ist|bienvenue|bienvenid|benvenut|welkom|velkommen|välkommen|bem-vind|boas-vindas|witamy/iu;

/** Returns the only zone that the texts of a flow name, if the hours are kept in another. */
function findTold(draft: FlowDraft, timezone: string): Found | undefined {
  const texts = listSaid(draft).flatMap(({ pieces }) => pieces.map(({ text }) => text));
  const named = Object.keys(NAMED).filter((zone) => texts.some((text) => NAMED[zone]?.test(text)));
  const greeted = texts.flatMap((text) => splitSentences(text)).filter(({ text }) => GREETING.test(text));
  const cities = Intl.supportedValuesOf('timeZone').filter(
    (zone) => zone.split('/').length === 2 && greeted.some(({ text }) => isIn(toCity(zone), text)),
  );
  const [zone, ...others] = named.length > 0 ? named : cities;
  if (zone === undefined || others.length > 0 || readClock(zone) === readClock(timezone)) return undefined;
  if (named.length === 0 && !isSameCountry(zone, timezone)) return undefined;
  return { told: `callers are told of ${named.length > 0 ? 'the time of ' : ''}${toCity(zone)}`, zone };
}

/** A member of `Intl.Locale` that the type definitions of this target lack. */
type LocaleWithZones = Intl.Locale & { getTimeZones: () => string[] | undefined };

function listZones(country: string): string[] {
  return (new Intl.Locale(`und-${country}`) as LocaleWithZones).getTimeZones() ?? [];
}

/** True when a text says that something is in a city. */
function isIn(city: string, text: string): boolean {
  return (
    text.includes(city) && new RegExp(`(?<!\\p{L})(?:in|à|en|em|i|w|a) ${city}(?!\\p{L})`, 'u').test(text)
  );
}

/** True for zones of one country: other countries have cities of the same names. */
function isSameCountry(...zones: readonly string[]): boolean {
  return loadPhoneNumbers()
    .getCountries()
    .map(listZones)
    .some((all) => zones.every((zone) => all.includes(zone)));
}

/** Returns what is told by numbers of countries none of which has these clocks; of languages, where there are no numbers. */
function findForeign(draft: FlowDraft, timezone: string): Found | undefined {
  const codes = listCodes(draft);
  const regions = new Set(listRegions(draft));
  if (NOWHERE.test(timezone)) {
    const isOneCountry = codes.size === 1 || (codes.size === 0 && regions.size === 1 && !isEnglish(draft));
    if (!isOneCountry || isToldUniversal(draft)) return undefined;
  } else if (codes.size === 0) return undefined;
  const { getCountries, getCountryCallingCode } = loadPhoneNumbers();
  const countries = getCountries().filter((one) => codes.has(getCountryCallingCode(one)) || regions.has(one));
  const zones = countries.flatMap(listZones);
  const clock = readClock(timezone);
  if (zones.length === 0 || zones.some((zone) => readClock(zone) === clock)) return undefined;
  const told =
    codes.size === 0
      ? `the flow speaks ${draft.languages.join(', ')}`
      : `the numbers of the flow begin with +${[...codes].join(', +')}`;
  return { told };
}

/** English is spoken to callers of many countries. */
function isEnglish({ languages }: FlowDraft): boolean {
  return languages.some((tag) => tag.startsWith('en'));
}

function isToldUniversal(draft: FlowDraft): boolean {
  return listSaid(draft).some(({ pieces }) => pieces.some(({ text }) => UNIVERSAL.test(text)));
}

/** Returns the offsets of a zone in January and in July. */
const readClock = memoizeByName((timeZone) => {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset', year: 'numeric' });
  return [0, 6].map((month) => format.format(new Date(Date.UTC(2026, month, 15)))).join();
});

function toCity(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}

function memoizeByName<Value>(compute: (name: string) => Value): (name: string) => Value {
  const known = new Map<string, Value>();
  return (name) => {
    const value = known.get(name) ?? compute(name);
    known.set(name, value);
    return value;
  };
}
