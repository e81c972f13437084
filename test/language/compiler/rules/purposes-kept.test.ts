/** Keys that a text offers for the main menu, for coming back, for a person or for the end, and where they lead. */
import { expect, test } from 'vitest';
import { compileFlow } from '../../../../src/language/compiler/index.ts';

interface Line {
  language?: string;
  /** What the first menu, the second question and an announcement say. */
  main?: string;
  second?: string;
  said?: string;
  /** The keys of `always`. */
  keys?: string;
  choices?: string;
  first?: string;
  more?: string;
}

function listTold(line: Line): string[] {
  const {
    language = 'en-GB',
    main = '1.',
    second = '1 2 3.',
    said = '1 2 3.',
    keys = "{ '*': repeat }",
    choices = '',
    first = "{ say: '1 2 3.' }",
    more = '',
  } = line;
  const text = `ringflow: 1
name: case
languages: [${language}]
on: { error: sorry }
always: { keys: ${keys} }
vars: { number: '' }
steps:
  begin: ${first}
  main:
    menu:
      prompt: "${main}"
      choices: [{ key: 1, goto: told }, { key: 2, goto: enter }]
    on: { exhausted: sorry }
  told: { say: "${said}" }
  second:
    menu:
      prompt: "${second}"
      choices: [{ key: 1, goto: main }, { key: 2, goto: enter }${choices}]
    on: { exhausted: sorry }
  enter: { collect: { prompt: '1 2 3.', digits: 6, save: number }, on: { exhausted: sorry } }
  send: { http: { post: 'https://x.example.com/\${vars.number}', timeout: 3s }, on: { failed: sorry }, next: main }
  desk: { hours: shop, on: { closed: sorry } }
  connected: { connect: { to: '+442079460101', ring: 20s }, on: { unreached: sorry }, next: main }
${more}
  sorry: { say: 4 5 6., next: hangup }
hours: { shop: { timezone: Europe/London, open: { mon-fri: 09:00-17:00 } } }
`;
  const { diagnostics } = compileFlow({ file: 'case.yaml', text });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return diagnostics.flatMap(({ code, message }) => (code === 'key-leads-elsewhere' ? [message] : []));
}

const MAIN_MENU: [string, string][] = [
  ['en-GB', 'For the main menu, press star.'],
  ['de-DE', 'Für das Hauptmenü drücken Sie die Sterntaste.'],
  ['fr-FR', 'Pour le menu principal, appuyez sur étoile.'],
  ['es-ES', 'Para el menú principal, pulse asterisco.'],
  ['it-IT', 'Per il menù principale, prema asterisco.'],
  ['nl-NL', 'Voor het hoofdmenu, druk op sterretje.'],
  ['pt-PT', 'Para o menu principal, prima asterisco.'],
  ['sv-SE', 'För huvudmenyn, tryck stjärna.'],
  ['pl-PL', 'Aby wrócić do menu głównego, naciśnij gwiazdkę.'],
];

test.each(MAIN_MENU)('a global key for the main menu leads there (%s, "%s")', (language, second) => {
  const message = 'the key "*" is offered for another menu, but asks step "second" again';
  expect(listTold({ language, second })).toEqual([message]);
  expect(listTold({ language, second, keys: "{ '*': main }" })).toEqual([]);
  expect(listTold({ language, second, keys: "{ '*': begin }" })).toEqual([]);
  expect(listTold({ language, second, keys: "{ '*': back }" })).toEqual([]);
});

test.each([
  ['enter', 'leads to step "enter"'],
  ['sorry', 'leads to step "sorry"'],
  ['hangup', 'leads to "hangup"'],
])('a key for the main menu does not lead to %s', (target, end) => {
  const message = `the key "*" is offered for another menu, but ${end}`;
  const [, second] = MAIN_MENU[0] ?? ['', ''];
  expect(listTold({ second, keys: `{ '*': ${target} }` })).toEqual([message]);
  expect(listTold({ said: second, keys: `{ '*': ${target} }` })).toEqual([message]);
  const choices = `, { key: '*', goto: ${target} }`;
  expect(listTold({ second, choices, keys: "{ '*': main }" })).toEqual([message]);
});

test.each([
  ['en-GB', 'To come back here at any time, press star.'],
  ['de-DE', 'Um jederzeit hierher zurückzukehren, drücken Sie die Sterntaste.'],
  ['fr-FR', 'Pour revenir ici à tout moment, appuyez sur étoile.'],
  ['es-ES', 'Para volver aquí en cualquier momento, pulse asterisco.'],
  ['it-IT', 'Per tornare qui in qualsiasi momento, prema asterisco.'],
  ['nl-NL', 'Om hier terug te keren, druk op sterretje.'],
  ['pt-PT', 'Para voltar aqui, prima asterisco.'],
  ['sv-SE', 'För att komma hit igen, tryck stjärna.'],
  ['pl-PL', 'Aby wrócić tutaj, naciśnij gwiazdkę.'],
])('a global key for coming back leads back (%s, "%s")', (language, main) => {
  const message = 'the key "*" is offered for coming back to its menu, but asks step "main" again';
  expect(listTold({ language, main })).toEqual([message]);
  expect(listTold({ language, main, keys: "{ '*': main }" })).toEqual([]);
});

test.each([
  ['en-GB', 'To speak to a colleague, press zero.', 'To end the call, press zero.'],
  [
    'de-DE',
    'Um mit einem Mitarbeiter zu sprechen, drücken Sie die Null.',
    'Um das Gespräch zu beenden, drücken Sie die Null.',
  ],
  ['fr-FR', 'Pour parler à un conseiller, appuyez sur zéro.', "Pour terminer l'appel, appuyez sur zéro."],
  ['es-ES', 'Para hablar con una persona, pulse cero.', 'Para terminar la llamada, pulse cero.'],
  ['it-IT', 'Per parlare con un operatore, prema zero.', 'Per terminare la chiamata, prema zero.'],
  ['nl-NL', 'Om een medewerker te spreken, druk op nul.', 'Om het gesprek te beëindigen, druk op nul.'],
  ['pt-PT', 'Para falar com um assistente, prima zero.', 'Para terminar a chamada, prima zero.'],
  ['sv-SE', 'För att tala med en handläggare, tryck noll.', 'För att avsluta samtalet, tryck noll.'],
  ['pl-PL', 'Aby porozmawiać z konsultantem, naciśnij zero.', 'Aby zakończyć rozmowę, naciśnij zero.'],
])('a global key for a person or the end leads there (%s)', (language, person, end) => {
  const repeat = "{ '0': repeat }";
  const again = (purpose: string) => [`the key "0" is offered for ${purpose}, but asks step "second" again`];
  expect(listTold({ language, second: person, keys: repeat })).toEqual(again('talking to somebody'));
  expect(listTold({ language, second: person, keys: "{ '0': sorry }" })).toHaveLength(1);
  for (const target of ['desk', 'send'])
    expect(listTold({ language, second: person, keys: `{ '0': ${target} }` })).toEqual([]);
  expect(listTold({ language, second: end, keys: repeat })).toEqual(again('ending the call'));
  for (const target of ['sorry', 'hangup', 'main'])
    expect(listTold({ language, second: end, keys: `{ '0': ${target} }` })).toEqual([]);
});

test.each<[string, Line]>([
  [
    'for a person whose number is told',
    {
      second: 'To speak to a colleague, press star.',
      keys: "{ '*': number }",
      more: "  number: { say: 'Our colleagues are at 020, 7946, 0101.', next: hangup }",
    },
  ],
  ['that is told before the first menu', { first: "{ say: 'For the main menu, press star.' }" }],
  ['of the first menu', { main: 'For the main menu, press star.' }],
  ['for hearing it again', { second: 'To hear the main menu again, press star.' }],
  [
    'that the next menu replaces',
    { said: 'For the main menu, press star.', choices: ", { key: '*', goto: main }" },
  ],
  [
    'behind a number that is asked first',
    {
      second: 'For the main menu, press star.',
      keys: "{ '*': begin }",
      first: "{ collect: { prompt: '1 2 3.', digits: 4, save: number }, on: { exhausted: sorry } }",
    },
  ],
  [
    'of the menu behind the choice of a language',
    {
      main: 'For the main menu, press star.',
      first:
        "{ menu: { prompt: '1 2.', choices: [{ key: 1, language: en-GB, goto: main }, { key: 2, goto: main }] }, on: { exhausted: main } }",
    },
  ],
  [
    'that another flow continues',
    {
      second: 'To talk to someone, press star.',
      keys: "{ '*': other }",
      more: '  other: { goto: { flow: case } }',
    },
  ],
])('a key %s is left alone', (_, line) => {
  expect(listTold(line)).toEqual([]);
});
