/** What a caller enters, under the rules of Amazon Connect. */
import { loadEnteredNumbers } from '../../language/model/index.ts';
import { Fields } from '../reading/index.ts';
import type { Action } from './read-flow.ts';

/** How a block takes an entry. */
export interface EntryRules {
  most: number;
  terminator: string;
  /** Country of a number without its country code; empty for numbers with it. Undefined if the entry is no number. */
  country?: string;
}

type Entry = { kind: 'stored'; value: string } | { kind: 'invalid' };

const DEFAULT_MOST = 20;
const ABSOLUTE_MOST = 100;
const PHONE_MOST = 18;

export function readEntryRules({ parameters }: Action): EntryRules {
  const fields = new Fields(parameters);
  const validation = fields.fields('InputValidation');
  const end = fields.fields('DTMFConfiguration').text('InputTerminationSequence');
  const terminator = end === '*' ? '*' : '#';
  if (validation.has('PhoneNumberValidation')) {
    const phone = validation.fields('PhoneNumberValidation');
    const isLocal = (phone.text('NumberFormat') ?? 'Local').toLowerCase() === 'local';
    return {
      most: isLocal ? PHONE_MOST : 15,
      terminator,
      country: isLocal ? (phone.text('CountryCode') ?? '?').toUpperCase() : '',
    };
  }
  const most = Math.round(
    Number(validation.fields('CustomValidation').text('MaximumLength') ?? DEFAULT_MOST),
  );
  return {
    most: Number.isFinite(most) && most > 0 ? Math.min(most, ABSOLUTE_MOST) : DEFAULT_MOST,
    terminator,
  };
}

/** Text that is stored when the caller enters nothing. */
const TIMEOUT = 'Timeout';

/** Reads an entry: no keys are silence. The star key clears what was entered before it. */
export function readEntry(keys: string, rules: EntryRules): Entry {
  let entered = '';
  for (const key of keys) {
    if (key === rules.terminator) break;
    if (key === '*' || key === '#') entered = '';
    else entered += key;
    if (entered.length >= rules.most) break;
  }
  if (rules.country === undefined || keys === '')
    return { kind: 'stored', value: entered === '' ? TIMEOUT : entered };
  const number = readNumber(entered, rules.country);
  return number === undefined ? { kind: 'invalid' } : { kind: 'stored', value: number };
}

function readNumber(entered: string, country: string): string | undefined {
  if (country === '') return /^[1-9]\d{7,14}$/.test(entered) ? `+${entered}` : undefined;
  const numbers = loadEnteredNumbers();
  const home = numbers.isSupportedCountry(country) ? country : undefined;
  const number = numbers.parsePhoneNumberFromString(entered, home);
  return number?.isValid() === true ? number.number : undefined;
}
