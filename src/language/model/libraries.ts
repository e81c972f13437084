/**
 * Libraries that many flows do not need. Each is loaded at its first use, because loading takes longer than most checks.
 * A browser's bundle takes `libraries.browser.ts` instead.
 */
import { createRequire } from 'node:module';
import type * as csv from 'csv-parse/sync';
import type * as franc from 'franc-min';
import type * as enteredNumbers from 'libphonenumber-js';
import type * as phoneNumbers from 'libphonenumber-js/max';
import type * as luxon from 'luxon';
import type * as re2 from 're2js';
import type * as yaml from 'yaml';

const require = createRequire(import.meta.url);

export const loadCsv = loadOnce(() => require('csv-parse/sync') as typeof csv);
export const loadFranc = loadOnce(() => require('franc-min') as typeof franc);
export const loadLuxon = loadOnce(() => require('luxon') as typeof luxon);
export const loadPhoneNumbers = loadOnce(() => require('libphonenumber-js/max') as typeof phoneNumbers);
/** With the rules by which the numbers are read that callers enter: it knows no types of numbers, and takes less memory. */
export const loadEnteredNumbers = loadOnce(() => require('libphonenumber-js') as typeof enteredNumbers);
export const loadRe2 = loadOnce(() => require('re2js') as typeof re2);
export const loadYaml = loadOnce(() => require('yaml') as typeof yaml);

function loadOnce<Library>(load: () => Library): () => Library {
  let library: Library | undefined;
  return () => (library ??= load());
}
