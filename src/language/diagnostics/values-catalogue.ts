import { warning } from './catalogue-entry.ts';

/** Warnings about values, services and parties that are not as the flow takes them. */
export const valueLints = {
  'text-order': warning(
    'Two texts that hold numbers are compared by their order, character by character: "120" comes before "15".',
    'Convert them with `int(…)` or `double(…)`, or declare the variable as a number.',
  ),
  'unanchored-number': warning(
    'A condition looks for a few digits anywhere in a telephone number, so that numbers of other areas and networks count too.',
    'Test the beginning of the number with its country code: `startsWith("+49170")`, `matches("^[+]491[5-7]")`.',
  ),
  'unusable-header': warning(
    'A header has a form that no service understands: `Basic` with user and password in clear, a scheme written twice or without a value, a media type that is none.',
    'Write it as the message says; ignore the warning if the service is known to accept it.',
  ),
  'credentials-lost': warning(
    'A request goes without the key which the other requests to the same service carry: the headers of a step replace those of `defaults` as a whole, or the header is forgotten.',
    'Repeat the header in the step, or write it once under `defaults`.',
  ),
  'rings-itself': warning(
    'A step connects to a party that is on the line already: the number that the caller dialled, which the flow itself answers, or the caller.',
    'Connect to a number that does not lead to this flow.',
  ),
  'caller-id-refused': warning(
    'A connection is made from the number of the caller. The platform accepts only numbers of the project, so every such call fails.',
    'Remove `from`: the number that the caller dialled is shown.',
  ),
  'other-currency': warning(
    'Callers enter an amount in one currency, and it is read out or sent in another.',
    'Write the same currency, or convert the amount into a variable of its own.',
  ),
  'other-country': warning(
    'Telephone numbers are read by the rules of a country that neither the languages nor the numbers of the flow suggest.',
    'Write the `country` from which callers call; ignore the warning if it is right.',
  ),
};
