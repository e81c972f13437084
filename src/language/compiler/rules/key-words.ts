/** How keys of the telephone are named in speech, language by language. A new language is one more row. */

/** The words of a language, each list separated by spaces. */
interface Row {
  /** What tells somebody to press. */
  press: string;
  /** The same where it stands behind the key: "die Eins drücken". */
  pressed?: string;
  /** What may stand between that and the key. */
  between: string;
  /** What joins keys, and what joins the first of a row of keys to the last one. */
  and: string;
  to: string;
  /** What stands before the first of two keys that are joined like others: "between 1 and 5". */
  within: string;
  /** What begins the purpose of a key: "2 for support". */
  purpose: string;
  /** The digits from 0 to 9; several words for one are joined by |. */
  digits: string;
  star: string;
  pound: string;
}

const rows: Row[] = [
  {
    press: 'press pressing push hit',
    between: 'the key number digit button on either',
    and: 'and or',
    to: 'to through thru',
    within: 'between',
    purpose: 'for to if when',
    digits: 'zero|oh one two three four five six seven eight nine',
    star: 'star asterisk',
    pound: 'pound hash hashtag',
  },
  {
    press: 'drücken drücke drück wählen wähle tippen tippe betätigen',
    pressed: 'drücken wählen tippen betätigen',
    between: 'sie bitte du einfach nun jetzt dann die auf taste ziffer nummer',
    and: 'und oder',
    to: 'bis',
    within: 'zwischen',
    purpose: 'für um wenn zum zur',
    digits: 'null eins zwei|zwo drei vier fünf sechs sieben acht neun',
    star: 'stern sterntaste sternchen',
    pound: 'raute rautetaste rautentaste doppelkreuz',
  },
  {
    press: 'appuyez appuyer tapez taper composez faites pressez sélectionnez',
    between: 'sur la le l touche chiffre numéro',
    and: 'et ou',
    to: 'à',
    within: 'entre',
    purpose: 'pour si',
    digits: 'zéro un deux trois quatre cinq six sept huit neuf',
    star: 'étoile astérisque',
    pound: 'dièse',
  },
  {
    press: 'pulse pulsa pulsar marque marca marcar presione presiona oprima oprime teclee digite',
    between: 'el la tecla número en',
    and: 'y e o u',
    to: 'a al',
    within: 'entre',
    purpose: 'para si',
    digits: 'cero uno dos tres cuatro cinco seis siete ocho nueve',
    star: 'asterisco estrella',
    pound: 'almohadilla numeral gato cuadradillo',
  },
  {
    press: 'premere premi prema premete digitare digiti digita selezionare selezioni schiacci',
    between: 'il lo la tasto numero pulsante su sul',
    and: 'e o oppure',
    to: 'a al',
    within: 'tra fra',
    purpose: 'per se',
    digits: 'zero uno due tre quattro cinque sei sette otto nove',
    star: 'asterisco stella',
    pound: 'cancelletto',
  },
  {
    press: 'druk drukt toets toetst kies kiest',
    pressed: 'indrukken drukken toetsen kiezen',
    between: 'op de het toets cijfer nu dan u',
    and: 'en of',
    to: 'tot',
    within: 'tussen',
    purpose: 'voor om als',
    digits: 'nul een|één twee drie vier vijf zes zeven acht negen',
    star: 'ster sterretje',
    pound: 'hekje',
  },
  {
    press: 'pressione pressiona prima carregue tecle digite marque aperte disque',
    between: 'o a na no em tecla número opção',
    and: 'e ou',
    to: 'a até',
    within: 'entre',
    purpose: 'para se',
    digits: 'zero um dois|duas três|tres quatro cinco seis sete oito nove',
    star: 'asterisco estrela',
    pound: 'cardinal sustenido quadrado cerquilha',
  },
];

/** A language's words, ready to be looked up. */
export interface KeyWords {
  press: ReadonlySet<string>;
  pressed: ReadonlySet<string>;
  between: ReadonlySet<string>;
  and: ReadonlySet<string>;
  to: ReadonlySet<string>;
  within: ReadonlySet<string>;
  purpose: ReadonlySet<string>;
  /** Word → key. */
  keys: ReadonlyMap<string, string>;
}

/** All languages that are known. */
export const keyWords: readonly KeyWords[] = rows.map((row) => ({
  press: words(row.press),
  pressed: words(row.pressed ?? ''),
  between: words(row.between),
  and: words(row.and),
  to: words(row.to),
  within: words(row.within),
  purpose: words(row.purpose),
  keys: new Map([
    ...row.digits
      .split(' ')
      .flatMap((names, digit) => names.split('|').map((name) => [name, String(digit)] as const)),
    ...row.star.split(' ').map((name) => [name, '*'] as const),
    ...row.pound.split(' ').map((name) => [name, '#'] as const),
  ]),
}));

/** Words that are an article more often than the key 1. */
export const articles = words('one un um uno een één');

function words(list: string): Set<string> {
  return new Set(list.split(' ').filter(Boolean));
}
