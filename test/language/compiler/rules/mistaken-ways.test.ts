/** Ways that tell or do what is not so: refusals that are recorded, messages that never come, counters that stay. */
import { expect, test } from 'vitest';
import { compileFlow } from '../../../../src/language/compiler/index.ts';

/** Counts the findings of a code in a flow with these steps. */
function count(code: string, { language = 'en-GB', steps }: { language?: string; steps: string }): number {
  const text = `ringflow: 1
name: case
languages: [${language}]
on: { error: sorry }
env: { URL: Address of the service. }
vars: { number: '', first: 0, second: 0, amount: 0.0 }
${steps}
  sorry: { say: 'Sorry. \${vars.number} \${vars.amount}', next: hangup }
`;
  const { diagnostics } = compileFlow({ file: 'case.yaml', text });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return diagnostics.filter((one) => one.code === code).length;
}

const send = (failed: string, text: string) => `steps:
  ask: { collect: { prompt: '1 2 3 4 5 6?', digits: 6, save: number }, on: { exhausted: sorry } }
  order: { http: { post: '\${env.URL}/orders', json: { number: '\${vars.number}' }, timeout: 4s }, on: { failed: sorry } }
  text: { sms: { template: t, campaign: c }, on: { failed: ${failed} } }
  told: { say: '${text}' }
  bye: { say: '1 2 3', next: hangup }`;

test.each([
  ['en-GB', 'You will get a text message with the number.', 'told', 1],
  ['de-DE', 'Wir schicken Ihnen die Nummer auch als Nachricht.', 'told', 1],
  ['fr-FR', 'Vous recevrez un message avec le numéro.', 'told', 1],
  ['es-ES', 'Le enviamos también un mensaje con el número.', 'told', 1],
  ['it-IT', 'Riceverà un SMS con il numero.', 'told', 1],
  ['nl-NL', 'Wij sturen u een bericht met het nummer.', 'told', 1],
  ['pt-PT', 'Vai receber uma mensagem com o número.', 'told', 1],
  ['pl-PL', 'Wysyłamy wiadomość z numerem.', 'told', 1],
  ['sv-SE', 'Du får numret i ett SMS.', 'told', 1],
  ['en-GB', 'You will get a text message with the number.', 'bye', 0],
  ['en-GB', 'You will not get a text message.', 'told', 0],
  ['en-GB', 'You will get a message by e-mail.', 'told', 0],
  ['en-GB', 'If you call again, you will get a text message.', 'told', 0],
])(
  'a message that could not be sent is not told as on its way (%s, "%s", %s)',
  (language, text, failed, times) => {
    expect(count('success-told-after-failure', { language, steps: send(failed, text) })).toBe(times);
  },
);

const consent = (prompt: string, no: string) => `steps:
  may: { menu: { prompt: "${prompt}", choices: [{ key: 1, goto: yes_1 }, { key: 2, goto: ${no} }] }, on: { exhausted: no_2 } }
  yes_1: { connect: { to: '+442079460101', ring: 20s }, on: { bridged: tape, unreached: sorry } }
  tape: { record: { start: 'x' }, on: { failed: talk } }
  talk: { wait: { for: bridge_end }, next: hangup }
  no_2: { connect: { to: '+442079460101', ring: 20s }, on: { unreached: sorry }, next: hangup }`;

test.each([
  ['en-GB', 'May we record the conversation? For yes, press 1. For no, press 2.', 'yes_1', 1],
  [
    'de-DE',
    'Dürfen wir das Gespräch aufzeichnen? Für Ja drücken Sie die 1. Für Nein drücken Sie die 2.',
    'yes_1',
    1,
  ],
  [
    'fr-FR',
    "Pouvons-nous enregistrer l'appel ? Pour oui, appuyez sur 1. Pour non, appuyez sur 2.",
    'yes_1',
    1,
  ],
  ['es-ES', '¿Podemos grabar la llamada? Para sí, pulse 1. Para no, pulse 2.', 'yes_1', 1],
  ['it-IT', 'Possiamo registrare la chiamata? Per sì, prema 1. Per no, prema 2.', 'yes_1', 1],
  ['nl-NL', 'Mogen we het gesprek opnemen? Voor ja, druk op 1. Voor nee, druk op 2.', 'yes_1', 1],
  ['pt-PT', 'Podemos gravar a chamada? Para sim, prima 1. Para não, prima 2.', 'yes_1', 1],
  [
    'pl-PL',
    'Czy możemy nagrać rozmowę? Aby powiedzieć tak, naciśnij 1. Aby powiedzieć nie, naciśnij 2.',
    'yes_1',
    1,
  ],
  ['sv-SE', 'Får vi spela in samtalet? För ja, tryck 1. För nej, tryck 2.', 'yes_1', 1],
  ['en-GB', 'May we record the conversation? For yes, press 1. For no, press 2.', 'no_2', 0],
  ['en-GB', 'Calls are recorded. For sales, press 1. For repairs, press 2.', 'yes_1', 0],
])('who refuses a recording is not recorded (%s, "%s", %s)', (language, prompt, no, times) => {
  expect(count('recording-against-will', { language, steps: consent(prompt, no) })).toBe(times);
});

const counted = (counter: string) => `steps:
  one: { menu: { prompt: 'For the first, press 1.', choices: [{ key: 1, goto: count_first }] }, on: { exhausted: two } }
  count_first: { set: { first: '\${vars.first + 1}' } }
  enough_first: { switch: [{ when: vars.first > 2, goto: sorry }], next: one }
  two: { menu: { prompt: 'For the second, press 1.', choices: [{ key: 1, goto: count_second }] }, on: { exhausted: sorry } }
  count_second: { set: { second: '\${${counter} + 1}' } }
  enough_second: { switch: [{ when: vars.second > 2, goto: sorry }], next: two }`;

test.each([
  ['vars.first', 1],
  ['vars.second', 0],
])('a counter is not counted on from another one (%s)', (counter, times) => {
  expect(count('counter-stands-still', { steps: counted(counter) })).toBe(times);
});

test('a number that follows from a counter that grows with it may be compared', () => {
  const steps = `steps:
  one: { menu: { prompt: 'For another, press 1.', choices: [{ key: 1, goto: add }] }, on: { exhausted: sorry } }
  add: { set: { first: '\${vars.first + 1}' } }
  next_one: { set: { second: '\${vars.first + 1}' } }
  enough: { switch: [{ when: vars.second > 4 || vars.first > 3, goto: sorry }], next: one }`;
  expect(count('counter-stands-still', { steps })).toBe(0);
});

test.each([
  ['unlock', 'lock', '{ locked: false }', 0],
  ['unlock', 'lock', '{ value: off }', 0],
  ['unlock', 'lock', '{ locked: true }', 1],
  ['unlock', 'lock', '{ notify: false }', 1],
  ['entsperren', 'sperre', '{ gesperrt: false }', 0],
])('a body may take back what its address says (%s, %s, %s)', (step, address, json, times) => {
  const steps = `steps:
  ask: { collect: { prompt: Six digits., digits: 6, save: number }, on: { exhausted: sorry } }
  ${step}: { http: { put: '\${env.URL}/cards/\${vars.number}/${address}', json: ${json}, timeout: 4s }, on: { failed: sorry } }
  bye: { say: Goodbye., next: hangup }`;
  expect(count('request-contradicts-step', { steps })).toBe(times);
});

test.each([
  ['en-GB', 'We have sent a text message with a code to your telephone. Please enter it.', '3s', 1],
  ['de-DE', 'Wir haben Ihnen einen Code per SMS geschickt. Bitte geben Sie ihn ein.', '3s', 1],
  ['pl-PL', 'Wysłaliśmy na ten telefon wiadomość z kodem. Proszę go wpisać.', '3s', 1],
  ['sv-SE', 'Vi har skickat ett SMS med en kod. Knappa in den.', '3s', 1],
  ['en-GB', 'We have sent a text message with a code to your telephone. Please enter it.', '20s', 0],
])('a code that comes by text message needs time (%s, "%s", %s)', (language, prompt, timeout, times) => {
  const steps = `steps:
  ask: { collect: { prompt: '${prompt}', digits: 6, save: number, timeout: ${timeout} }, on: { exhausted: sorry } }
  bye: { say: '1', next: hangup }`;
  expect(count('hasty-timeout', { language, steps })).toBe(times);
});

test.each([
  ['USD', 1],
  ['EUR', 0],
])('a fixed sum does not convert an amount that is entered in EUR (%s)', (currency, times) => {
  const steps = `steps:
  main: { menu: { prompt: 'For ten, press 1. For another amount, press 2.', choices: [{ key: 1, set: { amount: 10.0 }, goto: sure }, { key: 2, goto: ask }] }, on: { exhausted: sorry } }
  ask: { collect: { prompt: 'How much?', type: currency, currency: EUR, digits: { max: 5 }, save: amount }, on: { exhausted: sorry } }
  sure: { say: [You give, { text: '\${vars.amount}', as: { currency: ${currency} } }], next: hangup }`;
  expect(count('other-currency', { steps })).toBe(times);
});

const booking = (on: string, text: string) => `steps:
  ask: { collect: { prompt: Six digits., digits: 6, save: number }, on: { exhausted: sorry } }
  book: { http: { post: '\${env.URL}/tables', json: { day: '\${vars.number}' }, timeout: 4s }, on: ${on} }
  done: { say: '1', next: hangup }
  why: { switch: [{ when: error.code == "http_409", goto: full }], next: sorry }
  full: { set: { first: '\${vars.first + 1}' } }
  often: { switch: [{ when: vars.first > 2, goto: sorry }] }
  full_told: { say: '${text}', next: ask }`;

test.each([
  ['en-GB', '{ client_error: why, failed: full }', 'We are fully booked at that time.', 1],
  ['de-DE', '{ client_error: why, failed: full }', 'Um diese Zeit sind wir ausgebucht.', 1],
  ['fr-FR', '{ client_error: why, failed: full }', 'À cette heure, nous sommes complets.', 1],
  ['es-ES', '{ client_error: why, failed: full }', 'A esa hora no hay plazas.', 1],
  ['it-IT', '{ client_error: why, failed: full }', "A quest''ora siamo al completo.", 1],
  ['nl-NL', '{ client_error: why, failed: full }', 'Op dat uur zijn wij volgeboekt.', 1],
  ['pt-PT', '{ client_error: why, failed: full }', 'A essa hora está esgotado.', 1],
  ['pl-PL', '{ client_error: why, failed: full }', 'O tej godzinie nie ma wolnych stolików.', 1],
  ['sv-SE', '{ client_error: why, failed: full }', 'Då är vi fullbokade.', 1],
  ['en-GB', '{ client_error: why, failed: sorry }', 'We are fully booked at that time.', 0],
  ['en-GB', '{ client_error: sorry, failed: why }', 'We are fully booked at that time.', 0],
  ['en-GB', '{ client_error: why, failed: full }', 'We cannot tell.', 0],
])('a booking in doubt is not told as refused (%s, %s, "%s")', (language, on, text, times) => {
  expect(count('doubt-taken-for-refusal', { language, steps: booking(on, text) })).toBe(times);
});

const fee = (condition: string, answer = 'response.json.fees', save = 'amount') => `steps:
  ask: { collect: { prompt: Six digits., digits: 6, save: number }, on: { exhausted: sorry } }
  find: { http: { get: '\${env.URL}/loans/\${vars.number}', save: { ${save}: '\${${answer}}' }, timeout: 4s }, on: { failed: sorry } }
  owes: { switch: [{ when: '${condition}', goto: told }], next: bye }
  told: { say: 'You owe \${vars.amount} \${vars.first}.', next: hangup }
  bye: { say: Goodbye., next: hangup }`;

test.each([
  ['certain-condition', fee('vars.amount >= 0.0', 'double(response.json.fees)'), 1],
  ['certain-condition', fee('vars.first >= 0', 'int(response.json.Anzahl)', 'first'), 1],
  ['impossible-condition', fee('vars.first < 0', 'int(response.json.open_count)', 'first'), 1],
  ['certain-condition', fee('vars.amount > 0.0', 'double(response.json.fees)'), 0],
  // A balance may be below 0.
  ['certain-condition', fee('vars.amount >= 0.0', 'double(response.json.balance)'), 0],
  // The flow itself knows a value below 0.
  [
    'certain-condition',
    fee('vars.first >= 0', 'has(response.json.count) ? int(response.json.count) : -1', 'first'),
    0,
  ],
])('a count or a fee is never below 0 (%s, %#)', (code, steps, times) => {
  expect(count(code, { steps })).toBe(times);
});

const night = (
  text: string,
  next: string,
) => `hours: { office: { timezone: Europe/London, open: { mon-fri: 09:00-17:00 } } }
steps:
  open: { hours: office, on: { closed: shut } }
  desk: { connect: { to: '+442079460101', ring: 20s }, on: { unreached: all_busy }, next: hangup }
  all_busy: { say: '1'${next} }
  shut: { menu: { prompt: '${text}', choices: [{ key: 1, goto: sorry }] }, on: { exhausted: sorry } }`;

test.each([
  ['en-GB', 'Our office is closed. For a fitter, press 1.', '', 1],
  ['de-DE', 'Unser Büro ist geschlossen. Für den Notdienst drücken Sie die 1.', '', 1],
  ['fr-FR', 'Nos bureaux sont fermés. Pour une urgence, appuyez sur 1.', '', 1],
  ['es-ES', 'Nuestra oficina está cerrada. Para una urgencia, pulse 1.', '', 1],
  ['it-IT', 'Il nostro ufficio è chiuso. Per una urgenza, prema 1.', '', 1],
  ['nl-NL', 'Ons kantoor is gesloten. Voor spoed, druk op 1.', '', 1],
  ['pt-PT', 'O nosso escritório está fechado. Para uma urgência, prima 1.', '', 1],
  ['pl-PL', 'Nasze biuro jest nieczynne. W nagłej sprawie naciśnij 1.', '', 1],
  ['sv-SE', 'Vårt kontor är stängt. För jouren, tryck 1.', '', 1],
  ['en-GB', 'Our office is closed. For a fitter, press 1.', ', next: sorry', 0],
  ['en-GB', 'Our office is closed, or all lines are busy. For a fitter, press 1.', '', 0],
  ['en-GB', 'To leave your number, press 1.', '', 0],
])(
  'who calls while it is open does not hear that it is closed (%s, "%s", "%s")',
  (language, text, next, times) => {
    expect(count('case-falls-through', { language, steps: night(text, next) })).toBe(times);
  },
);

test.each([
  ['sv-SE', 'Ange födelsedatum, fyra siffror för året, två för månaden och två för dagen.', 'dmy', 1],
  ['sv-SE', 'Ange födelsedatum, fyra siffror för året, två för månaden och två för dagen.', 'ymd', 0],
  ['pl-PL', 'Podaj datę, dwie cyfry dnia, dwie miesiąca i cztery roku.', 'ymd', 1],
  ['pl-PL', 'Podaj datę, dwie cyfry dnia, dwie miesiąca i cztery roku.', 'dmy', 0],
  ['en-GB', 'Enter four digits for the year, two for the month and two for the day.', 'dmy', 1],
])(
  'a date is asked for in the order in which it is read (%s, "%s", %s)',
  (language, prompt, format, times) => {
    const steps = `steps:
  ask: { collect: { prompt: '${prompt}', type: date, format: ${format}, save: number }, on: { exhausted: sorry } }
  bye: { say: '1', next: hangup }`;
    expect(count('misleading-question', { language, steps })).toBe(times);
  },
);

test.each([
  ['call.from', 1],
  ['call.to', 0],
])('a call that says who is calling is outbound in Portuguese too (%s)', (number, times) => {
  const steps = `params: { id: { type: string, description: Number of the delivery. } }
steps:
  hello: { say: Bom dia. Fala da Casa Lima. }
  ask: { collect: { prompt: Seis algarismos., digits: 6, save: number }, on: { exhausted: sorry } }
  tell: { http: { post: '\${env.URL}/answers', json: { id: '\${params.id}', telefone: '\${${number}}', answer: '\${vars.number}' }, timeout: 4s }, on: { failed: sorry } }
  bye: { say: Adeus., next: hangup }`;
  expect(count('wrong-party', { language: 'pt-PT', steps })).toBe(times);
});

test.each([
  ['en-GB', 'That key is not one of the choices.', 'Are you still there?', 1],
  ['de-DE', 'Diese Taste gilt hier nicht.', 'Sind Sie noch da?', 1],
  ['fr-FR', "Cette touche n''est pas valable.", 'Êtes-vous toujours là ?', 1],
  ['es-ES', 'Esa tecla no es válida.', '¿Sigue usted ahí?', 1],
  ['it-IT', 'Questo tasto non è valido.', 'È ancora in linea?', 1],
  ['nl-NL', 'Deze toets is niet geldig.', 'Bent u er nog?', 1],
  ['pt-PT', 'Essa tecla não é válida.', 'Ainda está em linha?', 1],
  ['pl-PL', 'Ten klawisz nie jest dostępny.', 'Czy jest Pan nadal na linii?', 1],
  ['sv-SE', 'Den knappen gäller inte.', 'Är ni kvar?', 1],
  ['en-GB', 'Are you still there?', 'That key is not one of the choices.', 0],
  ['en-GB', 'Please press 1.', 'Are you still there?', 0],
  ['en-GB', 'I did not hear a valid key.', 'Are you still there?', 0],
])(
  'who says nothing does not hear that the key is wrong (%s, "%s", "%s")',
  (language, silent, wrong, times) => {
    const steps = `steps:
  ask: { menu: { prompt: '1?', choices: [{ key: 1, goto: bye }], no_input: '${silent}', no_match: '${wrong}' }, on: { exhausted: sorry } }
  bye: { say: '1', next: hangup }`;
    expect(count('outcomes-exchanged', { language, steps })).toBe(times);
  },
);
