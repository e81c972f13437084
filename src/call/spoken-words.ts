/** Words for digits, months and times of day, language by language. A new language is one more row. */

/** The words of a language, each list separated by spaces; several words for one are joined by |. */
interface Row {
  /** The digits from 0 to 9. */
  digits: string;
  /** What other words for numbers look like: of those only figures are read. */
  numbers: RegExp;
  /** January to December. */
  months: string;
  /** What stands behind an hour. */
  hour: string;
  /** What stands between the whole and the parts of a number. */
  point: string;
}

const rows: Record<string, Row> = {
  en: {
    digits: 'zero|oh one two three four five six seven eight nine',
    numbers: /^(ten|eleven|twelve|\w+teen|\w+ty|hundred|thousand|million|half|quarter|double|triple)$/,
    months: 'january|jan february|feb march april may june july august september october november december',
    hour: 'oclock',
    point: 'point',
  },
  de: {
    digits: 'null eins zwei|zwo drei vier fünf sechs sieben acht neun',
    numbers: /^(elf|zwölf|halb|viertel|.*(zehn|zig|ßig|hundert|tausend|million).*)$/,
    months:
      'januar|jänner februar|feber märz april mai juni|juno juli|julei august september oktober november dezember',
    hour: 'uhr',
    point: 'komma',
  },
  fr: {
    digits: 'zéro un deux trois quatre cinq six sept huit neuf',
    numbers: /^(dix|onze|douze|treize|quatorze|quinze|seize|vingts?|\w+ante|cents?|mille|demie?|quart)$/,
    months: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
    hour: 'heures|heure|h',
    point: 'virgule',
  },
  es: {
    digits: 'cero uno dos tres cuatro cinco seis siete ocho nueve',
    numbers:
      /^(diez|once|doce|trece|catorce|quince|dieci\w+|veint\w+|\w+[aei]nta|cien\w*|\w+cientos|mil|media|cuarto)$/,
    months: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
    hour: 'horas|hora',
    point: 'coma|punto',
  },
  it: {
    digits: 'zero uno due tre quattro cinque sei sette otto nove',
    numbers:
      /^(dieci|undici|dodici|tredici|\w+dici|diciassette|diciotto|diciannove|vent\w+|\w+[aei]nta\w*|cento\w*|mille|mezza|quarto)$/,
    months: 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
    hour: 'ore|ora',
    point: 'virgola',
  },
  nl: {
    digits: 'nul één twee drie vier vijf zes zeven acht negen',
    numbers: /^(tien|elf|twaalf|half|kwart|.*(tien|tig|honderd|duizend).*)$/,
    months: 'januari februari maart april mei juni juli augustus september oktober november december',
    hour: 'uur',
    point: 'komma',
  },
  pt: {
    digits: 'zero um dois|duas três quatro cinco seis|meia sete oito nove',
    numbers:
      /^(dez|onze|doze|treze|quatorze|catorze|quinze|deze\w+|dezoito|vinte|\w+[aei]nta|cem|cento|\w+centos|mil)$/,
    months: 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
    hour: 'horas|hora',
    point: 'vírgula|ponto',
  },
};

/** A language's words, ready to be looked up. */
export interface SpokenWords {
  /** Word → digit. */
  digits: ReadonlyMap<string, string>;
  numbers: RegExp;
  /** Word → 1 to 12. */
  months: ReadonlyMap<string, number>;
  hour: ReadonlySet<string>;
  point: ReadonlySet<string>;
}

const ready = new Map(
  Object.entries(rows).map(([language, { digits, numbers, months, hour, point }]): [string, SpokenWords] => [
    language,
    {
      digits: new Map(indexed(digits).map(([word, index]) => [word, String(index)])),
      numbers,
      months: new Map(indexed(months).map(([word, index]) => [word, index + 1])),
      hour: new Set(hour.split('|')),
      point: new Set(point.split('|')),
    },
  ]),
);

const none: SpokenWords = {
  digits: new Map(),
  numbers: /^$/,
  months: new Map(),
  hour: new Set(),
  point: new Set(),
};

/** The words of a language given as a tag; none for one that is not known, where only figures are read. */
export function spokenWords(language: string): SpokenWords {
  return ready.get(subtag(language)) ?? none;
}

/** The order in which people say and write the parts of a date in a language. */
export function dateOrder(language: string): string {
  if (YEAR_FIRST.has(subtag(language))) return 'ymd';
  return MONTH_FIRST.has(language) ? 'mdy' : 'dmy';
}

/** True where 1.5 is one and a half; elsewhere that is 1,5. */
export function hasDecimalPoint(language: string): boolean {
  return POINT.has(subtag(language)) || POINT.has(language);
}

const YEAR_FIRST = new Set(['zh', 'ja', 'ko', 'hu', 'lt', 'mn', 'sv']);
const MONTH_FIRST = new Set(['en', 'en-US', 'en-PH', 'es-US', 'es-PR']);
const POINT = new Set(['en', 'zh', 'ja', 'ko', 'th', 'he', 'hi', 'ms', 'es-MX', 'es-US', 'es-PR', 'de-CH']);

function subtag(language: string): string {
  return language.split('-', 1)[0] ?? '';
}

function indexed(list: string): [word: string, index: number][] {
  return list
    .split(' ')
    .flatMap((words, index) => words.split('|').map((word): [string, number] => [word, index]));
}
