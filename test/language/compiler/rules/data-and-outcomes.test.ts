/** Names that get other values, outcomes that lead to the words of others, and what resembles them. */
import { expect, test } from 'vitest';
import { compileFlow } from '../../../../src/language/compiler/index.ts';

const HEAD = `ringflow: 1
name: case
languages: [en-GB]
on: { error: sorry }
env: { URL: Address of the service. }
vars: { town: '', street: '', minutes: 0, count: 0 }
steps:
  town: { collect: { prompt: Please enter the town., digits: 3, save: town }, on: { exhausted: sorry } }
  street: { collect: { prompt: Please enter the street., digits: 3, save: street }, on: { exhausted: sorry } }
`;
const SORRY = `  sorry: { say: 'I am sorry. \${vars.town} \${vars.street} \${vars.minutes} \${vars.count}' }\n`;

function count(code: string, steps: string): number {
  const { diagnostics } = compileFlow({ file: 'case.yaml', text: HEAD + steps + SORRY });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return diagnostics.filter((one) => one.code === code).length;
}

const send = (json: string) => `  send: { http: { post: '\${env.URL}/a', json: ${json}, timeout: 4s } }\n`;
const save = (values: string) => `  get: { http: { get: '\${env.URL}/a', save: ${values}, timeout: 4s } }\n`;
const failed = (target: string, steps: string) =>
  `  book: { http: { post: '\${env.URL}/bookings', timeout: 4s }, on: { failed: ${target} } }\n${steps}`;
const booked = `  booked: { say: Your table is booked., next: hangup }\n`;
const counted = (value: string) =>
  `  count: { set: { count: '${value}' } }\n  enough: { switch: [{ when: vars.count >= 3, goto: sorry }], next: town }\n`;

test.each([
  ['names-disagree', 'exchanged', send("{ town: '${vars.street}', street: '${vars.town}' }"), 1],
  ['names-disagree', 'with their own values', send("{ town: '${vars.town}', street: '${vars.street}' }"), 0],
  ['names-disagree', 'one of them twice', send("{ town: '${vars.town}', street: '${vars.town}' }"), 1],
  [
    'names-disagree',
    'of fields without a variable',
    send("{ town: '${vars.town}', place: '${vars.town}' }"),
    0,
  ],
  ['names-disagree', 'in an answer to the caller', send("{ from: '${call.to}', to: '${call.from}' }"), 0],
  ['names-disagree', 'computed', send("{ town: '${vars.street + vars.town}', street: '${vars.town}' }"), 0],
  ['names-disagree', 'saved twice', save("{ town: '${response.json.t}', street: '${response.json.t}' }"), 1],
  ['success-told-after-failure', 'in the same words', failed('booked', booked), 1],
  ['success-told-after-failure', 'in other words', failed('sorry', booked), 0],
  [
    'success-told-after-failure',
    'as a doubt',
    failed(
      'doubt',
      `${booked}  doubt: { say: We do not know whether your table is booked., next: hangup }\n`,
    ),
    0,
  ],
  [
    'success-told-after-failure',
    'of the step before',
    `  first: { http: { post: '\${env.URL}/orders', timeout: 4s } }\n${failed('booked', booked)}`,
    0,
  ],
  ['wrong-unit', 'of minutes called hours', "  tell: { say: 'Wait ${vars.minutes} hours.' }\n", 1],
  ['wrong-unit', 'of minutes', "  tell: { say: 'Wait ${vars.minutes} minutes.' }\n", 0],
  ['said-twice', 'in one sentence', "  tell: { say: 'From ${vars.town} to ${vars.town}.' }\n", 1],
  ['said-twice', 'in two sentences', "  tell: { say: 'To ${vars.town}. It is ${vars.town}.' }\n", 0],
  ['said-twice', 'once more', "  tell: { say: 'It is ${vars.town}, again ${vars.town}.' }\n", 0],
  ['counter-stands-still', 'as it is', counted('${vars.count}'), 1],
  ['counter-stands-still', 'downwards', counted('${vars.count - 1}'), 1],
  ['counter-stands-still', 'upwards', counted('${vars.count + 1}'), 0],
])('%s: %s', (code, _fact, steps, times) => {
  expect(count(code, steps)).toBe(times);
});
