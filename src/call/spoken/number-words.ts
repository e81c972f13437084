/**
 * Words for numbers, language by language: cardinals below a million, and ordinals for the days of a month; the digits come
 * from the language's row in spoken-words.ts. Words that are one number are read as that number only: what two people would
 * write differently is none.
 */
import { languageOf, spokenWords } from './spoken-words.ts';

/** Lists are separated by spaces, several words for one by |; _ is a space inside a word. T is a word for tens, U one for units. */
interface Row {
  /** 10 to 19. */
  teens: string;
  /** 20, 30 … 90. */
  tens: string;
  /** How tens and units are put together; S is T without its last letter. */
  joined: string;
  /** Words for one inside of others, beside the digit. */
  ones?: string;
  /** Tens that go on to 19, in French. */
  scores?: string;
  /** Numbers that are put together in no such way. */
  others?: Record<string, number>;
  /** 100, 200 … 900. Where they are put together: with U. */
  hundreds: string;
  /** What 100 is, where they are put together and it has a word that needs no one before it. */
  hundred?: string;
  /** What 1,000 is, and what stands behind the number of thousands. */
  thousand: { one: string; many: string };
  /** What may stand between hundreds and the rest. */
  and: string;
  /** 1st to 31st. */
  ordinals: string;
}

const rows: Record<string, Row> = {
  en: {
    teens: 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
    tens: 'twenty thirty forty|fourty fifty sixty seventy eighty ninety',
    joined: 'T_U',
    ones: 'a',
    hundreds: 'U_hundred',
    thousand: { one: 'a_thousand|one_thousand', many: 'thousand' },
    and: 'and',
    ordinals:
      'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty_first twenty_second twenty_third twenty_fourth twenty_fifth twenty_sixth twenty_seventh twenty_eighth twenty_ninth thirtieth thirty_first',
  },
  de: {
    teens: 'zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn',
    tens: 'zwanzig dreißig|dreissig vierzig fünfzig sechzig siebzig achtzig neunzig',
    joined: 'UundT',
    ones: 'ein',
    hundreds: 'Uhundert',
    hundred: 'hundert',
    thousand: { one: 'tausend|eintausend', many: 'tausend' },
    and: 'und',
    ordinals:
      'erste zweite dritte vierte fünfte sechste siebte|siebente achte neunte zehnte elfte zwölfte dreizehnte vierzehnte fünfzehnte sechzehnte siebzehnte achtzehnte neunzehnte zwanzigste einundzwanzigste zweiundzwanzigste dreiundzwanzigste vierundzwanzigste fünfundzwanzigste sechsundzwanzigste siebenundzwanzigste achtundzwanzigste neunundzwanzigste dreißigste|dreissigste einunddreißigste|einunddreissigste',
  },
  fr: {
    teens: 'dix onze douze treize quatorze quinze seize dix_sept dix_huit dix_neuf',
    tens: 'vingt trente quarante cinquante soixante septante quatre_vingts|quatre_vingt|huitante|octante nonante',
    joined: 'T_U|T_et_U',
    ones: 'une',
    scores: 'soixante quatre_vingt',
    hundreds: 'U_cents|U_cent',
    hundred: 'cent',
    thousand: { one: 'mille', many: 'mille' },
    and: '',
    ordinals: 'premier',
  },
  es: {
    teens: 'diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve',
    tens: 'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa',
    joined: 'T_y_U',
    ones: 'un|una',
    others: {
      veintiuno: 21,
      veintiún: 21,
      veintiuna: 21,
      veintidós: 22,
      veintitrés: 23,
      veinticuatro: 24,
      veinticinco: 25,
      veintiséis: 26,
      veintisiete: 27,
      veintiocho: 28,
      veintinueve: 29,
    },
    hundreds:
      'cien|ciento doscientos|doscientas trescientos|trescientas cuatrocientos|cuatrocientas quinientos|quinientas seiscientos|seiscientas setecientos|setecientas ochocientos|ochocientas novecientos|novecientas',
    thousand: { one: 'mil', many: 'mil' },
    and: '',
    ordinals: 'primero',
  },
  it: {
    teens: 'dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove',
    tens: 'venti trenta quaranta cinquanta sessanta settanta ottanta novanta',
    joined: 'TU|SU',
    others: {
      ventitré: 23,
      trentatré: 33,
      quarantatré: 43,
      cinquantatré: 53,
      sessantatré: 63,
      settantatré: 73,
      ottantatré: 83,
      novantatré: 93,
    },
    hundreds: 'Ucento',
    hundred: 'cento',
    thousand: { one: 'mille', many: 'mila' },
    and: '',
    ordinals: 'primo',
  },
  nl: {
    teens: 'tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien',
    tens: 'twintig dertig veertig vijftig zestig zeventig tachtig negentig',
    joined: 'UenT|UënT',
    ones: 'een',
    hundreds: 'Uhonderd',
    hundred: 'honderd',
    thousand: { one: 'duizend|eenduizend', many: 'duizend' },
    and: 'en',
    ordinals:
      'eerste tweede derde vierde vijfde zesde zevende achtste negende tiende elfde twaalfde dertiende veertiende vijftiende zestiende zeventiende achttiende negentiende twintigste eenentwintigste tweeëntwintigste drieëntwintigste vierentwintigste vijfentwintigste zesentwintigste zevenentwintigste achtentwintigste negenentwintigste dertigste eenendertigste',
  },
  pt: {
    teens:
      'dez onze doze treze catorze|quatorze quinze dezesseis|dezasseis dezessete|dezassete dezoito dezenove|dezanove',
    tens: 'vinte trinta quarenta cinquenta sessenta setenta oitenta noventa',
    joined: 'T_e_U',
    ones: 'uma',
    hundreds:
      'cem|cento duzentos|duzentas trezentos|trezentas quatrocentos|quatrocentas quinhentos|quinhentas seiscentos|seiscentas setecentos|setecentas oitocentos|oitocentas novecentos|novecentas',
    thousand: { one: 'mil', many: 'mil' },
    and: 'e',
    ordinals: 'primeiro',
  },
};

/** The numbers of a language, ready to be looked up. */
interface NumberWords {
  /** Below 100. */
  small: ReadonlyMap<string, number>;
  /** 100 to 900, and 1,100 to 1,900 where hundreds are put together. */
  hundreds: ReadonlyMap<string, number>;
  thousand: { one: ReadonlySet<string>; many: string };
  and: RegExp;
  ordinals: ReadonlyMap<string, number>;
}

type Entry = [words: string, value: number];

const ready = new Map<string, NumberWords>();

function numberWords(language: string): NumberWords | undefined {
  const name = languageOf(language);
  const row = rows[name];
  if (row === undefined) return undefined;
  const known = ready.get(name) ?? madeReady(row, unitsOf(name));
  ready.set(name, known);
  return known;
}

/** A number below a million, given as words with single spaces; undefined for anything else. */
export function cardinal(words: string, language: string): number | undefined {
  const known = numberWords(language);
  return known && (belowThousand(words, known) ?? inThousands(words, known));
}

/** A day of a month, given as an ordinal; undefined for anything else. */
export function ordinal(words: string, language: string): number | undefined {
  const { ordinals } = numberWords(language) ?? {};
  return ordinals?.get(words) ?? ordinals?.get(words.replace(/(?<=e)[mnrs]$/, ''));
}

function belowThousand(words: string, { small, hundreds, and }: NumberWords): number | undefined {
  const whole = small.get(words) ?? hundreds.get(words);
  if (whole !== undefined) return whole;
  for (const [hundred, value] of hundreds) {
    const rest = words.startsWith(hundred) ? small.get(words.slice(hundred.length).replace(and, '')) : 0;
    if (rest !== undefined && rest > 0) return value + rest;
  }
  return undefined;
}

function inThousands(words: string, known: NumberWords): number | undefined {
  const { thousand, and } = known;
  for (const one of thousand.one)
    if (words.startsWith(one)) {
      const rest = restOf(words.slice(one.length).replace(and, ''), known);
      if (rest !== undefined) return 1_000 + rest;
    }
  const at = words.indexOf(thousand.many);
  const count = at < 1 ? undefined : belowThousand(words.slice(0, at).trim(), known);
  const rest = restOf(words.slice(at + thousand.many.length).replace(and, ''), known);
  return count === undefined || count < 2 || count > 999 || rest === undefined
    ? undefined
    : count * 1_000 + rest;
}

/** What follows the thousands; nothing is zero. */
function restOf(words: string, known: NumberWords): number | undefined {
  const rest = words === '' ? 0 : belowThousand(words, known);
  return rest !== undefined && rest < 1_000 && (words === '' || rest > 0) ? rest : undefined;
}

/** 0 to 9, as they stand inside of other numbers and alone. */
function unitsOf(language: string): Entry[] {
  const { digits, inRuns } = spokenWords(language);
  return Array.from(digits)
    .filter(([word]) => !inRuns.has(word))
    .map(([word, digit]): Entry => [word, Number(digit)]);
}

function madeReady(row: Row, units: Entry[]): NumberWords {
  const teens = entries(row.teens, (index) => 10 + index);
  const tens = entries(row.tens, (index) => 20 + 10 * index);
  const inside = [...units, ...entries(row.ones ?? '', () => 1)].filter(([, value]) => value > 0);
  const scores = tens.filter(([word]) => words(row.scores ?? '').includes(word));
  const small = new Map<string, number>([
    ...units,
    ...teens,
    ...tens,
    ...put(row.joined, tens, inside),
    ...put(row.joined, scores, teens),
    ...Object.entries(row.others ?? {}),
  ]);
  return {
    small,
    hundreds: new Map(hundredsOf(row, inside, teens)),
    thousand: { one: new Set(words(row.thousand.one)), many: row.thousand.many },
    and: row.and === '' ? /^ / : new RegExp(`^ ?(?:${row.and} ?)?`),
    ordinals: new Map(entries(row.ordinals, (index) => index + 1)),
  };
}

function hundredsOf({ hundreds, hundred }: Row, inside: Entry[], teens: Entry[]): Entry[] {
  if (!hundreds.includes('U')) return entries(hundreds, (index) => 100 * (index + 1));
  const built = hundreds
    .split('|')
    .flatMap((form) =>
      [...inside, ...teens.slice(1)].map(([unit, value]): Entry => [
        spaced(form.replace('U', unit)),
        100 * value,
      ]),
    );
  return hundred === undefined ? built : [...built, [hundred, 100]];
}

function put(forms: string, tens: Entry[], units: Entry[]): Entry[] {
  return forms.split('|').flatMap((form) =>
    tens.flatMap(([ten, high]) =>
      units.map(([unit, low]): Entry => {
        const parts: Record<string, string> = { T: ten, S: ten.slice(0, -1), U: unit };
        return [spaced(form.replace(/[TSU]/g, (part) => parts[part] ?? '')), high + low];
      }),
    ),
  );
}

function entries(list: string, value: (index: number) => number): Entry[] {
  return list === ''
    ? []
    : list
        .split(' ')
        .flatMap((word, index) => word.split('|').map((one): Entry => [spaced(one), value(index)]));
}

function words(list: string): string[] {
  return list.split(/[ |]/).map(spaced);
}

function spaced(word: string): string {
  return word.replaceAll('_', ' ');
}
