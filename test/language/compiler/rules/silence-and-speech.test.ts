/** Where the rules about silence, speech and the time draw their lines. What they print is in ../cases/err. */
import { describe, expect, test } from 'vitest';
import { compileFlow } from '../../../../src/language/compiler/index.ts';
import type { DiagnosticCode } from '../../../../src/language/diagnostics/index.ts';

function count(code: DiagnosticCode, steps: string, head = ''): number {
  const text = `ringflow: 1\nname: case\non: { error: sorry }\n${head}steps:\n${steps}  sorry: { hangup: Sorry. }\n`;
  return compileFlow({ file: 'case.yaml', text }).diagnostics.filter((one) => one.code === code).length;
}

const desk = "  desk: { connect: { to: '+493023125150' }, on: { unreached: sorry }, next: hangup }\n";
const menu = (choices: string, on: string, prompt = 'Press 1 or 2.') =>
  `  ask: { menu: { prompt: '${prompt}', choices: [${choices}] }, on: { ${on} } }\n`;

describe('tomorrow', () => {
  const office = 'hours: { office: { timezone: Europe/Berlin, open: { mon-fri: 08:00-17:00 } } }\n';
  test.each([
    ['de-DE', 'Rufen Sie bitte morgen wieder an.', 1],
    ['de-DE', 'Guten Morgen. Wir haben geschlossen.', 0],
    ['fr-FR', 'Rappelez demain.', 1],
    ['es-ES', 'Llame mañana, por favor.', 1],
    ['es-ES', 'Abrimos a las 8 de la mañana.', 0],
    ['it-IT', 'Richiami domani.', 1],
    ['nl-NL', 'Bel morgen terug.', 1],
    ['pt-PT', 'Ligue amanhã.', 1],
    ['sv-SE', 'Ring igen i morgon.', 1],
    ['pl-PL', 'Proszę zadzwonić jutro.', 1],
  ])('in %s, "%s", is reported so often', (language, text, times) => {
    const steps = `  now: { hours: office, on: { closed: closed } }\n${desk}  closed: { hangup: '${text}' }\n`;
    expect(count('untrue-tomorrow', steps, `${office}languages: ${language}\n`)).toBe(times);
  });
});

describe('silence', () => {
  const book = (verb: string) =>
    `  told: { say: I book it. }\n  book: { http: { ${verb}: 'https://x.example.com/a' }, on: { failed: sorry } }\n  no: { hangup: Goodbye. }\n`;
  test.each([
    ['{ key: 1, goto: book }, { key: 2, goto: no }', 'exhausted: book', 'post', 1],
    ['{ key: 1, goto: told }, { key: 2, goto: no }', 'exhausted: book', 'post', 1],
    ['{ key: 1, goto: book }, { key: 2, goto: no }', 'silent: book, exhausted: no', 'put', 1],
    ['{ key: 1, goto: book }, { key: 2, goto: no }', 'exhausted: no', 'post', 0],
    ['{ key: 1, goto: book }, { key: 2, goto: no }', 'exhausted: book', 'get', 0],
  ])('at %s with %s before a %s is reported so often', (choices, on, verb, times) => {
    expect(count('silence-decides', menu(choices, on) + book(verb))).toBe(times);
  });

  test.each([
    ['en-GB', 'We are calling you about your appointment.', 1],
    ['en-GB', 'Thank you for calling.', 0],
    ['de-DE', 'Wir rufen Sie wegen Ihres Termins an.', 1],
    ['fr-FR', 'Nous vous appelons au sujet de votre rendez-vous.', 1],
    ['nl-NL', 'Wij bellen u over uw afspraak.', 1],
  ])('in %s after "%s" that is connected is reported so often', (language, text, times) => {
    const steps = menu('{ key: 1, goto: repeat }', 'exhausted: desk', text) + desk;
    expect(count('machine-connected', steps, `languages: ${language}\n`)).toBe(times);
  });
});

describe('speech', () => {
  test.each([
    ['en-GB', 'digits: 5', 'Please say your number.', 1],
    ['en-GB', 'digits: 5, speech: true', 'Please say your number.', 0],
    ['en-GB', 'digits: 5', 'Please enter or say your number.', 1],
    ['en-GB', 'type: text, speech: true', 'Please enter your name.', 1],
    ['en-GB', 'type: text, speech: true', 'Please say your name.', 0],
    ['de-DE', 'digits: 5', 'Bitte nennen Sie Ihre Nummer.', 1],
    ['de-DE', 'type: text, speech: true', 'Bitte geben Sie Ihren Namen ein.', 1],
  ])('in %s with %s, asked by "%s", is reported so often', (language, body, prompt, times) => {
    const steps = `  a: { collect: { prompt: '${prompt}', ${body}, save: v }, on: { exhausted: sorry } }\n`;
    expect(count('misleading-question', steps, `languages: ${language}\nvars: { v: '' }\n`)).toBe(times);
  });

  test.each([
    ["'no'", 1],
    ['okay', 1],
    ['stop', 1],
    ['operator', 0],
  ])('that contains the global phrase %s is reported so often', (phrase, times) => {
    const head = `always: { phrases: { desk: [${phrase}] } }\n`;
    expect(count('overheard-phrase', menu('{ key: 1, goto: desk }', 'exhausted: sorry') + desk, head)).toBe(
      times,
    );
  });

  test.each([
    ["'no'", 1],
    ["'no', not correct", 0],
    ["'no', not right", 1],
  ])('that refuses, with the phrases %s, is reported so often', (phrases, times) => {
    const choices = `{ key: 1, phrases: [correct], goto: desk }, { key: 2, phrases: [${phrases}], goto: sorry }`;
    expect(count('overheard-phrase', menu(choices, 'exhausted: sorry') + desk)).toBe(times);
  });
});

describe('digits', () => {
  test.each([
    ['digits: 4', 'For half past two, press 1 4 3 0.', 0],
    ['digits: 8', 'Press two digits for the day, two for the month and four for the year.', 0],
    ['digits: 8', 'Press two or three digits.', 0],
    ['digits: 8', 'Press 2 for the month.', 1],
  ])('of a question with %s, "%s", are reported as keys so often', (body, prompt, times) => {
    const steps = `  a: { collect: { prompt: '${prompt}', ${body}, save: v }, on: { exhausted: sorry } }\n`;
    expect(count('key-not-offered', steps, "vars: { v: '' }\n")).toBe(times);
  });
});

describe('an announcement', () => {
  test.each([
    ['Press 1 for sales or 2 for support.', 1],
    ['In an emergency, hang up and press 1 1 2.', 0],
  ])('"%s" in a flow without questions is reported so often', (text, times) => {
    expect(count('key-not-offered', `  a: { say: '${text}', next: hangup }\n`)).toBe(times);
  });
});

describe('a conversation', () => {
  test.each([
    ['limits: { bridge: 60s }\n', '', 1],
    ['limits: { bridge: 1h }\n', '', 0],
    ['limits: { bridge: 3m }\n', '  hi: { say: You can talk for 3 minutes. }\n', 0],
    ['limits: { duration: 60s }\n', '', 0],
  ])('with %s%s is reported so often', (head, first, times) => {
    expect(count('talk-cut-off', first + desk, head)).toBe(times);
  });

  test('that leads to the main menu, as silence does, is not reported', () => {
    const back = "  desk: { connect: { to: '+493023125150' }, on: { unreached: ask }, next: ask }\n";
    expect(count('talk-not-noticed', menu('{ key: 1, goto: desk }', 'exhausted: sorry') + back)).toBe(0);
  });
});
