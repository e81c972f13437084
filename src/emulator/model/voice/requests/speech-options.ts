import { invalid } from '../../answers.ts';
import { optionalFields, optionalText } from '../../fields.ts';
import type { Fields } from '../../fields.ts';

const styles = ['advertisement_upbeat', 'Cheerful', 'customerservice', 'Friendly', 'gentle'];
const volumes = ['silent', 'x-soft', 'soft', 'medium', 'loud', 'x-loud', 'default'];
const readings = [
  ...['characters', 'spell-out', 'cardinal', 'number', 'ordinal', 'number_digit', 'fraction', 'date', 'time'],
  ...['duration', 'telephone', 'currency', 'address', 'name'],
];

/** voice.md 8: the unit is taken as it is written there. */
const longestBreak = 5_000;

/** Checks a text_to_speech_option (voice.md 2.3); what it does to the speech is not heard. Names count whatever their case. */
export function checkSpeechOptions(fields: Fields): void {
  const options = optionalFields(fields, 'text_to_speech_option') ?? {};
  checkName(options, 'express-as', styles);
  checkBreak(options.break);
  const prosody = optionalFields(options, 'prosody') ?? {};
  if (!/^[+-]?\d+(\.\d+)?%$/.test(optionalText(prosody, 'volume') ?? '0%'))
    checkName(prosody, 'volume', volumes);
  checkName(optionalFields(options, 'say-as') ?? {}, 'interpret-as', readings);
}

function checkName(fields: Fields, name: string, legal: string[]): void {
  const given = optionalText(fields, name);
  if (given === undefined) return;
  const isKnown = legal.some((one) => one.toLowerCase() === given.toLowerCase());
  if (!isKnown) throw invalid(`${name} must be one of ${legal.join(', ')}`);
}

/** Where in `break` its duration stands is not shown: any number in it counts, alone or before a unit. */
function checkBreak(given: unknown): void {
  const values: unknown[] = typeof given === 'object' && given !== null ? Object.values(given) : [given];
  for (const value of values) {
    const duration = typeof value === 'string' ? Number.parseFloat(value) : value;
    if (typeof duration === 'number' && duration >= longestBreak)
      throw invalid(`break must be below ${longestBreak}`);
  }
}
