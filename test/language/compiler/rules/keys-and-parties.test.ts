/** Keys that no row has, numbers of the wrong party, amounts, zones and initial values: and what only resembles them. */
import { expect, test } from 'vitest';
import { compileFlow } from '../../../../src/language/compiler/index.ts';

function count(code: string, parts: string): number {
  const text = `ringflow: 1\nname: case\n${parts}  sorry: { say: Please call again later. }\n`;
  const { diagnostics } = compileFlow({ file: 'case.yaml', text });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return diagnostics.filter((one) => one.code === code).length;
}

const head = (rest: string) => `on: { error: sorry }\n${rest}steps:\n`;
const ask = (body: string) =>
  `  ask: { collect: { prompt: Please enter it., ${body} }, on: { exhausted: sorry } }\n`;
const find = (key: string, table = 't') =>
  `  find: { lookup: { table: ${table}, key: '${key}', save: { v: v } }, on: { not_found: sorry } }\n  tell: { say: 'It is \${vars.v}.', next: hangup }\n`;
const table = (...keys: string[]) =>
  head(`vars: { k: '', v: '' }\ntables: { t: [${keys.map((key) => `{ k: '${key}', v: x }`).join(', ')}] }\n`);

test.each([
  ['of other digits', table('12', '34') + ask('digits: 3, save: k') + find('${vars.k}'), 1],
  ['of as many digits', table('123', '345') + ask('digits: 3, save: k') + find('${vars.k}'), 0],
  [
    'that a phrase stands for',
    table('123', 'Ann') + ask('digits: 3, speech: { phrases: [Ann] }, save: k') + find('${vars.k}'),
    0,
  ],
  [
    'that no phrase stands for',
    table('123', 'Ann') + ask('digits: 3, speech: { phrases: [Bo] }, save: k') + find('${vars.k}'),
    1,
  ],
  [
    'that a pattern forbids',
    table('123', '345') + ask("digits: 3, pattern: '^1[0-9]{2}$', save: k") + find('${vars.k}'),
    1,
  ],
  ['of a constant, which may be changed', table('123') + find('${vars.k}'), 0],
  [
    'of a text message, of which nothing is known',
    table('123') +
      '  ask: { wait: { for: message, save: k, timeout: 3m }, on: { timeout: sorry } }\n' +
      find('${vars.k}'),
    0,
  ],
  [
    'that another lookup names',
    table('123', 'any') +
      ask('digits: 3, save: k') +
      find('${vars.k}').replace('not_found: sorry', 'not_found: rest') +
      '  rest: { lookup: { table: t, key: any, save: { v: v } }, on: { not_found: sorry } }\n  told: { say: "${vars.v}" }\n',
    0,
  ],
  [
    'of the beginning of an answer',
    table('12', '34') + ask('digits: 5, save: k') + find('${vars.k.substring(0, 2)}'),
    0,
  ],
  [
    'of too short a beginning',
    table('12', '34') + ask('digits: 5, save: k') + find('${vars.k.substring(0, 1)}'),
    1,
  ],
  ['of the number of the call', table('+4930123456') + find('${call.from}'), 0],
  ['of the number as it is dialled at home', table('030123456', '030123457') + find('${call.from}'), 1],
])('a key %s', (_, flow, expected) => {
  expect(count('unmatched-key', flow)).toBe(expected);
});

const send = (json: string) =>
  `  send: { http: { post: 'https://a.example/', json: ${json}, timeout: 3s }, on: { failed: sorry } }\n`;
const welcome = '  hi: { say: Welcome to the harbour. }\n';
const started = "params: { id: { type: string, default: '', description: The order. } }\n";
const introduced = "  hi: { say: 'Hello, this is the harbour about ${params.id}.' }\n";
const message = (body: string) =>
  `  text: { sms: { template: a, campaign: b, ${body} }, on: { failed: sorry } }\n`;

test.each([
  ['dialled, as that of the caller', head('') + welcome + send("{ phone: '${call.to}' }"), 1],
  ['dialled, as the line', head('') + welcome + send("{ line: '${call.to}' }"), 0],
  ['dialled, as that of the client who is called', head('') + welcome + send("{ client: '${call.to}' }"), 0],
  [
    'dialled, beside that of the caller',
    head('') + welcome + send("{ phone: '${call.to}', caller: '${call.from}' }"),
    0,
  ],
  [
    'dialled, in a survey that calls people',
    head('') + '  hi: { say: A short question. }\n' + send("{ phone: '${call.to}' }"),
    0,
  ],
  ['of the company on an outbound call', head(started) + introduced + send("{ agreed: '${call.from}' }"), 1],
  ['of the company as the sender', head(started) + introduced + send("{ sender: '${call.from}' }"), 0],
  [
    'of the caller in a part of another flow',
    head(started) + "  hi: { say: 'Order ${params.id}.' }\n" + send("{ agreed: '${call.from}' }"),
    0,
  ],
  ['of callers in a message to them', head('') + message("data: { text: 'Please call ${call.from}' }"), 1],
  [
    'of callers in a message to others',
    head('') + message("to: '+4915112345678', data: { text: 'Please call ${call.from}' }"),
    0,
  ],
  [
    'of callers in one of two messages',
    head('') +
      message(
        "recipients: [{ to: '+4915112345678', data: { text: '${call.from}' } }, { to: '${call.from}', data: { text: Your call is noted. } }]",
      ),
    0,
  ],
])('the number %s', (_, flow, expected) => {
  expect(count('wrong-party', flow)).toBe(expected);
});

const hours = (zone: string, more = '') =>
  `on: { error: sorry }\nhours: { h: { timezone: ${zone}, open: { mon-fri: 09:00-17:00 }${more} } }\nsteps:\n  open: { hours: h, on: { closed: sorry } }\n`;
const say = (text: string) => `  said: { say: ${JSON.stringify(text)} }\n`;

test.each([
  [
    'in the city of the greeting',
    hours('America/New_York') + say('Welcome to our office in Los Angeles.'),
    1,
  ],
  ['in a city of the same clocks', hours('America/New_York') + say('Welcome to our office in Detroit.'), 0],
  [
    'of a company that is called after a city',
    hours('America/New_York') + say('Welcome to Phoenix Insurance.'),
    0,
  ],
  [
    'of an office that flies there',
    hours('America/New_York') + say('The next bus to Denver leaves at nine.'),
    0,
  ],
  ['that a text names', hours('America/New_York') + say('We open at 9, Central Time.'), 1],
  [
    'among two that a text names',
    hours('America/New_York') + say('We open at 9 Eastern Time, 8 Central Time.'),
    0,
  ],
  [
    'of no country of the numbers',
    hours('America/New_York') + "  ring: { connect: { to: '+4930123456' }, on: { unreached: sorry } }\n",
    0,
  ],
])('hours %s', (_, flow, expected) => {
  expect(count('hours-misstated', flow)).toBe(expected);
});

test('hours of neither the languages nor the numbers of a flow are told', () => {
  const flow = `languages: [de-DE]\n${hours('America/New_York')}  ring: { connect: { to: '+4930123456' }, on: { unreached: sorry } }\n`;
  expect(count('hours-misstated', flow)).toBe(1);
});

test.each([
  ['with hours of its own', ', holidays: [2026-12-25], exceptions: { 2026-12-25: 09:00-12:00 }', 1],
  ['that is closed twice', ', holidays: [2026-12-25], exceptions: { 2026-12-25: closed }', 0],
  [
    'within a period',
    ', holidays: [{ from: 2026-12-24, to: 2026-12-31 }], exceptions: { 2026-12-28: 09:00-12:00 }',
    0,
  ],
])('a holiday %s', (_, more, expected) => {
  expect(count('open-on-holiday', hours('Europe/Berlin', more))).toBe(expected);
});

const amount = (code: string, text: string, value = '${double(response.json.sum)}') =>
  `${head('vars: { sum: 0.0 }\n')}  get: { http: { get: 'https://a.example/', timeout: 3s, save: { sum: '${value}' } }, on: { failed: sorry } }\n${say(text)}  told: { say: [You pay, { text: '\${vars.sum}', as: { currency: ${code} } }] }\n`;

test.each([
  ['in another currency than the texts', amount('EUR', 'All prices are in pounds.'), 1],
  ['in that of the texts', amount('GBP', 'All prices are in pounds.'), 0],
  ['beside weights in pounds', amount('EUR', 'It may weigh up to 20 pounds.'), 0],
  ['in a region called Franken', amount('EUR', 'Welcome to Stadtwerke Franken.'), 0],
  ['in one of two currencies', amount('EUR', 'Prices are in euros; pounds are taken as well.'), 0],
])('an amount %s', (_, flow, expected) => {
  expect(count('other-currency', flow)).toBe(expected);
});

test.each([
  ['that a question can give', 'n: 0', 'n: "${vars.n}"', 1],
  ['that no question can give', 'n: -1', 'n: "${vars.n}"', 0],
  ['beside another value that is sent', 'n: 0, s: open', 'n: "${vars.n}", s: "${vars.s}"', 0],
])('an initial value %s', (_, vars, json, expected) => {
  const flow = `on: { error: sorry, end: report }\nvars: { ${vars} }\nsteps:\n  ask: { collect: { prompt: 'From 0 to 9?', type: number, digits: { max: 1 }, range: { min: 0, max: 9 }, save: n }, on: { exhausted: sorry }, next: hangup }\n  report: { http: { post: 'https://a.example/', json: { ${json} }, timeout: 3s }, on: { failed: hangup }, next: hangup }\n`;
  expect(count('initial-as-answer', flow)).toBe(expected);
});

test.each([
  ['without bounds', 'speech: true', 1],
  ['with a range', "speech: true, range: { min: '08:00', max: '18:00' }", 0],
  ['that is read back', 'speech: true, confirm: true', 0],
  ['that is keyed in', 'timeout: 5s', 0],
])('a time %s', (_, more, expected) => {
  expect(count('unclear-time', `${head("vars: { k: '' }\n")}${ask(`type: time, ${more}, save: k`)}`)).toBe(
    expected,
  );
});

test.each([
  ['of another year', 'For which day in 2027?', 1],
  ['of the year', 'For which day in 2026?', 0],
  ['with an example', 'Which day? For instance 24 12 2025.', 0],
])('a date %s', (_, prompt, expected) => {
  const flow = `${head("vars: { k: '' }\n")}  ask: { collect: { prompt: ${prompt}, type: date, format: dmy, range: { min: 2026-01-01, max: 2026-12-31 }, save: k }, on: { exhausted: sorry } }\n`;
  expect(count('refused-answer', flow)).toBe(expected);
});
