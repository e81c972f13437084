import { describe, expect, test } from 'vitest';
import { parseCardinal } from '../../src/call/spoken/number-words.ts';
import { readSpokenValue } from '../../src/call/spoken/reading.ts';
import type { Reading } from '../../src/language/model/index.ts';

const NONE = undefined;

function said(reading: Reading, language: string, cases: [text: string, value: string | undefined][]): void {
  test.each(cases)(`${language} "%s": %s`, (text, value) => {
    expect(readSpokenValue(reading, text, { language, ownNumber: '+4930222333' })).toBe(value);
  });
}

describe('every number below a hundred', () => {
  const written: Record<string, (n: number) => string> = {
    en: (n) =>
      inTens(
        n,
        'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
        'twenty thirty forty fifty sixty seventy eighty ninety',
        (ten, unit) => `${ten} ${unit}`,
      ),
    de: (n) =>
      inTens(
        n,
        'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn',
        'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig',
        (ten, unit) => `${unit.replace('eins', 'ein')}und${ten}`,
      ),
    es: (n) =>
      inTens(
        n,
        'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve',
        'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa',
        (ten, unit) =>
          ten === 'veinte'
            ? `veinti${unit.replace('dos', 'dós').replace('tres', 'trés').replace('seis', 'séis')}`
            : `${ten} y ${unit}`,
      ),
    it: (n) =>
      inTens(
        n,
        'zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove',
        'venti trenta quaranta cinquanta sessanta settanta ottanta novanta',
        (ten, unit) => (/^[uo]/.test(unit) ? ten.slice(0, -1) : ten) + unit.replace('tre', 'tré'),
      ),
    nl: (n) =>
      inTens(
        n,
        'nul één twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien',
        'twintig dertig veertig vijftig zestig zeventig tachtig negentig',
        (ten, unit) =>
          `${unit.replace('één', 'een')}${unit.endsWith('e') && unit !== 'één' ? 'ën' : 'en'}${ten}`,
      ),
    pt: (n) =>
      inTens(
        n,
        'zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete dezoito dezenove',
        'vinte trinta quarenta cinquenta sessenta setenta oitenta noventa',
        (ten, unit) => `${ten} e ${unit}`,
      ),
    fr: inFrench,
  };
  test.each(Object.keys(written))('%s', (language) => {
    const numbers = Array.from({ length: 100 }, (_, n) => n);
    const words = numbers.map((n) => written[language]?.(n) ?? '');
    expect(new Set(words).size).toBe(100);
    expect(words.map((text) => parseCardinal(text, language))).toEqual(numbers);
  });
});

function inTens(n: number, small: string, tens: string, join: (ten: string, unit: string) => string): string {
  const units = small.split(' ');
  if (n < 20) return units[n] ?? '';
  const ten = tens.split(' ')[Math.floor(n / 10) - 2] ?? '';
  return n % 10 === 0 ? ten : join(ten, units[n % 10] ?? '');
}

function inFrench(n: number): string {
  const small =
    'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf'
      .split(' ')
      .map((word) => word.replace('-', ' '));
  if (n < 20) return small[n] ?? '';
  const base = n < 60 ? n - (n % 10) : n < 80 ? 60 : 80;
  const ten =
    { 20: 'vingt', 30: 'trente', 40: 'quarante', 50: 'cinquante', 60: 'soixante', 80: 'quatre vingt' }[
      base
    ] ?? '';
  if (n === base) return n === 80 ? 'quatre vingts' : ten;
  const rest = n - base;
  return `${ten}${(rest === 1 || rest === 11) && base < 80 ? ' et ' : ' '}${small[rest] ?? ''}`;
}

describe('a number', () => {
  const whole: Reading = { type: 'number' };
  said(whole, 'en-US', [
    ['ten', '10'],
    ['Ten.', '10'],
    ['I would say ten', '10'],
    ['twenty-five', '25'],
    ['oh, about twenty', '20'],
    ['oh five', '5'],
    ['two five', '25'],
    ['a hundred', '100'],
    ['one hundred and five', '105'],
    ['two thousand twenty seven', '2027'],
    ['nineteen hundred', '1900'],
    ['twelve thousand three hundred and forty five', '12345'],
    ['ten or eleven', NONE],
    ['twenty 5', NONE],
    ['nineteen 84', NONE],
    ['one twenty', NONE],
    ['twenty ten', NONE],
    ['several hundred', NONE],
    ['2 million', NONE],
    ['two billion', NONE],
    ['three trillion', NONE],
    ['two and a half', NONE],
    ['ten point five', NONE],
    ['the third', NONE],
    ['minus five', NONE],
    ['-5', NONE],
    ['it is −5 outside', NONE],
    ['room B-12', '12'],
    ['20k', NONE],
    ['none', NONE],
  ]);
  said(whole, 'de-DE', [
    ['zehn', '10'],
    ['zwölf', '12'],
    ['zweiundzwanzig', '22'],
    ['dreißig', '30'],
    ['hundertfünf', '105'],
    ['zweihundertfünfzig', '250'],
    ['zweitausendsiebenundzwanzig', '2027'],
    ['neunzehnhundertvierundachtzig', '1984'],
    ['zehn oder elf', NONE],
    ['zweieinhalb', NONE],
    ['anderthalb', NONE],
    ['ein paar hundert', NONE],
    ['der dritte', NONE],
    ['eine Million', NONE],
    ['zwei Milliarden', NONE],
    ['2 Mio.', NONE],
    ['minus fünf', NONE],
  ]);
  said(whole, 'fr-FR', [
    ['dix', '10'],
    ['quatre-vingt-dix', '90'],
    ['quatre-vingt-dix-sept', '97'],
    ['soixante et onze', '71'],
    ['septante-deux', '72'],
    ['vingt et un', '21'],
    ['deux cent cinq', '205'],
    ['deux mille vingt-sept', '2027'],
    ['dix et demi', NONE],
    ['un ou deux', NONE],
    ['deux millions', NONE],
    ['2 milliards', NONE],
    ['cent', '100'],
    ['moins cinq', NONE],
  ]);
  said(whole, 'es-ES', [
    ['diez', '10'],
    ['treinta y dos', '32'],
    ['ciento cinco', '105'],
    ['mil novecientos ochenta y cuatro', '1984'],
    ['dos y medio', NONE],
    ['dos millones', NONE],
    ['un millón', NONE],
    ['menos cinco', NONE],
  ]);
  said(whole, 'it-IT', [
    ['dieci', '10'],
    ['ventotto', '28'],
    ['duecento', '200'],
    ['duemilaventisette', '2027'],
    ['due milioni', NONE],
    ['due miliardi', NONE],
    ['cento', '100'],
    ['meno cinque', NONE],
  ]);
  said(whole, 'nl-NL', [
    ['tien', '10'],
    ['tweeëntwintig', '22'],
    ['honderdvijf', '105'],
    ['tweeduizend zevenentwintig', '2027'],
    ['anderhalf', NONE],
    ['twee miljoen', NONE],
    ['honderd', '100'],
    ['min vijf', NONE],
  ]);
  said(whole, 'pt-BR', [
    ['dez', '10'],
    ['vinte e um', '21'],
    ['cento e cinco', '105'],
    ['dois mil e vinte e sete', '2027'],
    ['duas e meia', NONE],
    ['dois milhões', NONE],
    ['dois mil milhões', NONE],
    ['menos cinco', NONE],
  ]);
  said(whole, 'sv-SE', [
    ['tio', NONE],
    ['10', '10'],
    ['2 miljoner', NONE],
    ['minus 5', NONE],
  ]);
  said(whole, 'pl-PL', [
    ['2 miliony', NONE],
    ['5 tysięcy', NONE],
  ]);
  said(whole, 'ja-JP', [
    ['2万円', NONE],
    ['200円', '200'],
  ]);
});

describe('a number with a point', () => {
  const reading: Reading = { type: 'number', decimal: true };
  said(reading, 'en-US', [
    ['twelve point five', '12.5'],
    ['twelve point oh five', '12.05'],
    ['point five', NONE],
    ['3 or 4', NONE],
  ]);
  said(reading, 'de-DE', [['zwölf Komma fünfundzwanzig', '12.25']]);
  said(reading, 'fr-FR', [['douze virgule cinq', '12.5']]);
});

describe('an amount', () => {
  const money: Reading = { type: 'currency' };
  said(money, 'en-US', [
    ['twenty dollars', '20.00'],
    ['twelve euros fifty', '12.50'],
    ['twelve dollars and fifty cents', '12.50'],
    ['12 dollars and fifty cents', '12.50'],
    ['a dollar fifty', '1.50'],
    ['-$5', NONE],
    ['$2k', NONE],
    ['fifty cents', '0.50'],
    ['50 cents', '0.50'],
    ['$20', '20.00'],
    ['twelve point five dollars', '12.50'],
    ['twelve fifty', NONE],
    ['dollar fifty', NONE],
    ['a buck fifty', '1.50'],
    ['20 or 30 dollars', NONE],
    ['ten or twenty', NONE],
    ['twenty dollars or thirty', NONE],
  ]);
  said(money, 'de-DE', [
    ['zwölf Euro fünfzig', '12.50'],
    ['ein Euro fünfzig', '1.50'],
    ['12 € 50', '12.50'],
    ['zwölf fünfzig', NONE],
  ]);
  said(money, 'fr-FR', [
    ['vingt euros', '20.00'],
    ['douze euros et cinquante centimes', '12.50'],
    ['2 millions d’euros', NONE],
  ]);
  said(money, 'pl-PL', [
    ['12', '12.00'],
    ['12 euro', '12.00'],
    ['12 €', '12.00'],
    ['€12', '12.00'],
    ['150', '150.00'],
    ['12 euro 50', '12.50'],
    ['2 miliony euro', NONE],
  ]);
});

describe('a date', () => {
  const date: Reading = { type: 'date' };
  said(date, 'en-US', [
    ['March third 2027', '2027-03-03'],
    ['the third of march 2027', '2027-03-03'],
    ['March twenty-third, twenty twenty-seven', '2027-03-23'],
    ['March three two thousand twenty seven', '2027-03-03'],
    ['May first nineteen eighty four', '1984-05-01'],
    ['may first twenty oh seven', '2007-05-01'],
    ['December 24 or 25 2026', NONE],
    ['March twenty twenty seven', NONE],
    ['March twenty twenty twenty-seven', '2027-03-20'],
    ['March nineteen twenty twenty', '2020-03-19'],
    ['March nineteen nineteen eighty four', '1984-03-19'],
    ['twenty twenty-seven March third', '2027-03-03'],
    ['March twenty twenty', NONE],
    ['March twenty twenty twenty twenty', NONE],
    ['March third', NONE],
    ['February thirtieth 2027', NONE],
    ['March or April third 2027', NONE],
  ]);
  said(date, 'de-DE', [
    ['am dritten März 2027', '2027-03-03'],
    ['dritter dritter zweitausendsiebenundzwanzig', '2027-03-03'],
    ['der vierundzwanzigste Dezember zweitausendsechsundzwanzig', '2026-12-24'],
    ['einunddreißigster zwölfter 2026', '2026-12-31'],
    ['dritter März', NONE],
  ]);
  said(date, 'fr-FR', [
    ['le premier mars 2027', '2027-03-01'],
    ['le vingt-quatre décembre deux mille vingt-six', '2026-12-24'],
  ]);
  said(date, 'es-ES', [['el tres de marzo de dos mil veintisiete', '2027-03-03']]);
  said(date, 'it-IT', [['il primo marzo duemilaventisette', '2027-03-01']]);
  said(date, 'nl-NL', [['drie maart tweeduizend zevenentwintig', '2027-03-03']]);
  said(date, 'pt-PT', [['três de março de dois mil e vinte e sete', '2027-03-03']]);
});

describe('a time', () => {
  const time: Reading = { type: 'time' };
  said(time, 'en-US', [
    ['half past eight', '08:30'],
    ['eight thirty', '08:30'],
    ['at eight thirty pm', '20:30'],
    ['eight oh five', '08:05'],
    ["ten o'clock", '10:00'],
    ['noon', '12:00'],
    ['12 noon', '12:00'],
    ['midnight', '00:00'],
    ['a quarter to nine', '08:45'],
    ['quarter to one', '12:45'],
    ['quarter to midnight', '23:45'],
    ['quarter past two p.m.', '14:15'],
    ['twenty to nine', '08:40'],
    ['five past eight', '08:05'],
    ['eight in the evening', '20:00'],
    ['2:30 in the afternoon', '14:30'],
    ['ten at night', '22:00'],
    ['two at night', '02:00'],
    ['fourteen thirty', '14:30'],
    ['ten', NONE],
    ['half eight', NONE],
    ['I am free at half past eight in the evening', '20:30'],
    ['I am free at 8:30', '08:30'],
    ['when am I free, at eight thirty', '08:30'],
    ['5 am I think', '05:00'],
    ['in the afternoon at three thirty', '15:30'],
    ['8 pm tonight', '20:00'],
    ['9 am in the morning', '09:00'],
    ['12:30 am in the morning', '00:30'],
    ['half past twelve at night', '00:30'],
    ['midnight tonight', '00:00'],
    ['eight pm in the morning', NONE],
    ['in the morning or in the evening at eight', NONE],
    ['nine pm or am', NONE],
    ['eight to ten', NONE],
    ['between eight and ten', NONE],
    ['8:30 or 9:30', NONE],
    ['noon or midnight', NONE],
    ['nine am or pm', NONE],
    ['14 in the morning', NONE],
    ['twelve in the morning', NONE],
    ['twenty five', NONE],
  ]);
  said(time, 'de-DE', [
    ['halb neun', '08:30'],
    ['um halb eins', '12:30'],
    ['acht Uhr dreißig', '08:30'],
    ['acht Uhr fünf', '08:05'],
    ['ein Uhr', '01:00'],
    ['acht Uhr abends', '20:00'],
    ['20 Uhr abends', '20:00'],
    ['Viertel nach acht', '08:15'],
    ['viertel vor acht', '07:45'],
    ['fünf vor halb neun', '08:25'],
    ['zehn nach acht', '08:10'],
    ['Mitternacht', '00:00'],
    ['viertel neun', NONE],
    ['acht Uhr am Abend', '20:00'],
    ['drei Uhr am Nachmittag', '15:00'],
    ['am Abend um acht', '20:00'],
    ['acht Uhr am Morgen', '08:00'],
    ['nachmittags um drei Uhr', '15:00'],
    ['15 Uhr am Montag', '15:00'],
    ['am Montag um acht Uhr', '08:00'],
    ['acht', NONE],
    ['zwölf', NONE],
  ]);
  said(time, 'fr-FR', [
    ['huit heures et demie', '08:30'],
    ['huit heures trente', '08:30'],
    ['neuf heures moins le quart', '08:45'],
    ['une heure', '01:00'],
    ['midi', '12:00'],
    ['midi et demi', '12:30'],
    ["deux heures de l'après-midi", '14:00'],
  ]);
  said(time, 'es-ES', [
    ['las ocho y media', '08:30'],
    ['las ocho y veinte', '08:20'],
    ['a la una y cuarto', '01:15'],
    ['las nueve menos cuarto', '08:45'],
    ['las ocho y media de la tarde', '20:30'],
    ['mediodía', '12:00'],
  ]);
  said(time, 'it-IT', [
    ['le otto e mezza', '08:30'],
    ['le otto e venti', '08:20'],
    ['le nove meno un quarto', '08:45'],
    ["all'una e mezza", '01:30'],
    ["ci vediamo all'una e mezza di notte", '01:30'],
    ["dall'una di notte", NONE],
    ['mezzogiorno', '12:00'],
  ]);
  said(time, 'nl-NL', [
    ['half negen', '08:30'],
    ['kwart over acht', '08:15'],
    ['acht uur dertig', '08:30'],
    ["acht uur 's avonds", '20:00'],
  ]);
  said(time, 'pt-BR', [
    ['oito e meia', '08:30'],
    ['oito e vinte', '08:20'],
    ['vinte horas', '20:00'],
    ['meio-dia e meia', '12:30'],
    ['oito da noite', '20:00'],
    ['à uma e meia', '01:30'],
    ['é à uma e meia da tarde', '13:30'],
    ['à uma hora', '01:00'],
    ['doze e meia da noite', '00:30'],
  ]);
  said(time, 'sv-SE', [
    ['14:30', '14:30'],
    ['2:30 pm', '14:30'],
    ['2:30 am eller pm', NONE],
  ]);
});

describe('digits are said one by one', () => {
  said({ type: 'digits' }, 'en-US', [
    ['four two', '42'],
    ['forty two', NONE],
    ['two billion', NONE],
  ]);
  said({ type: 'digits' }, 'en-GB', [['K 1 A 0 B 1', '101']]);
  said({ type: 'digits' }, 'fr-FR', [['deux millions', NONE]]);
  said({ type: 'digits' }, 'pt-PT', [['dois meia', '26']]);
});

describe('what may mean another value is none', () => {
  const currency: Reading = { type: 'currency' };
  said({ type: 'time' }, 'de-DE', [
    ['heute Abend um acht Uhr', NONE],
    ['zwei Uhr mittags', NONE],
    ['vor acht Uhr', NONE],
  ]);
  said({ type: 'time' }, 'fr-FR', [
    ['ce soir à huit heures', NONE],
    ['dans deux heures', NONE],
  ]);
  said({ type: 'time' }, 'nl-NL', [
    ['vanavond om acht uur', NONE],
    ['kwart over acht', '08:15'],
  ]);
  said({ type: 'time' }, 'en-US', [
    ['8:30 this evening', NONE],
    ['7:30 p m', '19:30'],
    ['an hour before noon', NONE],
  ]);
  said({ type: 'time' }, 'sv-SE', [['8:30 på kvällen', NONE]]);
  said(currency, 'en-US', [
    ['$20-$30', NONE],
    ['twenty dollars and thirty dollars', NONE],
    ['twenty dollars and thirty cents', '20.30'],
    ['$.50', NONE],
    ['99¢', '0.99'],
    ['5 grand', NONE],
  ]);
  said({ type: 'phone' }, 'de-DE', [
    ['meine Nummer ist +43 1 58800', NONE],
    ['+43 1 58800', '+43158800'],
  ]);
  said({ type: 'phone' }, 'pt-BR', [['mais 49 30 901820', NONE]]);
  said({ type: 'digits' }, 'nl-NL', [
    ['nul een twee', NONE],
    ['dubbel vijf', NONE],
  ]);
  said({ type: 'digits' }, 'en-US', [
    ['four O four', NONE],
    ['seven twice', NONE],
  ]);
});
