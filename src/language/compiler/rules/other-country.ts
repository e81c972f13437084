import type { CountryCode } from 'libphonenumber-js/max';
import { loadPhoneNumbers } from '../../model/index.ts';
import { listReferences } from '../check/references.ts';
import { spanAt } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { listCollects } from './questions.ts';

/**
 * Reports telephone numbers that are asked for by the rules of a country that neither the flow's languages nor its own
 * numbers suggest. A country that shares one of them, its language or its country code, is left alone.
 */
export const otherCountry: FlowRule = {
  needsAll: false,
  check(draft, report) {
    for (const { body, path } of listCollects(draft)) {
      const { type, country } = body;
      if (type !== 'phone' || country === undefined) continue;
      const { getCountryCallingCode, isSupportedCountry } = loadPhoneNumbers();
      if (!isSupportedCountry(country)) continue;
      const known = listCodes(draft);
      if (!isForeign(country, known, draft)) continue;
      const home = listRegions(draft).at(0);
      const shown = known.size > 0 ? `+${[...known][0] ?? ''}` : (draft.languages[0] ?? '');
      report({
        code: 'other-country',
        message: `numbers without a country code are read as those of ${country} (+${getCountryCallingCode(country)}), but this flow is one for ${shown}: callers are refused, or strangers are called`,
        span: spanAt(draft.document, [...path, 'country']),
        ...(home !== undefined && { hint: `did you mean "${home}"?` }),
      });
    }
  },
};

/** Returns the country codes of all telephone numbers that are written in the flow and its tables. */
export function listCodes(draft: FlowDraft): Set<string> {
  const cells = [...draft.tables.values()].flatMap(({ table }) =>
    table === undefined ? [] : Object.entries(table.rows).flatMap(([key, row]) => [key, ...row]),
  );
  const written = listReferences(draft, 'template', 'value').map(({ text }) => text);
  const initial = Object.values(draft.vars).map((one) => String(one.initial));
  const settings = Object.values(draft.env).map((one) => one.default ?? '');
  return new Set(
    [...cells, ...written, ...initial, ...settings].flatMap((text) =>
      /^\+\d{7,15}$/.test(text.trim())
        ? (loadPhoneNumbers().parsePhoneNumberFromString(text.trim())?.countryCallingCode ?? [])
        : [],
    ),
  );
}

/** Returns the countries that the flow's languages name. */
export function listRegions({ languages }: FlowDraft): CountryCode[] {
  return languages.flatMap((tag) =>
    tag.split('-').filter((part): part is CountryCode => loadPhoneNumbers().isSupportedCountry(part)),
  );
}

function isForeign(country: CountryCode, codes: ReadonlySet<string>, draft: FlowDraft): boolean {
  const { getCountryCallingCode } = loadPhoneNumbers();
  const code = getCountryCallingCode(country);
  const regions = listRegions(draft);
  if (codes.has(code) || regions.some((region) => getCountryCallingCode(region) === code)) return false;
  if (codes.size > 0) return true;
  const spoken = new Intl.Locale(`und-${country}`).maximize().language;
  const languages = draft.languages.map((tag) => tag.split('-')[0]);
  // English is spoken to callers of many countries.
  return regions.length > 0 && !languages.includes(spoken) && !languages.includes('en');
}
