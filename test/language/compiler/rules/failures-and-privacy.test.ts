/** Failures that lead where only success may lead, deeds done twice or noted too early, and what only one person may know. */
import { expect, test } from 'vitest';
import { compileFlow } from '../../../../src/language/compiler/index.ts';

function count(code: string, { language, steps, vars }: { language: string; steps: string; vars?: string }) {
  const text = `ringflow: 1
name: case
languages: [${language}]
on: { error: sorry }
env: { URL: Address of the service. }
params: { name: { type: string, default: '' }, amount: { type: string, default: '' } }
vars: { pin: { type: string, secret: true }, ${vars ?? "number: '', text: '', count: 0"} }
steps:
${steps}  sorry: { say: 'Sorry. \${vars.number} \${vars.text} \${vars.count} \${params.name} \${params.amount}' }
`;
  const { diagnostics } = compileFlow({ file: 'case.yaml', text });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return diagnostics.filter((one) => one.code === code).length;
}

const ask = (prompt: string, save = 'number') =>
  `  ask: { collect: { prompt: '${prompt}', digits: 6, save: ${save} }, on: { exhausted: sorry } }\n`;
const request = (name: string, body: string, on: string) =>
  `  ${name}: { http: { ${body}, timeout: 4s }, on: ${on} }\n`;
const say = (name: string, text: string, next = 'hangup') => `  ${name}: { say: '${text}', next: ${next} }\n`;
const fetched = `get: '\${env.URL}/a/\${vars.number}', save: { text: '\${response.json.text}' }`;
const told = say('tell', '${vars.text}');

test.each([
  // An outage is told as an unknown number.
  [
    'fr-FR',
    `${ask('Six chiffres.')}${request('find', fetched, '{ failed: no }')}${told}${say('no', 'Ce dossier est introuvable.', 'ask')}`,
    1,
  ],
  [
    'es-ES',
    `${ask('Seis cifras.')}${request('find', fetched, '{ client_error: no, timeout: no, server_error: sorry }')}${told}${say('no', 'Ese pedido no existe.', 'ask')}`,
    1,
  ],
  [
    'nl-NL',
    `${ask('Zes cijfers.')}${request('find', fetched, '{ failed: add }')}${told}  add: { set: { count: '\${vars.count + 1}' } }\n  many: { switch: [{ when: vars.count > 2, goto: sorry2 }] }\n${say('no', 'Dit nummer is onbekend.', 'ask')}${say('sorry2', 'Dit nummer is onjuist. Tot ziens.')}`,
    1,
  ],
  [
    'fr-FR',
    `${ask('Six chiffres.')}${request('find', fetched, '{ client_error: no, failed: sorry }')}${told}${say('no', 'Ce dossier est introuvable.', 'ask')}`,
    0,
  ],
  [
    'en-GB',
    `${ask('Six digits.')}${request('find', fetched, '{ failed: why }')}${told}  why: { switch: [{ when: error.code != "http_404", goto: sorry }] }\n${say('no', 'There is no such order.', 'ask')}`,
    0,
  ],
  [
    'en-GB',
    `${ask('Six digits.')}${request('find', fetched, '{ failed: no }')}${told}${say('no', 'I am sorry, something went wrong.')}`,
    0,
  ],
])('an outage is not blamed on callers (%s, %#)', (language, steps, times) => {
  expect(count('failure-blamed-on-caller', { language, steps })).toBe(times);
});

const check = (name: string, on: string) =>
  request(name, "post: '${env.URL}/pin', json: { pin: '${vars.pin}' }", on);

test.each([
  [
    'de-DE',
    `${ask('Ihre PIN.', 'pin')}${check('pruefen', '{ client_error: sorry, failed: konto }')}${say('konto', 'Willkommen.')}`,
    1,
  ],
  [
    'it-IT',
    `${ask('Il PIN.', 'pin')}${check('verifica', '{ client_error: sorry, timeout: conto, server_error: sorry }')}${say('conto', 'Benvenuto.')}`,
    1,
  ],
  [
    'pt-PT',
    `${ask('O PIN.', 'pin')}${check('verificar', '{ failed: conta }')}${say('conta', 'Bem-vindo.')}`,
    1,
  ],
  [
    'pt-PT',
    `${ask('O PIN.', 'pin')}${check('verificar', '{ failed: sorry }')}${say('conta', 'Bem-vindo.')}`,
    0,
  ],
  [
    'en-GB',
    `${ask('Six digits.')}${request('note', "post: '${env.URL}/n', json: { n: '${vars.number}' }", '{ failed: on }')}${say('on', 'Welcome.')}`,
    0,
  ],
])('what only the right caller knows is checked (%s, %#)', (language, steps, times) => {
  expect(count('result-ignored', { language, steps })).toBe(times);
});

const order = "post: '${env.URL}/orders', json: { n: '${vars.number}' }";
const text = (on: string) =>
  `  send: { sms: { template: t, campaign: c, data: { n: '\${vars.number}' } }, on: ${on}, next: bye }\n`;

test.each([
  [
    'de-DE',
    `${ask('Nummer.')}${request('order', order, '{ failed: sorry }')}${say('done', 'Danke.', 'send')}${text('{ failed: order }')}${say('bye', 'Tschüss.')}`,
    1,
  ],
  [
    'fr-FR',
    `${ask('Numéro.')}${request('order', order, '{ failed: sorry }')}${request('log', "put: '${env.URL}/log'", '{ failed: order }')}${say('bye', 'Merci.')}`,
    1,
  ],
  [
    'it-IT',
    `${ask('Numero.')}${request('order', order, '{ failed: sorry }')}  menu: { menu: { prompt: 'È ordinato. Per ascoltare di nuovo, prema 1. Per finire, prema 2.', choices: [{ key: 1, goto: order }, { key: 2, goto: bye }] }, on: { exhausted: bye } }\n${say('bye', 'Grazie.')}`,
    1,
  ],
  [
    'en-GB',
    `${ask('Number.')}${request('order', order, '{ failed: sorry }')}  menu: { menu: { prompt: 'It is ordered. To hear this again, press 1. To finish, press 2.', choices: [{ key: 1, goto: before }, { key: 2, goto: bye }] }, on: { exhausted: bye } }\n  before: { set: { count: 1 }, next: order }\n${say('bye', 'Thanks.')}`,
    1,
  ],
  [
    'en-GB',
    `${ask('Number.')}${request('order', order, '{ failed: sorry }')}  menu: { menu: { prompt: 'It is ordered. To order the same once more, press 1. To finish, press 2.', choices: [{ key: 1, goto: order }, { key: 2, goto: bye }] }, on: { exhausted: bye } }\n${say('bye', 'Thanks.')}`,
    0,
  ],
  [
    'de-DE',
    `${ask('Nummer.')}${request('order', order, '{ failed: sorry }')}${text('{ failed: bye }')}${say('bye', 'Tschüss.')}`,
    0,
  ],
])('what has been done is not done again (%s, %#)', (language, steps, times) => {
  expect(count('repeated-request', { language, steps })).toBe(times);
});

const cancel = (method: string, more = '') =>
  request('cancel', `${method}: '\${env.URL}/bookings/\${vars.number}'${more}`, '{ failed: sorry }');
const saved = ", save: { text: '${response.json.text}' }";

test.each([
  ['en-GB', `${ask('Number.')}${cancel('get')}${say('done', 'Your booking has been cancelled.')}`, 1],
  ['fr-FR', `${ask('Numéro.')}${cancel('get')}${say('done', 'Votre réservation est annulée.')}`, 1],
  ['es-ES', `${ask('Número.')}${cancel('get')}${say('done', 'Su reserva ha sido cancelada.')}`, 1],
  ['en-GB', `${ask('Number.')}${cancel('delete')}${say('done', 'Your booking has been cancelled.')}`, 0],
  [
    'en-GB',
    `${ask('Number.')}${cancel('get', saved)}${say('done', 'Your booking of ${vars.text} has been confirmed.')}`,
    0,
  ],
  [
    'de-DE',
    `${ask('Nummer.')}  noted: { outcome: termin_gebucht }\n${request('buchen', order, '{ failed: sorry }')}${say('done', 'Danke.')}`,
    1,
  ],
  [
    'en-US',
    `${ask('Number.')}  noted: { set: { text: cancelled } }\n${request('cancel', order, '{ failed: sorry }')}${say('done', 'Thanks.')}`,
    1,
  ],
  [
    'es-ES',
    `${ask('Número.')}  noted: { outcome: mesa_reservada }\n${request('reservar', order, '{ client_error: lleno, failed: sorry }')}${say('done', 'Gracias.')}${say('lleno', 'No hay mesas.', 'ask')}`,
    1,
  ],
  [
    'en-US',
    `${ask('Number.')}  noted: { outcome: booking_started }\n${request('book', order, '{ failed: sorry }')}${say('done', 'Thanks.')}`,
    0,
  ],
  [
    'en-US',
    `${ask('Number.')}  noted: { set: { text: booked } }\n${request('book', order, '{ failed: undo }')}${say('done', 'Thanks.')}  undo: { set: { text: failed }, next: sorry }\n`,
    0,
  ],
])('a success comes after the deed (%s, %#)', (language, steps, times) => {
  expect(count('premature-success', { language, steps })).toBe(times);
});

const who = (prompt: string) =>
  `  who: { menu: { prompt: '${prompt}', choices: [{ key: 1, goto: matter }, { key: 2, goto: bye }] }, on: { exhausted: bye } }\n  matter: { say: '\${params.amount}', next: hangup }\n`;

test.each([
  [
    'de-DE',
    `${say('hello', 'Guten Tag. Es geht um Ihre offene Rechnung.', 'who')}${who('Wenn Sie ${params.name} sind, drücken Sie die 1. Sonst die 2.')}${say('bye', 'Auf Wiederhören.')}`,
    1,
  ],
  [
    'fr-FR',
    `${say('hello', 'Bonjour, ${params.amount} sont à régler.', 'begun')}  begun: { set: { count: 1 } }\n${who('Si vous êtes ${params.name}, tapez 1. Sinon, tapez 2.')}${say('bye', 'Au revoir.')}`,
    1,
  ],
  [
    'es-ES',
    `${who('Tenemos su diagnóstico. Si es usted ${params.name}, pulse 1. Si no, pulse 2.')}${say('bye', 'Adiós.')}`,
    1,
  ],
  [
    'en-GB',
    `${say('hello', 'Hello, we have a message.', 'who')}${who('If you are ${params.name}, press 1. If not, press 2.')}${say('bye', 'Goodbye.')}`,
    0,
  ],
])('a matter is told to the right person (%s, %#)', (language, steps, times) => {
  expect(count('told-before-identity', { language, steps })).toBe(times);
});

const own = (
  set: string,
) => `  which: { menu: { prompt: 'For this number, press 1. For another, press 2.', choices: [{ key: 1, ${set}goto: note }, { key: 2, goto: other }] }, on: { exhausted: sorry } }
  other: { collect: { prompt: 'Please enter your number.', type: phone, country: GB, save: number }, on: { exhausted: sorry } }
  note: { http: { post: '\${env.URL}/calls', json: { number: '\${vars.number}' }, timeout: 4s }, on: { failed: sorry }, next: hangup }
`;
const copied = "set: { number: '${call.from}' }, ";

test.each([
  ['en-GB', own(copied), 1],
  ['en-GB', `  first: { set: { number: '\${call.from}' } }\n${own('')}`, 1],
  [
    'en-GB',
    `${own('').replace('goto: note', 'goto: copy')}  copy: { set: { number: '\${call.from}' }, next: note }\n`,
    1,
  ],
  ['en-GB', `  known: { switch: [{ when: call.from == "", goto: other }] }\n${own(copied)}`, 0],
  ['en-GB', `  first: { set: { number: '\${call.from == "" ? "none" : call.from}' } }\n${own('')}`, 0],
])('a number that is withheld cannot be chosen (%s, %#)', (language, steps, times) => {
  expect(count('withheld-number-chosen', { language, steps })).toBe(times);
});

const news = (
  on: string,
  more = '',
) => `  news: { http: { get: '\${env.URL}/news', save: { text: '\${has(response.json.t) ? response.json.t : ""}' }, timeout: 3s }, on: ${on} }
  any: { switch: [{ when: vars.text == "", goto: main }] }
  read: { say: '\${vars.text}' }
${more}  main: { menu: { prompt: 'For sales, press 1. To finish, press 2.', choices: [{ key: 1, goto: sales }, { key: 2, goto: hangup }] }, on: { exhausted: sales } }
  sales: { connect: { to: '+442079460121', ring: 25s }, on: { unreached: closed }, next: hangup }
  closed: { say: 'Sorry, nobody is there.', next: hangup }
`;
const without = "vars: { number: '', count: 0, text: '' }";

test.each([
  ['en-GB', news('{ failed: closed }'), 1],
  ['en-GB', news('{ client_error: main, failed: closed }'), 1],
  ['en-GB', news('{ failed: main }'), 0],
  ['en-GB', news('{ failed: closed }').replace('For sales', 'For ${vars.text}'), 0],
])('an extra keeps nobody away (%s, %#)', (language, steps, times) => {
  const flow = `ringflow: 1\nname: case\nlanguages: [${language}]\non: { error: closed }\nenv: { URL: Address. }\n${without.replace("number: '', count: 0, ", '')}\nsteps:\n${steps}`;
  const { diagnostics } = compileFlow({ file: 'case.yaml', text: flow });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(diagnostics.filter(({ code }) => code === 'optional-request-ends-call')).toHaveLength(times);
});

const states = (
  first: string,
) => `${ask('Number.')}${request('find', fetched, '{ failed: sorry }')}  which: { switch: { value: vars.text, cases: { open: open, done: done, lost: lost } }, next: sorry }
${first}${say('done', 'Your order has been delivered.')}${say('lost', 'Your order is lost.')}`;

test.each([
  ['case-falls-through', states("  open: { say: 'We are working on it.' }\n"), 1],
  ['case-falls-through', states(say('open', 'We are working on it.')), 0],
  [
    'case-falls-through',
    states(say('open', 'We are working on it.')).replace("delivered.', next: hangup }", "delivered.' }"),
    1,
  ],
  [
    'case-falls-through',
    states("  open: { say: 'We are working on it.' }\n").replace(
      "Number.', digits: 6, save: number }, on: { exhausted: sorry }",
      "Number.', digits: 6, save: number }, on: { exhausted: done }",
    ),
    0,
  ],
  [
    'choices-alike',
    `${ask('Number.')}  same: { switch: [{ when: vars.number == "123456", goto: right }] }\n${say('right', 'Welcome.')}`,
    1,
  ],
  [
    'choices-alike',
    `${ask('Number.')}  same: { switch: [{ when: vars.number == "1", goto: right }, { when: vars.number == "2", goto: right }], next: right }\n${say('right', 'Welcome.')}`,
    1,
  ],
  [
    'choices-alike',
    `${ask('Number.')}  same: { switch: [{ when: vars.number == "123456", goto: right }], next: sorry }\n${say('right', 'Welcome.')}`,
    0,
  ],
  [
    'apology-after-success',
    "  desk: { connect: { to: '+442079460121', ring: 25s }, on: { unreached: busy } }\n  busy: { say: 'All lines are busy.', next: hangup }\n",
    1,
  ],
  [
    'apology-after-success',
    "  desk: { connect: { to: '+442079460121', ring: 25s }, on: { unreached: busy } }\n  busy: { say: 'Thank you for calling.', next: hangup }\n",
    0,
  ],
  [
    'request-contradicts-step',
    `${ask('Number.')}${request('reject', "post: '${env.URL}/answers', json: { answer: accepted }", '{ failed: sorry }')}${say('bye', 'Goodbye.')}`,
    1,
  ],
  [
    'request-contradicts-step',
    `${ask('Number.')}${request('rifiutare', "put: '${env.URL}/answers', json: { risposta: accettato }", '{ failed: sorry }')}${say('bye', 'Goodbye.')}`,
    1,
  ],
  [
    'request-contradicts-step',
    `${ask('Number.')}${request('cancel', "post: '${env.URL}/visits', json: { state: confirmed }", '{ failed: sorry }')}${say('bye', 'Goodbye.')}`,
    1,
  ],
  [
    'request-contradicts-step',
    `${ask('Number.')}${request('reject', "post: '${env.URL}/answers', json: { answer: rejected }", '{ failed: sorry }')}${say('bye', 'Goodbye.')}`,
    0,
  ],
  [
    'success-told-after-failure',
    `${ask('Number.')}  send: { sms: { template: t, campaign: c, wait: delivered, timeout: 1m }, on: { undelivered: there, timeout: sorry, failed: sorry } }\n${say('there', 'Look at your phone.')}`,
    1,
  ],
  [
    'success-told-after-failure',
    `${ask('Number.')}  send: { sms: { template: t, campaign: c, wait: delivered, timeout: 1m }, on: { undelivered: there, timeout: there, failed: sorry } }\n${say('there', 'Look at your phone.')}`,
    0,
  ],
  ['secret-by-name', `${ask('Please enter your access code.')}${say('bye', 'Goodbye.')}`, 1],
])('%s (%#)', (code, steps, times) => {
  expect(count(code, { language: 'en-GB', steps })).toBe(times);
});

const offer = (
  prompt: string,
  back: string,
  between = '',
) => `${ask('Number.')}  find: { http: { get: '\${env.URL}/points/\${vars.number}', save: { count: '\${int(response.json.count)}' }, timeout: 4s }, on: { failed: sorry } }
  any: { switch: [{ when: vars.count == 0, goto: bye }] }
  offer: { menu: { prompt: '${prompt}', choices: [{ key: 1, goto: use }, { key: 2, goto: bye }] }, on: { exhausted: bye } }
${between}  use: { http: { post: '\${env.URL}/points/\${vars.number}/use', timeout: 4s }, on: { failed: sorry } }
  thanks: { say: 'OK.', next: ${back} }
  bye: { say: 'Bye.', next: hangup }
`;

test.each([
  ['de-DE', offer('Sie haben ${vars.count} Punkte. Zum Einlösen die 1, sonst die 2.', 'offer'), 1],
  [
    'fr-FR',
    offer('Il vous reste ${vars.count} bons. Pour les utiliser, tapez 1. Sinon, tapez 2.', 'offer'),
    1,
  ],
  [
    'es-ES',
    offer('Tiene ${vars.count} puntos. Para usarlos, pulse 1. Si no, pulse 2.', 'count').replace(
      '  bye:',
      '  count: { set: { text: usado }, next: offer }\n  bye:',
    ),
    1,
  ],
  ['en-GB', offer('You have ${vars.count} points. To use them, press 1. Otherwise, press 2.', 'find'), 0],
  ['en-GB', offer('To use your points, press 1. Otherwise, press 2.', 'offer'), 0],
  [
    'en-GB',
    offer('You have ${vars.count} points. To use them, press 1. Otherwise, press 2.', 'less').replace(
      '  bye:',
      "  less: { set: { count: '${vars.count - 1}' }, next: offer }\n  bye:",
    ),
    0,
  ],
])('what has been done is not offered again (%s, %#)', (language, steps, times) => {
  expect(count('stale-offer', { language, steps })).toBe(times);
});

const answers = (
  value: string,
  more = '',
) => `${ask('Number.')}  never: { set: { text: ${value} }, next: bye }
${more}${say('bye', 'Goodbye.')}`;
const described = "number: '', count: 0, text: { type: string, description: 'begun, later or never' }";

test.each([
  [answers('later'), described, 1],
  [answers('begun'), described, 1],
  [answers('later'), described.replace('begun, later or never', 'begun → later → never'), 1],
  [answers('never'), described, 0],
  [answers('refused'), described, 0],
  [
    answers('later', '  other: { set: { text: never }, next: bye }\n').replace(
      'exhausted: sorry',
      'exhausted: other',
    ),
    described,
    0,
  ],
])('a step notes the value that it is called after (%#)', (steps, vars, times) => {
  expect(count('request-contradicts-step', { language: 'en-GB', steps, vars })).toBe(times);
});
