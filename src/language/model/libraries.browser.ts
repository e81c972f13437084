/** The libraries of `libraries.ts` in a browser's bundle, where all of them have been loaded by the time code runs. */
import * as csv from 'csv-parse/browser/esm/sync';
import * as franc from 'franc-min';
import * as enteredNumbers from 'libphonenumber-js';
import * as phoneNumbers from 'libphonenumber-js/max';
import * as luxon from 'luxon';
import * as re2 from 're2js';
import * as yaml from 'yaml';
import type * as node from './libraries.ts';

export const loadCsv: typeof node.loadCsv = () => csv;
export const loadFranc: typeof node.loadFranc = () => franc;
export const loadLuxon: typeof node.loadLuxon = () => luxon;
export const loadPhoneNumbers: typeof node.loadPhoneNumbers = () => phoneNumbers;
export const loadEnteredNumbers: typeof node.loadEnteredNumbers = () => enteredNumbers;
export const loadRe2: typeof node.loadRe2 = () => re2;
export const loadYaml: typeof node.loadYaml = () => yaml;
