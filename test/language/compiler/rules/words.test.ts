/** Where the rules about words, wiring and privacy draw their lines. What they print is in ../cases/err. */
import { describe, expect, test } from 'vitest';
import { compileFlow } from '../../../../src/language/compiler/index.ts';
import type { DiagnosticCode } from '../../../../src/language/diagnostics/index.ts';

function count(code: DiagnosticCode, steps: string, head = ''): number {
  const text = `ringflow: 1\nname: case\non: { error: sorry }\n${head}steps:\n${steps}  sorry: { say: Sorry. }\n`;
  return compileFlow({ file: 'case.yaml', text }).diagnostics.filter((one) => one.code === code).length;
}

const say = (text: string) => `  a: { say: ${text}, next: hangup }\n`;

describe('a text', () => {
  test.each<[DiagnosticCode, string, number]>([
    ['unspeakable-text', 'Miller &amp; Sons.', 1],
    ['unspeakable-text', 'Miller & Sons.', 0],
    ['unspeakable-text', "'One.\\nTwo.'", 1],
    ['unspeakable-text', '"One.\\nTwo."', 0],
    ['unspeakable-text', 'Look at example.com.', 0],
    ['unspeakable-text', '"It is **very** important."', 1],
    ['unspeakable-text', 'Thank you 😀.', 1],
    ['unspeakable-text', '"Something failed: ${error.message}"', 1],
    ['unfinished-text', 'TODO the hours.', 1],
    ['unfinished-text', 'Our todo list is long.', 0],
    ['invisible-character', 'Press\u200b one.', 1],
    ['invisible-character', '"\u202e12345"', 1],
    ['invisible-character', '"\\u202e12345"', 0],
    ['invisible-character', 'פרס أهلا', 0],
    ['misread-value', '"You call from ${call.from}."', 1],
    ['misread-value', "[{ text: '${call.from}', as: telephone }]", 0],
    ['misread-value', 'Our ticket is 4711471.', 1],
    ['misread-value', 'Since 1871 we are here for you.', 0],
    ['inaudible-text', '[{ text: Hi., pause: 6s }, { text: Hi., pause: 6s }]', 1],
    ['inaudible-text', '[{ text: Hi., pause: 12s }]', 0],
    ['wrong-language', 'Wir haben heute leider geschlossen und sind morgen wieder für Sie da.', 1],
    ['wrong-language', 'Guten Tag.', 0],
    ['wrong-language', 'Visit our restaurant La Casa de las Flores in Main Street.', 0],
    ['promise-not-kept', 'I am connecting you.', 1],
    ['promise-not-kept', 'I cannot connect you.', 0],
  ])('gives %s for %s so often', (code, text, times) => {
    expect(count(code, say(text), 'languages: [en-US]\n')).toBe(times);
  });
});

describe('a number of digits in a question', () => {
  const collect = (prompt: string) =>
    `  a: { collect: { prompt: ${prompt}, digits: 8, save: v }, on: { exhausted: sorry } }\n`;
  test.each([
    ['Please enter nine digits.', 1],
    ['Please enter your 9-digit number.', 1],
    ['Please enter eight digits.', 0],
    ['Enter two digits for the day and two for the month and four for the year.', 0],
    ['Please enter the last four digits of it.', 0],
    ['Nine out of ten callers know it. Please enter your number.', 0],
  ])('of "%s" is told so often', (prompt, times) => {
    expect(count('misleading-question', collect(`"${prompt}"`), "vars: { v: '' }\n")).toBe(times);
  });
});

describe('a variable that callers fill', () => {
  const collect = (name: string) =>
    `  a: { collect: { prompt: Please., digits: 4, save: ${name} }, on: { exhausted: sorry } }\n`;
  test.each([
    ['pin', "''", 1],
    ['card_number', "''", 1],
    ['card', "''", 0],
    ['pin', '{ type: string, secret: true }', 0],
    ['pin_tries', '0', 0],
    ['opinion', "''", 0],
  ])('with the name %s and the value %s is told so often', (name, value, times) => {
    expect(count('secret-by-name', collect(name), `vars: { ${name}: ${value} }\n`)).toBe(times);
  });
});

describe('choices', () => {
  const menu = (first: string, second: string) =>
    `  a: { menu: { prompt: Press 1 or 2., choices: [{ key: 1, goto: ${first} }, { key: 2, goto: ${second} }] }, on: { exhausted: sorry } }\n${say('Hi.').replace('a:', 'b:')}`;
  test.each([
    ['b', 'b', 1],
    ['b', 'sorry', 0],
    ['b', 'repeat', 0],
  ])('to %s and %s are told so often', (first, second, times) => {
    expect(count('choices-alike', menu(first, second))).toBe(times);
  });
});

describe('time', () => {
  /** Each costs minutes where a rule goes back over the text for each of its parts. */
  test.each([
    '${',
    '${vars.x} ',
    'press 1 ',
    '1 ',
    '**',
    '\\\\n',
    'a ',
    '\u202e',
    'say a ',
    'hear a ',
    '5 digits. ',
  ])('ends with a prompt of 200,000 characters of "%s"', (unit) => {
    const prompt = JSON.stringify(unit.repeat(200_000 / unit.length));
    const menu = `  a: { menu: { prompt: ${prompt}, choices: [{ key: 1, goto: sorry }, { key: 2, goto: b }] }, on: { exhausted: sorry } }\n`;
    expect(count('dangling-target', `${menu}  b: { say: ${prompt}, next: nowhere }\n`)).toBe(1);
  });

  test('ends with hundreds of menus', () => {
    const menu = (n: number) =>
      `  s${n}: { menu: { prompt: 'For sales, press 1. For support, press 2.', choices: [{ key: 1, goto: c${n} }, { key: 2, goto: sorry }] }, on: { exhausted: sorry } }\n  c${n}: { say: I am connecting you to sales. Goodbye. }\n`;
    expect(count('key-leads-elsewhere', Array.from({ length: 500 }, (_, n) => menu(n)).join(''))).toBe(0);
  });

  test('what one key is for is not given to another', () => {
    const menu = (one: string, two: string) =>
      `  main: { menu: { prompt: 'For sales press 1, for repairs 2.', choices: [{ key: 1, goto: ${one} }, { key: 2, goto: ${two} }] }, on: { exhausted: sorry } }\n  sales: { connect: { to: '+493023125140' }, on: { unreached: sorry }, next: hangup }\n  repairs: { connect: { to: '+493023125141' }, on: { unreached: sorry }, next: hangup }\n`;
    expect(count('key-leads-elsewhere', menu('sales', 'repairs'))).toBe(0);
  });
});

describe('opening hours in a text', () => {
  const hours = (days: string) => `hours: { shop: { timezone: Europe/Berlin, open: { ${days} } } }\n`;
  const closed = (text: string) =>
    `  a: { hours: shop, on: { closed: b } }\n  desk: { connect: { to: '+493023125253' }, on: { unreached: sorry }, next: hangup }\n  b: { say: "${text}", next: hangup }\n`;
  const week = 'mon-fri: 09:00-18:00, sat: 10:00-14:00';
  test.each([
    ['en-US', week, 'We are open Monday to Friday, 9 a.m. to 6 p.m., and on Saturdays from ten to two.', 0],
    ['en-US', week, 'We are open Monday to Friday, 9 a.m. to 7 p.m., and on Saturdays from ten to two.', 1],
    ['en-US', week, 'We are open from 9 to 6, Monday through Friday.', 0],
    ['en-US', week, 'We are open from 9 to 6, Monday through Sunday.', 1],
    ['en-US', week, 'Our hours are Monday to Friday from 9 to 1 and from 2 to 6.', 0],
    ['en-US', week, 'The pool is open Monday to Friday from 7 to 9.', 0],
    ['en-US', 'mon-sat: 09:00-18:00', 'We are open Monday to Friday from 9 to 6.', 1],
    ['de-DE', week, 'Wir sind montags bis freitags von 9 bis 18 Uhr für Sie da.', 0],
    ['de-DE', week, 'Geöffnet ist von Montag bis Freitag von neun bis halb sieben.', 1],
    ['fr-FR', week, 'Nous sommes ouverts du lundi au vendredi de 9 heures à 18 heures.', 0],
    ['fr-FR', week, 'Nous sommes ouverts du lundi au vendredi de 9 heures à 17 heures 30.', 1],
    ['es-ES', week, 'Abrimos de lunes a viernes de 9 de la mañana a 6 de la tarde.', 0],
    ['es-ES', week, 'Abrimos de lunes a viernes de 9 de la mañana a 8 de la tarde.', 1],
    ['it-IT', week, 'Siamo aperti dal lunedì al venerdì dalle 9 alle 18.', 0],
    ['it-IT', week, 'Siamo aperti dal lunedì al venerdì dalle 9 alle 17 e 30.', 1],
    ['nl-NL', week, 'Wij zijn open van maandag tot vrijdag van 9 uur tot half zeven.', 1],
    ['pt-PT', week, 'Estamos abertos de segunda a sexta das 9 às 19 horas.', 1],
  ])('%s with %s and "%s" are told so often', (language, days, text, times) => {
    expect(count('hours-misstated', closed(text), `languages: ${language}\n${hours(days)}`)).toBe(times);
  });
});

describe('a promise', () => {
  const head = 'languages: [en-US]\n';
  const desk = "  b: { connect: { to: '+493023125253' }, on: { unreached: sorry }, next: hangup }\n";
  test.each([
    ['Please hold the line.', '', 1],
    ['Please hold the line.', desk, 0],
    ['Please leave a message after the tone.', '', 1],
    ['Please leave a message after the tone.', desk, 0],
    ['We will send you a text message.', '', 1],
    ['We cannot send you a text message.', '', 0],
    ['Thank you for waiting.', '', 1],
    ['Thank you for waiting.', desk, 1],
  ])('"%s" before %s is told so often', (text, next, times) => {
    expect(count('promise-not-kept', `  a: { say: ${text} }\n${next}`, head)).toBe(times);
  });
});

describe('a text of a flow that ends', () => {
  test.each([
    ['Would you like to book?', 1],
    ['Would you like to book? Then call the shop.', 0],
    ['Press 1 to book.', 1],
    ['Nobody answers. Please hang up and dial 1, 1, 2.', 0],
  ])('"%s" is told so often', (text, times) => {
    expect(count('question-without-answer', say(text), 'languages: [en-US]\n')).toBe(times);
  });
});

describe('a telephone number in a text', () => {
  const desk = "  b: { connect: { to: '+493023125253' }, on: { unreached: sorry }, next: hangup }\n";
  test.each([
    ['030 23125253', 0],
    ['030 23215253', 1],
    ['030 23195253', 1],
    ['030 23125250', 0],
    ['030 98765432', 0],
  ])('%s is told so often', (number, times) => {
    const steps = `  a: { say: [Our number is, { text: '${number}', as: telephone }] }\n${desk}`;
    expect(count('number-differs', steps)).toBe(times);
  });
});

describe('targets of two keys', () => {
  const menu = (first: string, second: string) =>
    `  a: { menu: { prompt: 'For sales, press 1. For repairs, press 2.', choices: [{ key: 1, goto: ${first} }, { key: 2, goto: ${second} }] }, on: { exhausted: sorry } }\n`;
  const desks = (first: string, second: string) =>
    [first, second]
      .map(
        (name) => `  ${name}: { connect: { to: '+493023125253' }, on: { unreached: sorry }, next: hangup }\n`,
      )
      .join('');
  test.each([
    ['sales', 'workshop', 0],
    ['workshop', 'sales', 1],
    ['mueller', 'schmidt', 0],
    ['sales', 'schmidt', 0],
  ])('that are %s and %s are told so often', (first, second, times) => {
    expect(
      count('key-leads-elsewhere', menu(first, second) + desks(first, second), 'languages: [en-US]\n'),
    ).toBe(times);
  });
});
