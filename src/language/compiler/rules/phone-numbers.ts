/** Judges phone numbers that are written in a flow. */
import type { CountryCode, PhoneNumber } from 'libphonenumber-js/max';
import { loadPhoneNumbers } from '../../model/index.ts';

/** A problem of a number. */
export interface NumberProblem {
  code: 'undialable-number' | 'premium-number' | 'text-to-landline';
  /** Continues a sentence about the number: "has too many digits". */
  problem: string;
  hint?: string;
}

/** Numbers of the emergency services of the countries of the world. */
const EMERGENCY = new Set(
  '000 065 066 100 101 102 103 104 105 108 110 111 112 113 114 115 117 118 119 120 122 123 125 127 128 129 133 144 150 155 156 158 160 166 180 190 191 192 193 194 197 199 911 912 919 991 995 997 998 999'.split(
    ' ',
  ),
);

/** A number that nobody has: it counts from one to nine, or consists of one digit. */
const PLACEHOLDER = /^(?:0?123456789\d*|(\d)\1{6,})$/;

/** Services of social value in Europe, such as +49 116 116 for lost cards; they are dialled with and without country code. */
const SOCIAL = /^\+[34]\d{1,2}116\d{3}$/;

/** Numbers that regulators keep for examples and films, as example.com among addresses; the library knows others. */
const FOR_EXAMPLES = /^\+(?:44(?:7700900|1632960)\d{3}|33[67]3998\d{4}|3532091\d{5})$/;

/** Those of them that are mobile numbers. */
const MOBILE_EXAMPLES = /^\+(?:447700900\d{3}|33[67]3998\d{4})$/;

/** Finds the problem of a number that is dialled or shown. SIP URIs have none. */
export function findNumberProblem(
  number: string,
  { language, isText }: { language: string; isText: boolean },
): NumberProblem | undefined {
  if (/^sips?:/i.test(number)) return undefined;
  const international = /^[1-9]\d{7,14}$/.test(number) ? `+${number}` : number;
  if (!/^\+[1-9]\d*$/.test(international)) return describeUnreadable(number, language);
  if (FOR_EXAMPLES.test(international) || SOCIAL.test(international)) return undefined;
  const parsed = loadPhoneNumbers().parsePhoneNumberFromString(international);
  if (parsed === undefined || !parsed.isValid() || parsed.number !== international)
    return describeInvalid(international, parsed);
  if (PLACEHOLDER.test(parsed.nationalNumber))
    return { code: 'undialable-number', problem: 'is a placeholder' };
  const type = parsed.getType();
  if (type === 'PREMIUM_RATE')
    return {
      code: 'premium-number',
      problem: 'is a premium-rate number, which the owner of the line pays for by the minute',
    };
  if (isText && type === 'FIXED_LINE')
    return { code: 'text-to-landline', problem: 'is a landline, which receives no text messages' };
  return undefined;
}

function describeUnreadable(number: string, language: string): NumberProblem {
  const digits = number.replace(/[\s()./-]/g, '');
  if (EMERGENCY.has(digits)) return describeEmergency();
  if (/^\d{1,6}$/.test(digits))
    return {
      code: 'undialable-number',
      problem: 'is no telephone number',
      hint: 'connect to the whole number in the form +493012345',
    };
  const country = language.split('-').find((part) => /^[A-Z]{2}$/.test(part));
  const meant = /^[+\d]\d+$/.test(digits)
    ? loadPhoneNumbers().parsePhoneNumberFromString(digits, country as CountryCode | undefined)
    : undefined;
  const problem = !/^[+\d]\d+$/.test(digits)
    ? 'is no telephone number'
    : digits.startsWith('+')
      ? 'is not in the form +493012345'
      : 'has no country code';
  const hint =
    meant?.isValid() === true ? `did you mean "${meant.number}"?` : 'write it in the form +493012345';
  return { code: 'undialable-number', problem, hint };
}

function describeEmergency(): NumberProblem {
  return {
    code: 'undialable-number',
    problem: 'is an emergency number, which a flow cannot dial',
    hint: 'tell callers to hang up and to dial it themselves',
  };
}

const LENGTHS: Partial<Record<string, string>> = {
  TOO_SHORT: 'has too few digits',
  TOO_LONG: 'has too many digits',
  INVALID_LENGTH: 'has a wrong number of digits',
};

function describeInvalid(number: string, parsed: PhoneNumber | undefined): NumberProblem {
  const national = parsed?.nationalNumber ?? '';
  if (EMERGENCY.has(national)) return describeEmergency();
  const length = LENGTHS[loadPhoneNumbers().validatePhoneNumberLength(number) ?? ''];
  if (parsed?.isValid() === true)
    return {
      code: 'undialable-number',
      problem: 'contains the digit that is dialled only inside the country',
      hint: `did you mean "${parsed.number}"?`,
    };
  return {
    code: 'undialable-number',
    problem:
      length ??
      `does not exist: no number of the country code +${parsed?.countryCallingCode ?? ''} has this form`,
  };
}

/** True for an E.164 number of a form that its country has. */
export function isPossibleNumber(number: string): boolean {
  return loadPhoneNumbers().parsePhoneNumberFromString(number)?.isValid() === true;
}

/** Returns the country code and the rest of an E.164 number; undefined when it is none. */
export function splitNumber(number: string): { country: string; national: string } | undefined {
  const parsed = loadPhoneNumbers().parsePhoneNumberFromString(number);
  return parsed && { country: parsed.countryCallingCode, national: parsed.nationalNumber };
}

/** True for an E.164 number with fewer digits than any number of its country. */
export function isTooShort(number: string): boolean {
  return loadPhoneNumbers().validatePhoneNumberLength(number) === 'TOO_SHORT';
}

/** True for a number that is certainly a mobile one; in some countries numbers do not tell. */
export function isMobileNumber(number: string): boolean {
  return (
    MOBILE_EXAMPLES.test(number) ||
    loadPhoneNumbers().parsePhoneNumberFromString(number)?.getType() === 'MOBILE'
  );
}
