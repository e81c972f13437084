/** Sums, languages, rounds and refusals that are not what the flow takes them for, and flows in which they are right. */
import { expect, test } from 'vitest';
import { compileFlow, createFlowCatalogue } from '../../../../src/language/compiler/index.ts';

interface Written {
  head?: string;
  vars?: string;
  languages?: string;
  steps: string;
}

/** Counts the findings of a code in a flow with these steps. */
function count(
  code: string,
  { head = '', vars = "number: ''", languages = 'en-GB', steps }: Written,
): number {
  const text = `ringflow: 1
name: case
languages: [${languages}]
on: { error: sorry }
${head}
env: { URL: Address of the service. }
vars: { ${vars} }
steps:
${steps}
  sorry: { say: 'This is not possible at the moment.', next: hangup }
`;
  const { diagnostics } = compileFlow({ file: 'case.yaml', text }, { others: createFlowCatalogue([]) });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return diagnostics.filter((one) => one.code === code).length;
}

const score = (description: string, initial: number, max = 10) => ({
  vars: `score: { type: int, initial: ${initial}, description: '${description}' }`,
  steps: `  ask: { collect: { prompt: 'From 0 to 10?', type: number, digits: { max: 2 }, range: { min: 0, max: ${max} }, save: score }, on: { exhausted: told } }
  told: { say: 'Thank you for \${vars.score}.', next: hangup }`,
});

test.each([
  ['0 to 10; -1 if not answered.', 0, 10, 1],
  ['0 to 10, or -1 if not given', 0, 10, 1],
  ['0 bis 10, -1 wenn nicht beantwortet', 0, 10, 1],
  ['-1 : pas de réponse', 0, 10, 1],
  ['0 to 10; -1 if not answered.', -1, 10, 0],
  // An answer may be 99, too.
  ['99 if not answered.', 0, 99, 0],
  ['0 to 10; answered by most', 0, 10, 0],
  ['1 to 10 of the answers given', 0, 10, 0],
  ['0 to 10; -1 if the customer is unknown, -2 if not asked', 0, 10, 0],
])(
  'a score described as "%s" that begins with %i, answers up to %i: %i',
  (description, initial, max, found) => {
    expect(count('initial-as-answer', score(description, initial, max))).toBe(found);
  },
);

test('a value that a service may tell is not missed', () => {
  const steps = `  get: { http: { get: '\${env.URL}/s', save: { score: '\${response.json.score}' }, timeout: 4s } }
  told: { say: 'It is \${vars.score}.', next: hangup }`;
  const vars = "score: { type: int, description: '-1 if not rated' }";
  expect(count('initial-as-answer', { vars, steps })).toBe(0);
});

const sum = (initial: string, condition: string, told = '${vars.sum}') => ({
  vars: `sum: ${initial}`,
  steps: `  get: { http: { get: '\${env.URL}/s', save: { sum: '\${response.json.sum}' }, timeout: 4s } }
  any: { switch: [{ when: '${condition}', goto: owing }] }
  none: { say: 'Goodbye.', next: hangup }
  owing: { say: ['There is an open amount of', { text: '${told}', as: { currency: GBP } }], next: hangup }`,
});

test.each([
  ['0', 'vars.sum > 0.0', '${vars.sum}', 1],
  ['0', 'vars.sum > 0.5', '${vars.sum}', 1],
  ['0.0', 'vars.sum > 0.0', '${vars.sum}', 0],
  // Whole pounds, and hundredths.
  ['0', 'vars.sum > 0', '${vars.sum}', 0],
  ['0', 'vars.sum > 0', '${vars.sum / 100.0}', 0],
])('a sum that begins with %s, compared by %s and told as %s: %i', (initial, condition, told, found) => {
  expect(count('failing-expression', sum(initial, condition, told))).toBe(found);
});

test.each([
  ['vars.sum >= 0.0', 'There is an open amount of', 1],
  ['vars.sum >= 0.0', 'You still owe us', 1],
  ['vars.sum > 0.0', 'There is an open amount of', 0],
  // A balance may be below 0, and so may what is paid back.
  ['vars.sum >= 0.0', 'Your balance is', 0],
  ['vars.sum >= 0.0', 'You have no open amount but a credit of', 0],
])('%s before "%s": %i', (condition, text, found) => {
  const flow = sum('0.0', condition);
  expect(
    count('certain-condition', { ...flow, steps: flow.steps.replace('There is an open amount of', text) }),
  ).toBe(found);
});

test('what is owed is not doubted where the other way tells it, too', () => {
  const { vars, steps } = sum('0.0', 'vars.sum >= 0.0');
  const other = steps.replace(
    "say: 'Goodbye.'",
    "say: ['You are owed', { text: '${0.0 - vars.sum}', as: { currency: GBP } }]",
  );
  expect(count('certain-condition', { vars, steps: other })).toBe(0);
});

const asking = (condition: string, first = "  hello: { say: 'Welcome to the bank.' }") => ({
  steps: `${first}
  known: { switch: [{ when: '${condition}', goto: sorry }] }
  send: { http: { post: '\${env.URL}/n', json: { phone: '\${call.from}' }, timeout: 4s }, next: hangup }`,
});
const PLACING = "  hello: { say: 'Good day, this is the bank.' }";

test.each([
  ['call.to == ""', undefined, '', 1],
  ['call.to != ""', undefined, '', 1],
  ['call.from == ""', undefined, '', 0],
  ['call.from == ""', PLACING, "params: { id: { type: string, description: 'Number of the case.' } }", 1],
  ['call.from == "" && call.to != "+4930123456"', undefined, '', 0],
  // A flow of both directions.
  [
    'call.direction == "inbound" && call.from == ""',
    PLACING,
    "params: { id: { type: string, description: 'Number of the case.' } }",
    0,
  ],
])('%s with %s and %s: %i', (condition, first, head, found) => {
  expect(count('impossible-condition', { head, ...asking(condition, first) })).toBe(found);
});

const rounds = (duration: string, most: number, edges = 'unreached: count') => ({
  head: `limits: { duration: ${duration}, steps: 200 }`,
  vars: 'rounds: 0',
  steps: `  ring: { connect: { to: ['+493023125221', '+493023125222'], ring: 20s }, on: { ${edges} }, next: hangup }
  count: { set: { rounds: '\${vars.rounds + 1}' } }
  enough: { switch: [{ when: vars.rounds >= ${most}, goto: nobody }] }
  pause: { wait: 20s, next: ring }
  nobody: { say: 'Nobody is here.', next: hangup }`,
});

test.each([
  // Three rounds ring for 120 seconds and wait for 40.
  ['2m', 3, 1],
  ['3m', 3, 0],
  ['2m', 2, 0],
  ['30m', 20, 0],
  ['9m', 10, 1],
  // So many rounds are not followed.
  ['15m', 20, 0],
])('a limit of %s and %i rounds of 40 s with 20 s between them: %i', (duration, most, found) => {
  expect(count('limit-too-low', rounds(duration, most))).toBe(found);
});

test('rounds that only busy parties begin ring for no time', () => {
  expect(count('limit-too-low', rounds('1m', 3, 'busy: count, no_answer: nobody'))).toBe(0);
});

const menus = (first: string, second: string) => ({
  vars: "number: ''",
  steps: `  visit: { menu: { prompt: 'To keep it, press 1. To cancel it, press 2.', choices: [${first}] }, on: { exhausted: kept } }
  sure: { menu: { prompt: '${second}', choices: [{ key: 1, goto: kept }, { key: 2, goto: cancel }] }, on: { exhausted: kept } }
  cancel: { http: { delete: '\${env.URL}/v', timeout: 4s } }
  gone: { say: 'It is gone.', next: hangup }
  kept: { say: 'Your visit stands.', next: hangup }`,
});
const SURE = 'To cancel it for good, press 2. To keep it, press 1.';

test.each([
  ['{ key: 1, goto: sure }, { key: 2, goto: kept }', SURE, 1],
  ['{ key: 1, goto: kept }, { key: 2, goto: sure }', SURE, 0],
  [
    '{ key: 1, goto: sure }, { key: 2, goto: kept }',
    'For a day visit, press 1. For an evening visit, press 2.',
    0,
  ],
  ['{ key: 1, goto: kept }, { key: 2, goto: sure }', 'Are you sure? Press 1 for no, or press 2 for yes.', 0],
])('%s, and then "%s": %i', (first, second, found) => {
  expect(count('key-leads-elsewhere', menus(first, second))).toBe(found);
});

const languages = (
  offer: string,
  choice: string,
  target = 'menu: { prompt: main, choices: [{ key: 1, goto: sorry }, { key: 3, goto: bye }] }, on: { exhausted: bye }',
) => ({
  languages: 'en-US, es-US',
  head: `prompts:
  main: { en-US: 'For tickets, press 1. To end the call, press 3.', es-US: 'Para entradas, oprima 1. Para terminar, oprima 3.' }
  bye: { en-US: Goodbye., es-US: Hasta luego. }`,
  steps: `  hello:
    menu:
      prompt: { ssml: '<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xml:lang="en-US">For English, press 1. ${offer}</speak>' }
      choices: [{ key: 1, goto: main }, { key: 2, ${choice} }]
    on: { exhausted: main }
  desk: { connect: { to: '+493023125221', ring: 20s }, on: { unreached: bye }, next: hangup }
  main: { ${target} }
  bye: { say: bye, next: hangup }`,
});
const SPANISH = '<p xml:lang="es-US">Para español, oprima 2.</p>';

test.each([
  [SPANISH, 'goto: main', 1],
  [SPANISH, 'goto: main, language: es-US', 0],
  // Somebody speaks Spanish there.
  [SPANISH, 'goto: desk', 0],
  // The language is what callers want to learn.
  ['For Spanish, press 2.', 'goto: main', 0],
])('%s with %s: %i', (offer, choice, found) => {
  expect(count('key-leads-elsewhere', languages(offer, choice))).toBe(found);
});

const bilingual = (
  spanish: string,
  english = 'For your polling place, press 1. For absentee ballots, press 2.',
) => ({
  languages: 'en-US, es-US',
  head: `prompts:
  main: { en-US: '${english}', es-US: '${spanish}' }
  zip: { en-US: Please enter your ZIP code., es-US: Marque su código postal. }
  absentee: { en-US: Your absentee ballot comes by mail., es-US: Su voto en ausencia llega por correo. }`,
  steps: `  which: { menu: { prompt: { text: 'For English, press 1. For Spanish, press 2.', language: en-US }, choices: [{ key: 1, goto: main }, { key: 2, language: es-US, goto: main }] }, on: { exhausted: main } }
  main: { menu: { prompt: main, choices: [{ key: 1, goto: zip }, { key: 2, goto: absentee }] }, on: { exhausted: absentee } }
  zip: { collect: { prompt: zip, digits: 5, save: number }, on: { exhausted: sorry } }
  send: { http: { post: '\${env.URL}/z', json: { zip: '\${vars.number}' }, timeout: 4s }, next: hangup }
  absentee: { say: absentee, next: hangup }`,
});

test.each([
  ['Para votar en ausencia, oprima 1. Para su centro de votación, oprima 2.', undefined, 1],
  ['Para su centro de votación, oprima 1. Para votar en ausencia, oprima 2.', undefined, 0],
  // Another order of the sentences gives the keys the same purposes.
  ['Para votar en ausencia, oprima 2. Para su centro de votación, oprima 1.', undefined, 0],
  ['Para su código, oprima 1. Para votar por correo, oprima 2.', undefined, 0],
])('the Spanish text "%s" beside "%s": %i', (spanish, english, found) => {
  expect(count('key-leads-elsewhere', bilingual(spanish, english))).toBe(found);
});

test.each([
  ['C’est fait.', 0],
  ["C'est fait.", 1],
  ["Ce n'est pas encore fait.", 0],
  ['Votre commande est remboursée.', 1],
  ['Vous rappellerez quand ce sera fait.', 0],
])('after a failure "%s" tells a success: %i', (text, found) => {
  const steps = `  ask: { collect: { prompt: 'Vos huit chiffres ?', digits: 8, save: number }, on: { exhausted: sorry } }
  send: { http: { post: '\${env.URL}/r', json: { number: '\${vars.number}' }, timeout: 4s }, on: { failed: told } }
  told: { say: "${text}", next: hangup }`;
  expect(count('success-told-after-failure', { languages: 'fr-FR', steps })).toBe(found);
});

const checking = (edges: string, after: string, text = 'Number and code do not match.') => ({
  vars: "number: '', code: { type: string, secret: true }, wrong: 0",
  steps: `  number: { collect: { prompt: '1 2 3?', digits: 6, save: number }, on: { exhausted: sorry } }
  code: { collect: { prompt: 'Your code?', digits: 4, save: code }, on: { exhausted: sorry } }
  check: { http: { post: '\${env.URL}/c', json: { number: '\${vars.number}', code: '\${vars.code}' }, timeout: 4s }, on: { ${edges} }, next: right }
  refused: { switch: { value: error.code, cases: { http_401: wrong, http_404: ${after} } }, next: sorry }
  wrong: { set: { wrong: '\${vars.wrong + 1}' } }
  enough: { switch: [{ when: vars.wrong >= 3, goto: sorry }] }
  again: { say: '${text}', next: number }
  unknown: { say: 'We have no such number.', next: number }
  right: { say: 'That is right.', next: hangup }`,
});

test.each([
  ['client_error: refused, failed: wrong', 'wrong', undefined, 1],
  ['client_error: refused, failed: sorry', 'wrong', undefined, 0],
  ['client_error: refused, failed: refused', 'wrong', undefined, 0],
  // The words leave the reason open.
  ['client_error: refused, failed: wrong', 'wrong', 'I do not know whether this is right.', 0],
])('a check with %s, then %s, that says %s: %i', (edges, after, text, found) => {
  expect(count('failure-blamed-on-caller', checking(edges, after, text))).toBe(found);
});

test.each([
  // The number is asked for again, and its service counts nothing.
  ['unknown', 0],
  ['wrong', 0],
  // The code alone is asked for again: guesses that nothing counts.
  ['code', 1],
])('a code is checked, and an unknown number leads to %s: %i', (after, found) => {
  expect(count('endless-guessing', checking('client_error: refused', after))).toBe(found);
});

test.each([
  ['Please enter your room number. Then we will ask for your PIN.', 0],
  ['Please enter your PIN.', 1],
  ['We need to know you. Enter your PIN.', 1],
  ['To go on we need your PIN.', 1],
  ['We will need your PIN to go on.', 1],
  ['Geben Sie die Nummer ein. Danach fragen wir Ihre PIN ab.', 0],
  ['Zur Auskunft brauchen wir Ihre PIN.', 1],
])('a question "%s" keeps a secret in clear: %i', (prompt, found) => {
  const steps = `  ask: { collect: { prompt: '${prompt}', digits: 4, save: number }, on: { exhausted: sorry } }
  send: { http: { post: '\${env.URL}/r', json: { number: '\${vars.number}' }, timeout: 4s }, next: hangup }`;
  expect(count('secret-by-name', { steps })).toBe(found);
});

test.each([
  ['You have two minutes to find it. Enter it now.', 1],
  ['If you have two minutes for us, enter it now.', 0],
  ['Do you have two minutes for us? Enter it now.', 0],
  ['If you need it, you have two minutes to find it.', 1],
])('a question "%s" promises a time: %i', (prompt, found) => {
  const steps = `  ask: { collect: { prompt: '${prompt}', digits: 4, save: number }, on: { exhausted: sorry } }
  send: { http: { post: '\${env.URL}/r', json: { number: '\${vars.number}' }, timeout: 4s }, next: hangup }`;
  expect(count('promised-time', { steps })).toBe(found);
});

const message = (next: string, below: string) => ({
  vars: "number: '', note: ''",
  steps: `  main: { menu: { prompt: 'To leave a message, press 1. For an order, press 2.', choices: [{ key: 1, goto: leave }, { key: 2, goto: order }] }, on: { exhausted: sorry } }
  leave: { say: 'Please speak after the tone.' }
  record: { voicemail: { save: note, longest: 60s }, on: { silent: sorry, failed: sorry }${next} }
  order: ${below}
  send: { http: { post: '\${env.URL}/r', json: { number: '\${vars.number}' }, timeout: 4s }, next: hangup }
  bye: { say: Goodbye., next: hangup }`,
});
const ORDER = "{ collect: { prompt: 'Your number?', digits: 4, save: number }, on: { exhausted: sorry } }";

test.each([
  ['', ORDER, 1],
  [', next: bye', ORDER, 0],
  ['', "{ say: 'Thank you.', next: hangup }", 0],
])('a message with "%s" above "%s" runs on: %i', (next, below, found) => {
  expect(count('case-falls-through', message(next, below))).toBe(found);
});
