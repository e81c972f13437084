import { phrase, type KeyNames, type TalkWords } from './speech-language.ts';

/** Facts about languages whose words are not read: enough to notice that something was not understood. */
export const otherLanguages = {
  /** Languages that write the year first. */
  yearFirst: ['zh', 'ja', 'ko', 'hu', 'lt', 'mn', 'sv'],
  /** Languages in which 1.5 is one and a half. */
  decimalPoint: ['zh', 'ja', 'ko', 'th', 'he', 'hi', 'ms'],
  /** Number words from a thousand on, each by its beginning, in any language. */
  largeNumbers:
    /^(?:milli(?:on|ón|ó|ard|árd)|mill[oó]n|mili(?:on|oan|ard)|miljo|miljard|milh[ãõ]|mily(?:on|ar)|(?:b|tr)il(?:li|l|i|j|h|y)(?:on|ón|oen|oan|ão|õe)|миллион|миллиард|мільйон|мільярд|tysi|tisíc|tusen|tusind|tuha[tn]|ezer|тысяч|тисяч|[千천万萬만億亿억])/u,
  /** Abbreviations of these after figures; among digits they may be letters. */
  shortenedNumbers: /^(?:k|mio|mrd|mln|mld|bn|grand|thou|tsd|tys|tis)$/,
  /** Parts of words for parts of the day. */
  partsOfDay: ['wiecz', 'połud', 'kväll', 'aften'],
};

/** Words of prompts in languages in which callers are not understood. */
export interface PromptLanguage {
  tag: string;
  keys: KeyNames;
  talk: Pick<
    TalkWords,
    'common' | 'date' | 'again' | 'say' | 'tomorrow' | 'calling' | 'keyedIn' | 'farewell'
  >;
}

/** Languages in which prompts are checked, besides those in which callers are understood. */
export const promptLanguages: readonly PromptLanguage[] = [
  {
    tag: 'sv',
    keys: {
      press: 'tryck trycker knappa',
      between: 'på knappen siffran',
      and: 'och eller',
      to: 'till',
      within: 'mellan',
      purpose: 'för om',
      digits: 'noll en|ett två tre fyra fem sex sju åtta nio',
      star: 'stjärna stjärnan stjärntecken',
      pound: 'fyrkant fyrkanten',
      articles: 'en ett',
      counted: 'siffror siffra knappar tecken gånger siffrig siffriga siffrigt',
    },
    talk: {
      common: 'och att det är för inte på du vi om till som jag kan',
      again: phrase('(?:höra|lyssna) (?:[^.!?]{0,60} )?igen'),
      say: 'säg',
      date: 'dag|dagen|dagens månad|månaden|månadens år|året|årtalet',
      farewell: phrase('hej ?då|adjö|vi hörs|på återhörande'),
      tomorrow: phrase('i ?morgon'),
      calling: phrase('(?:vi|jag) ringer (?:dig|er|för att|från|om|med)'),
      keyedIn: phrase('mata in|knappa in|slå in|med (?:knapparna|telefonens knappar)|på knapparna'),
    },
  },
  {
    tag: 'pl',
    keys: {
      press: 'naciśnij nacisnąć wciśnij wybierz',
      between: 'klawisz przycisk cyfrę numer',
      and: 'i lub albo',
      to: 'do',
      within: 'między',
      purpose: 'aby żeby',
      digits:
        'zero jeden|jedynkę dwa|dwójkę trzy|trójkę cztery|czwórkę pięć|piątkę sześć|szóstkę siedem|siódemkę osiem|ósemkę dziewięć|dziewiątkę',
      star: 'gwiazdkę gwiazdka',
      pound: 'krzyżyk kratkę',
      articles: '',
      counted: 'cyfry cyfr cyfrę klawisze klawiszy znaki znaków razy cyfrowy',
    },
    talk: {
      common: 'się nie jest aby proszę czy przez dla prosimy może',
      say: 'powiedz powiedzieć',
      date: 'dzień|dnia miesiąc|miesiąca rok|roku',
      farewell: phrase('do (?:widzenia|usłyszenia|zobaczenia)|żegnamy|na razie'),
      tomorrow: phrase('jutro'),
      calling: phrase('dzwoni(?:my|ę)(?! później)'),
      keyedIn: phrase('wprowadź|wpisz|(?:na|z) klawiatur\\p{L}*|wystuk\\p{L}*|klawiszami'),
      again: phrase('(?:usłyszeć|odsłuchać|posłuchać) (?:[^.!?]{0,60} )?(?:ponownie|jeszcze raz)'),
    },
  },
];
