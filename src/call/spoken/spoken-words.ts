/**
 * Words for digits, months and amounts, language by language. number-words.ts has the larger numbers and spoken-times.ts the
 * times of day: a new language is one row in each of the three. Names of currencies are the same list for all.
 */

/** The words of a language, each list separated by spaces; several words for one are joined by |. */
interface Row {
  /** The digits from 0 to 9. */
  digits: string;
  /** What other words for numbers look like: among digits there may be none of them. */
  numbers: RegExp;
  /** Digits only between others: alone these words are something else. */
  inRuns?: string;
  /** Parts of a whole, and amounts that are not told: they are not read. */
  parts: string;
  /** January to December. */
  months: string;
  /** What stands behind an hour. */
  hour: string;
  /** What stands between the whole and the parts of a number. */
  point: string;
  /** Before a number these words make another one of it, which nobody asks for. */
  minus: string;
  /** Words for one before a currency, and for its hundredth. */
  one: string;
  cents: string;
  /** What may stand between an amount and its hundredths. */
  and: string;
}

const rows: Record<string, Row> = {
  en: {
    digits: 'zero|oh one two three four five six seven eight nine',
    numbers: /^(ten|eleven|twelve|\w+teen|\w+ty|hundred|thousand|half|quarter|double|triple)$/,
    inRuns: 'oh',
    parts: 'half|halves|quarter|quarters|dozen|thirds',
    months: 'january|jan february|feb march april may june july august september october november december',
    hour: 'oclock',
    point: 'point',
    minus: 'minus|negative',
    one: 'a|one',
    cents: 'cent|cents|pence|p',
    and: 'and',
  },
  de: {
    digits: 'null eins zwei|zwo drei vier fünf sechs sieben acht neun',
    numbers: /^(elf|zwölf|halb|viertel|.*(zehn|zig|ßig|hundert|tausend|million).*)$/,
    parts: 'halb|halbe|halber|einhalb|eineinhalb|anderthalb|viertel|dreiviertel|dutzend|paar|mehrere',
    months:
      'januar|jänner februar|feber märz april mai juni|juno juli|julei august september oktober november dezember',
    hour: 'uhr',
    point: 'komma',
    minus: 'minus',
    one: 'ein|einen|einem',
    cents: 'cent|cents|rappen',
    and: 'und',
  },
  fr: {
    digits: 'zéro un deux trois quatre cinq six sept huit neuf',
    numbers: /^(dix|onze|douze|treize|quatorze|quinze|seize|vingts?|\w+ante|cents?|mille|demie?|quart)$/,
    parts: 'demi|demie|quart|quarts|douzaine|plusieurs',
    months: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
    hour: 'heures|heure|h',
    point: 'virgule',
    minus: 'moins',
    one: 'un|une',
    cents: 'centime|centimes',
    and: 'et',
  },
  es: {
    digits: 'cero uno dos tres cuatro cinco seis siete ocho nueve',
    numbers:
      /^(diez|once|doce|trece|catorce|quince|dieci\w+|veint\w+|\w+[aei]nta|cien\w*|\w+cientos|mil|media|cuarto)$/,
    parts: 'medio|media|cuarto|cuartos|docena',
    months: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
    hour: 'horas|hora',
    point: 'coma|punto',
    minus: 'menos',
    one: 'un|una',
    cents: 'centavo|centavos|céntimo|céntimos',
    and: 'y|con',
  },
  it: {
    digits: 'zero uno due tre quattro cinque sei sette otto nove',
    numbers:
      /^(dieci|undici|dodici|tredici|\w+dici|diciassette|diciotto|diciannove|vent\w+|\w+[aei]nta\w*|cento\w*|mille|mezza|quarto)$/,
    parts: 'mezzo|mezza|quarto|quarti|dozzina',
    months: 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
    hour: 'ore|ora',
    point: 'virgola',
    minus: 'meno',
    one: 'un',
    cents: 'centesimo|centesimi|cent',
    and: 'e',
  },
  nl: {
    digits: 'nul één twee drie vier vijf zes zeven acht negen',
    numbers: /^(tien|elf|twaalf|half|kwart|.*(tien|tig|honderd|duizend).*)$/,
    parts: 'half|halve|anderhalf|anderhalve|kwart|dozijn|paar',
    months: 'januari februari maart april mei juni juli augustus september oktober november december',
    hour: 'uur',
    point: 'komma',
    minus: 'min|minus',
    one: 'een|één',
    cents: 'cent|centen',
    and: 'en',
  },
  pt: {
    digits: 'zero um dois|duas três quatro cinco seis|meia sete oito nove',
    numbers:
      /^(dez|onze|doze|treze|quatorze|catorze|quinze|deze\w+|dezoito|vinte|\w+[aei]nta|cem|cento|\w+centos|mil)$/,
    inRuns: 'meia',
    parts: 'meio|meia|quarto|quartos|dúzia',
    months: 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
    hour: 'horas|hora',
    point: 'vírgula|ponto',
    minus: 'menos',
    one: 'um|uma',
    cents: 'centavo|centavos|cêntimo|cêntimos',
    and: 'e',
  },
};

/** Words from a thousand on that no row reads, in any language, each by its beginning. */
const LARGE =
  /^(?:milli(?:on|ón|ó|ard|árd)|mill[oó]n|mili(?:on|oan|ard)|miljo|miljard|milh[ãõ]|mily(?:on|ar)|(?:b|tr)il(?:li|l|i|j|h|y)(?:on|ón|oen|oan|ão|õe)|миллион|миллиард|мільйон|мільярд|tysi|tisíc|tusen|tusind|tuha[tn]|ezer|тысяч|тисяч|[千천万萬만億亿억])/u;

/** The same as they are shortened behind figures; among digits they may be letters. */
const SHORTENED = /^(?:k|mio|mrd|mln|mld|bn|grand|thou|tsd|tys|tis)$/;

/** Words of an answer that are looked at. */
export const MOST_WORDS = 100;

/** A language's words, ready to be looked up. */
export interface SpokenWords {
  /** Word → digit. */
  digits: ReadonlyMap<string, string>;
  numbers: RegExp;
  inRuns: ReadonlySet<string>;
  parts: ReadonlySet<string>;
  /** Word → 1 to 12. */
  months: ReadonlyMap<string, number>;
  hour: ReadonlySet<string>;
  point: ReadonlySet<string>;
  minus: ReadonlySet<string>;
  money: MoneyWords;
}

/** What stands around amounts of money. */
export interface MoneyWords {
  /** Names of their hundredths. */
  cents: ReadonlySet<string>;
  /** What counts one of them. */
  articles: ReadonlySet<string>;
  /** What joins the two. */
  and: ReadonlySet<string>;
}

const ready = new Map(
  Object.entries(rows).map(([language, row]): [string, SpokenWords] => [language, readyRow(row)]),
);

function readyRow(row: Row): SpokenWords {
  const { digits, numbers, inRuns = '', parts, months, hour, point, minus, one, cents, and } = row;
  return {
    digits: new Map(indexed(digits).map(([word, index]) => [word, String(index)])),
    numbers,
    inRuns: setOf(inRuns),
    parts: setOf(parts),
    months: new Map(indexed(months).map(([word, index]) => [word, index + 1])),
    hour: setOf(hour),
    point: setOf(point),
    minus: setOf(minus),
    money: { cents: setOf(cents), articles: setOf(one), and: setOf(and) },
  };
}

const none: SpokenWords = {
  digits: new Map(),
  numbers: /(?!)/,
  inRuns: new Set(),
  parts: new Set(),
  months: new Map(),
  hour: new Set(),
  point: new Set(),
  minus: new Set(['minus']),
  money: { cents: new Set(), articles: new Set(), and: new Set() },
};

/** The words of a language given as a tag; none for one that is not known, where only figures are read. */
export function spokenWords(language: string): SpokenWords {
  return ready.get(languageOf(language)) ?? none;
}

/** True for a word of a number, which digits alone do not have. */
export function isOfNumber(word: string, language: string): boolean {
  return spokenWords(language).numbers.test(word) || LARGE.test(word);
}

/** True for a word that makes it unclear which number is meant: one of a number that was not read, or of parts. */
export function isUnclear(word: string, language: string): boolean {
  return isOfNumber(word, language) || SHORTENED.test(word) || spokenWords(language).parts.has(word);
}

/** Currencies that callers name in any of the languages. */
export const currencies: ReadonlySet<string> = setOf(
  'euro|euros|dollar|dollars|buck|bucks|dólar|dólares|dollari|pound|pounds|pfund|libra|libras|sterline|franc|francs|franken|franco|francos|peso|pesos|real|reais|reales|rand',
);

/** The order in which people say and write the parts of a date in a language. */
export function dateOrder(language: string): string {
  if (YEAR_FIRST.has(languageOf(language))) return 'ymd';
  return MONTH_FIRST.has(language) ? 'mdy' : 'dmy';
}

/** True where 1.5 is one and a half; elsewhere that is 1,5. */
export function hasDecimalPoint(language: string): boolean {
  return POINT.has(languageOf(language)) || POINT.has(language);
}

const YEAR_FIRST = new Set(['zh', 'ja', 'ko', 'hu', 'lt', 'mn', 'sv']);
const MONTH_FIRST = new Set(['en', 'en-US', 'en-PH', 'es-US', 'es-PR']);
const POINT = new Set(['en', 'zh', 'ja', 'ko', 'th', 'he', 'hi', 'ms', 'es-MX', 'es-US', 'es-PR', 'de-CH']);

/** The language of a tag, without its country: en of en-US. */
export function languageOf(language: string): string {
  return language.split('-', 1)[0] ?? '';
}

function setOf(list: string): ReadonlySet<string> {
  return new Set(list === '' ? [] : list.split('|'));
}

function indexed(list: string): [word: string, index: number][] {
  return list
    .split(' ')
    .flatMap((words, index) => words.split('|').map((word): [string, number] => [word, index]));
}
