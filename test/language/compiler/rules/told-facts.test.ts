/** What callers are told of attempts, of calls to come and of opening hours, against what the flow does. */
import { describe, expect, test } from 'vitest';
import { compileFlow } from '../../../../src/language/compiler/index.ts';
import type { DiagnosticCode } from '../../../../src/language/diagnostics/index.ts';

function count(code: DiagnosticCode, steps: string, head: string): number {
  const text = `ringflow: 1\nname: case\non: { error: sorry }\n${head}steps:\n${steps}  sorry: { say: Sorry. }\n`;
  return compileFlow({ file: 'case.yaml', text }).diagnostics.filter((one) => one.code === code).length;
}

describe('a number of attempts behind a counter', () => {
  const steps = (
    text: string,
    condition: string,
  ) => `  ask: { collect: { prompt: "1234?", digits: 4, save: v }, on: { exhausted: sorry } }
  right: { switch: [{ when: vars.v == "2718", goto: sorry }] }
  count: { set: { n: '\${vars.n + 1}' } }
  enough: { switch: [{ when: ${condition}, goto: stopped }] }
  again: { say: "2718", next: ask }
  stopped: { say: "${text}", next: hangup }
`;
  const tell = (tag: string, text: string, condition: string) =>
    count('attempts-misstated', steps(text, condition), `languages: [${tag}]\nvars: { v: '', n: 0 }\n`);
  test.each([
    ['en-US', 'That was three wrong codes.'],
    ['en-US', 'You have entered a wrong code 3 times.'],
    ['de-DE', 'Das waren drei falsche Geheimzahlen.'],
    ['de-DE', 'Die Nummer war dreimal falsch.'],
    ['fr-FR', 'Vous avez saisi trois codes erronés.'],
    ['es-ES', 'Ha marcado tres códigos incorrectos.'],
    ['it-IT', 'Hai inserito tre codici sbagliati.'],
    ['nl-NL', 'U heeft driemaal een foute code ingevoerd.'],
    ['pt-PT', 'Introduziu três códigos errados.'],
    ['sv-SE', 'Det var tre felaktiga koder.'],
  ])('%s: %s', (tag, text) => {
    const conditions = ['vars.n > 3', 'vars.n >= 2', 'vars.n >= 3', 'vars.n == 3', 'vars.n > 2'];
    expect(conditions.map((condition) => tell(tag, text, condition))).toEqual([1, 1, 0, 0, 0]);
  });
  test.each([
    'Please call again in four days.',
    'A code has four digits, and this was wrong.',
    'You have four more attempts.',
    'That was wrong. For help, call four, four, four.',
  ])('is no other number: %s', (text) => {
    expect(tell('en-US', text, 'vars.n >= 3')).toBe(0);
  });
  test('may not have counted the last attempt', () => {
    const late = (
      condition: string,
    ) => `  ask: { collect: { prompt: "1234?", digits: 4, save: v }, on: { exhausted: sorry } }
  right: { switch: [{ when: vars.v == "2718", goto: sorry }] }
  enough: { switch: [{ when: ${condition}, goto: stopped }] }
  count: { set: { n: '\${vars.n + 1}' }, next: ask }
  stopped: { say: That was three wrong codes., next: hangup }
`;
    const head = "languages: [en-US]\nvars: { v: '', n: 0 }\n";
    expect([1, 2, 3, 4].map((at) => count('attempts-misstated', late(`vars.n >= ${at}`), head))).toEqual([
      1, 0, 0, 1,
    ]);
  });
});

describe('the promise not to call again', () => {
  const steps = (
    text: string,
    note: string,
  ) => `  ask: { menu: { prompt: "1?", choices: [{ key: 1, set: { r: a }, goto: sorry }, { key: 9, ${note}goto: never }] }, on: { exhausted: sorry } }
  never: { say: "${text}", next: hangup }
`;
  const tell = (tag: string, text: string, note = '') =>
    count('promise-not-kept', steps(text, note), `languages: [${tag}]\nvars: { r: '' }\n`);
  test.each([
    ['en-US', 'We will not call you again.'],
    ['en-US', 'You will not be called again.'],
    ['en-US', 'I have removed you from our list.'],
    ['de-DE', 'Wir rufen Sie nicht mehr an.'],
    ['de-DE', 'Wir werden Sie nicht wieder anrufen.'],
    ['de-DE', 'Ihre Nummer wird von unserer Anrufliste gestrichen.'],
    ['fr-FR', 'Nous ne vous appellerons plus.'],
    ['fr-FR', 'Vous ne serez plus appelé.'],
    ['es-ES', 'No volveremos a llamarle.'],
    ['es-ES', 'No le llamaremos más.'],
    ['it-IT', 'Non la richiameremo più.'],
    ['it-IT', 'Il suo numero viene rimosso dalla nostra lista.'],
    ['nl-NL', 'Wij bellen u niet meer.'],
    ['nl-NL', 'U wordt niet meer gebeld.'],
    ['pt-PT', 'Não voltaremos a ligar-lhe.'],
    ['pt-PT', 'Não lhe ligaremos mais.'],
  ])('%s: %s', (tag, text) => {
    expect([tell(tag, text), tell(tag, text, 'set: { r: b }, ')]).toEqual([1, 0]);
  });
  test.each([
    ['en-US', 'We will call you again.'],
    ['en-US', 'If we should not call you again, press 9.'],
    ['de-DE', 'Wir rufen Sie noch einmal an.'],
    ['fr-FR', 'Ne nous appelez plus.'],
  ])('is not made, %s: %s', (tag, text) => {
    expect(tell(tag, text)).toBe(0);
  });
  test('is kept by what comes behind it', () => {
    const behind = `${steps('We will not call you again.', '').replace('next: hangup', 'next: note')}  note: { outcome: never, next: hangup }\n`;
    expect(count('promise-not-kept', behind, "vars: { r: '' }\n")).toBe(0);
  });
});

describe('hours before and after a break', () => {
  const told = (tag: string, text: string, afternoon: string) =>
    count(
      'hours-misstated',
      `  a: { hours: shop, on: { closed: b } }\n  b: { say: "${text}", next: hangup }\n`,
      `languages: [${tag}]\nhours: { shop: { timezone: Europe/Madrid, open: { mon-fri: [09:30-13:30, ${afternoon}], sat: 10:00-13:30 } } }\n`,
    );
  test.each([
    [
      'en-GB',
      'We are open Monday to Friday from half past 9 to half past 1 and from 5 to half past 8, and on Saturdays from 10 to half past 1.',
    ],
    [
      'de-DE',
      'Wir haben montags bis freitags von halb 10 bis halb 2 und von 5 bis halb 9 geöffnet, samstags von 10 bis halb 2.',
    ],
    [
      'fr-FR',
      'Nous sommes ouverts du lundi au vendredi de neuf heures et demie à une heure et demie et de 17 heures à 20 heures 30, et le samedi de 10 heures à 13 heures 30.',
    ],
    [
      'es-ES',
      'Abrimos de lunes a viernes de nueve y media a una y media y de cinco a ocho y media, y los sábados de 10 a 1 y media.',
    ],
    [
      'it-IT',
      "Siamo aperti da lunedì a venerdì dalle 9 e mezza all'una e mezza e dalle 5 alle 8 e mezza, e il sabato dalle 10 all'una e mezza.",
    ],
    [
      'nl-NL',
      'Wij zijn open van maandag tot en met vrijdag van half 10 tot half 2 en van 5 tot half 9, en op zaterdag van 10 tot half 2.',
    ],
    [
      'pt-PT',
      'Estamos abertos de segunda a sexta das nove e meia à uma e meia e das 5 às 8 e meia, e aos sábados das 10 à uma e meia.',
    ],
  ])('in %s: %s', (tag, text) => {
    expect(['16:30-20:00', '17:00-20:30'].map((afternoon) => told(tag, text, afternoon))).toEqual([1, 0]);
  });
  test('are about something else where no other hours are kept', () => {
    expect(
      told(
        'en-GB',
        'Our kitchen is open from Monday to Friday from 12 to 2 and from 6 to 10.',
        '16:30-20:00',
      ),
    ).toBe(0);
  });
  test('are not judged by a text about one part of the day', () => {
    expect(
      told(
        'en-GB',
        'We are open Monday to Friday from half past 9 to half past 1. On Saturdays from 10 to half past 1.',
        '16:30-20:00',
      ),
    ).toBe(0);
  });
});

describe('answers that are read back', () => {
  const steps = (
    text: string,
  ) => `  a: { collect: { prompt: "A?", type: number, save: n }, on: { exhausted: sorry } }
  b: { collect: { prompt: "B?", type: time, save: t }, on: { exhausted: sorry } }
  c: { collect: { prompt: "C?", type: date, format: dmy, save: d }, on: { exhausted: sorry } }
  told: { say: "${text}", next: hangup }
`;
  const tell = (tag: string, text: string, ...[first, second, third]: string[]) => {
    const filled = text.replace('1', `\${vars.${first}}`).replace('2', `\${vars.${second}}`);
    const head = `languages: [${tag}]\nvars: { n: 0, t: '', d: '' }\n`;
    return count('said-twice', steps(filled.replace('3', `\${vars.${third}}`)), head);
  };
  test.each([
    ['en-US', 'A table for 1, on 2 at 3.'],
    ['de-DE', 'Ein Tisch für 1 am 2 um 3.'],
    ['fr-FR', 'Une table pour 1, le 2 à 3.'],
    ['es-ES', 'Una mesa para 1, el 2 a las 3.'],
    ['it-IT', 'Un tavolo per 1, il 2 alle 3.'],
    ['nl-NL', 'Een tafel voor 1 op 2 om 3.'],
    ['pt-PT', 'Uma mesa para 1, no dia 2 às 3.'],
  ])('%s: %s', (tag, text) => {
    expect(tell(tag, text, 'n', 'd', 't')).toBe(0);
    expect(tell(tag, text, 't', 'd', 'n')).toBe(1);
    expect(tell(tag, text, 'n', 't', 'd')).toBe(1);
  });
  test.each([
    ['en-US', 'We expect 1 guests on 2 at 3.', 1],
    ['en-US', 'At 1 it is full.', 0],
    ['de-DE', 'Die Preise sind um 1 Prozent gesunken, am 2 ab 3.', 0],
  ])('%s: %s, exchanged', (tag, text, times) => {
    expect(tell(tag, text, ...(times === 1 ? ['t', 'd', 'n'] : ['n', 'd', 't']))).toBe(times);
  });
});
