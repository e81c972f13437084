import { describe, expect, test } from 'vitest';
import { KeyText } from '../../../../src/language/compiler/rules/announced-keys.ts';

const keys = (text: string) => new KeyText(text).listAnnounced().map(({ key }) => key);

describe('a text tells to press', () => {
  test.each([
    ['For sales, press 1.', ['1']],
    ['Press one.', ['1']],
    ['Press 2 for digits.', ['2']],
    ['Press nought.', ['0']],
    ['Press star 2 times.', ['*']],
    ['Press the star key to hear this again.', ['*']],
    ['Press star or pound.', ['*', '#']],
    ['press "3" now', ['3']],
    ['Press 1, 2, or 3.', ['1', '2', '3']],
    ['Press 1 to 4.', ['1', '2', '3', '4']],
    ['Press 1 for sales, 2 for support, and 0 to speak to somebody.', ['1', '2', '0']],
    ['Please press the number 12.', ['12']],
    ['Für den Vertrieb drücken Sie die 1.', ['1']],
    ['Drücken Sie bitte die Eins für Hilfe oder die Zwei für Fragen.', ['1', '2']],
    ['Um zurückzukehren, die Rautetaste drücken.', ['#']],
    ['Wählen Sie die Sterntaste.', ['*']],
    ['Mit der Drei wählen.', ['3']],
    ['Pour le service client, tapez 2.', ['2']],
    ["Appuyez sur la touche étoile ou sur l'étoile.", ['*', '*']],
    ['Tapez un pour les ventes, deux pour les questions.', ['1', '2']],
    ['Para ventas, pulse 1; para soporte, marque el dos.', ['1', '2']],
    ['Presione la tecla almohadilla.', ['#']],
    ['Per assistenza prema il tasto tre o il cancelletto.', ['3', '#']],
    ['Druk op de 1 of toets een hekje.', ['1']],
    ['De 2 indrukken.', ['2']],
    ['Para vendas, pressione 1. Para falar connosco, tecle a tecla cardinal.', ['1', '#']],
  ])('%s', (text, told) => {
    expect(keys(text)).toEqual(told);
  });
});

describe('a text does not tell to press', () => {
  test.each([
    'We are open from 9 to 6.',
    'Press the button at 9:30.',
    'Enter your 4 digit PIN.',
    'Press one of the keys.',
    'One moment, please.',
    'Einen Moment bitte, es sind zwei Anrufer vor Ihnen.',
    'Tapez un numéro.',
    'Please press the four digits of your PIN.',
    'Press two keys.',
    'Bitte tippen Sie die fünf Ziffern Ihres Zählerstands ein.',
    'Drücken Sie 2 Ziffern.',
    'Wählen Sie die 4-stellige Nummer.',
    'Tapez les deux derniers chiffres.',
    'Marque dos cifras.',
    'Pulse dos teclas.',
    'Prema due tasti.',
    'Digiti le due ultime cifre.',
    'Digite dois algarismos.',
    'Toets de zeven cijfers van uw declaratie.',
    'Our press office has 3 rooms. For them, call 2.',
    '',
  ])('%s', (text) => {
    expect(keys(text)).toEqual([]);
  });

  test('what stands in another sentence than the word for it', () => {
    expect(keys('Press 1. Only 2 for you.')).toEqual(['1']);
  });
});

describe('a number whose digits are spelt is one key', () => {
  test.each([
    ['Wählen Sie 1, 1, 2.', ['112']],
    ['Bei Gefahr legen Sie auf, und wählen Sie eins, eins, zwei.', ['112']],
    ['For half past two, press 1, 4, 3, 0, and then the pound key.', ['1430']],
    ['Wybierz 1 1 2.', ['112']],
    ['Press 9, 1, 1 for an ambulance.', ['911']],
  ])('%s', (text, announced) => {
    expect(new KeyText(text).listAnnounced().map(({ key }) => key)).toEqual(announced);
  });

  test.each([
    ['Press 1, 2, 3.', ['1', '2', '3']],
    ['Press 3, 1, 2 or 4.', ['3', '1', '2', '4']],
    ['Drücken Sie 2, 1, oder 3.', ['2', '1', '3']],
    ['Press 2, 1.', ['2', '1']],
  ])('but not in "%s"', (text, announced) => {
    expect(new KeyText(text).listAnnounced().map(({ key }) => key)).toEqual(announced);
  });
});

test('the place of a key is told', () => {
  const text = 'Press 1, or the star key.';
  expect(new KeyText(text).listAnnounced().map(({ start, end }) => text.slice(start, end))).toEqual([
    '1',
    'star',
  ]);
});

describe('a key is named', () => {
  test.each([
    ['Sales: 1, support: 2.', '2'],
    ['Sales, one. Support, two.', '1'],
    ['Die Eins für den Vertrieb.', '1'],
    ['Zum Wiederholen die Sterntaste.', '*'],
    ['Or say yes, or *.', '*'],
    ['Dial 12.', '12'],
    ['Press 1 to 5.', '3'],
    ['Rate us from 1 for very bad to 5 for very good.', '4'],
    ['Press a key between 1 and 5.', '2'],
    ['Press one through five.', '3'],
    ['Press 1-5.', '3'],
    ['Von 1 für sehr schlecht bis 5 für sehr gut.', '2'],
    ['Eine Zahl zwischen eins und fünf.', '4'],
    ['De 1 à 5.', '3'],
    ['Entre 1 et 5.', '3'],
    ['Del 1 al 5.', '3'],
    ['Da 1 a 5.', '3'],
    ['Van 1 tot 5.', '3'],
    ['De 1 até 5.', '3'],
  ])('in "%s": %s', (text, key) => {
    expect(new KeyText(text).listMentioned().has(key)).toBe(true);
  });

  test.each([
    ['One moment.', '1'],
    ['Press 12.', '1'],
    ['At 1:30.', '1'],
    ['Un instant.', '1'],
    ['Someone will help.', '1'],
    ['Press 1 or 5.', '3'],
    ['Press 1 and 5.', '3'],
    ['Press 1. To 5 people this is new.', '3'],
    ['Press 5 to 1.', '3'],
    ['Dial 555-1-5-9.', '3'],
  ])('not in "%s": %s', (text, key) => {
    expect(new KeyText(text).listMentioned().has(key)).toBe(false);
  });
});
