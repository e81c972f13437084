/** Words for opening hours, by language. All are parts of regular expressions. */
export interface HoursWords {
  /** Monday to Sunday. */
  days: readonly string[];
  /** Words for several days. */
  weekend: string;
  weekdays: string;
  daily: string;
  /** Words between the first and the last day or hour. */
  to: string;
  /** The word for one o'clock where it is no number word. */
  one?: string;
  /** Words before an hour that add minutes to it, or take them away. */
  before: Readonly<Record<string, number>>;
  /** Words after an hour that add minutes to it. */
  after: Readonly<Record<string, number>>;
  /** Words after an hour in figures. */
  unit: string;
  morning: string;
  evening: string;
  noon: string;
  /** Words of a text about opening hours. */
  open: string;
  /** Words of a sentence about other hours. */
  other: string;
  /** "We open at", and "we close at". */
  opensAt: string;
  closesAt: string;
}

export const hoursWords: Readonly<Record<string, HoursWords>> = {
  en: {
    days: 'mondays? tuesdays? wednesdays? thursdays? fridays? saturdays? sundays?'.split(' '),
    weekend: 'weekends?',
    weekdays: 'weekdays?|working days?',
    daily: 'every day|seven days a week|daily',
    to: 'to|until|till|through|thru',
    before: {
      'half past': 30,
      'quarter past': 15,
      'a quarter past': 15,
      'quarter to': -15,
      'a quarter to': -15,
    },
    after: { thirty: 30, fifteen: 15 },
    unit: String.raw`o['’]clock`,
    morning: 'am|in the morning',
    evening: 'pm|in the afternoon|in the evening|at night',
    noon: 'noon|midday',
    open: 'open|opening|hours|reach (?:us|our|me)|available|reachable|staffed|here for you|(?:is|are|we.re) (?:here|there)',
    other: 'closed|lunch|break|emergenc\\p{L}*|except',
    opensAt: String.raw`we (?:are |will be )?(?:open|back)(?: again)?(?: tomorrow)? (?:at|from)`,
    closesAt: String.raw`we (?:close at|are open (?:until|till))`,
  },
  de: {
    days: 'montags? dienstags? mittwochs? donnerstags? freitags? (?:samstags?|sonnabends?) sonntags?'.split(
      ' ',
    ),
    weekend: 'wochenenden?s?',
    weekdays: 'wochentags|unter der woche',
    daily: 'täglich|jeden tag|alle tage',
    to: 'bis',
    before: { halb: -30, 'viertel nach': 15, 'viertel vor': -15 },
    after: { dreißig: 30, fünfzehn: 15 },
    unit: 'uhr',
    morning: 'morgens|vormittags|früh|am morgen',
    evening: 'nachmittags|abends|am abend|am nachmittag',
    noon: 'mittags',
    open: 'geöffnet|öffn\\p{L}*|öffnungszeit\\p{L}*|erreich\\p{L}*|für sie da|sprechzeit\\p{L}*|besetzt',
    other: 'geschlossen|\\p{L}*pause|außer|notfall\\p{L}*',
    opensAt: String.raw`(?:wir öffnen|öffnen wir)(?: wieder| morgen| morgen wieder)? (?:um|ab)`,
    closesAt: String.raw`(?:wir schließen|schließen wir) um`,
  },
  fr: {
    days: 'lundis? mardis? mercredis? jeudis? vendredis? samedis? dimanches?'.split(' '),
    weekend: 'week[- ]?ends?|fins? de semaine',
    weekdays: 'en semaine',
    daily: 'tous les jours|chaque jour',
    to: "à|au|jusqu[’']à",
    one: 'une',
    before: {},
    after: {
      'et demie': 30,
      'et demi': 30,
      trente: 30,
      'et quart': 15,
      quinze: 15,
      'moins le quart': -15,
      'moins quart': -15,
    },
    unit: 'heures?|h',
    morning: 'du matin',
    evening: "de l[’']après-midi|du soir",
    noon: 'midi',
    open: 'ouverte?s?|ouvr\\p{L}*|horaires?|joignables?|à votre disposition|vous accueill\\p{L}*|vous répond\\p{L}*',
    other: 'fermée?s?|pause|sauf|urgences?',
    opensAt: String.raw`nous (?:r?ouvrons|rouvrirons)(?: demain)? (?:à|dès)`,
    closesAt: 'nous fermons à',
  },
  es: {
    days: 'lunes martes miércoles jueves viernes sábados? domingos?'.split(' '),
    weekend: 'fin(?:es)? de semana',
    weekdays: 'entre semana',
    daily: 'todos los días|cada día|a diario',
    to: 'a|al|hasta(?: el)?',
    one: 'una',
    before: {},
    after: { 'y media': 30, 'y treinta': 30, 'y cuarto': 15, 'menos cuarto': -15 },
    unit: 'horas|h',
    morning: 'de la mañana',
    evening: 'de la tarde|de la noche',
    noon: 'mediodía',
    open: 'abrimos|abiert[oa]s?|abre|abren|horarios?|atendemos|atiende|atención|disponibles?|a su disposición',
    other: 'cerrad[oa]s?|cerramos|excepto|salvo|urgencias?',
    opensAt: 'abrimos(?: de nuevo| mañana)? a',
    closesAt: 'cerramos a',
  },
  it: {
    days: 'lunedì martedì mercoledì giovedì venerdì sabato domenica'.split(' '),
    weekend: 'fine settimana|weekend',
    weekdays: '(?!)',
    daily: 'tutti i giorni|ogni giorno',
    to: "a|al|alle|fino a|fino alle|alla|(?:fino )?all(?=[’'])",
    one: 'una',
    before: {},
    after: { 'e mezza': 30, 'e mezzo': 30, 'e trenta': 30, 'e un quarto': 15, 'meno un quarto': -15 },
    unit: 'ore',
    morning: 'di mattina|del mattino|della mattina',
    evening: 'di sera|della sera|del pomeriggio|di pomeriggio',
    noon: 'mezzogiorno',
    open: 'apert[oaie]|aprono|apriamo|apre|orari\\p{L}*|rispondiamo|disponibil[ei]|raggiungibil[ei]|a (?:vostra|sua) disposizione',
    other: 'chius[oaie]|chiudiamo|pausa|tranne|eccetto|emergenz[ae]',
    opensAt: 'apriamo(?: di nuovo| domani)? alle',
    closesAt: 'chiudiamo alle',
  },
  nl: {
    days: 'maandag dinsdag woensdag donderdag vrijdag zaterdag zondag'.split(' '),
    weekend: 'weekend(?:en)?',
    weekdays: 'doordeweeks|op werkdagen|op weekdagen',
    daily: 'dagelijks|elke dag|iedere dag|alle dagen',
    to: 'tot|tot en met|t/m',
    before: { half: -30, 'kwart over': 15, 'kwart voor': -15 },
    after: { dertig: 30 },
    unit: 'uur',
    morning: "[’']s (?:ochtends|morgens)",
    evening: "[’']s (?:middags|avonds)",
    noon: '(?!)',
    open: 'open|geopend|openingstijden|bereikbaar|bereiken|bereikt|aanwezig',
    other: 'gesloten|pauze|behalve|spoed\\p{L}*',
    opensAt: String.raw`(?:wij|we) (?:openen|gaan)(?: weer| morgen)?(?: open)? om`,
    closesAt: '(?:wij|we) sluiten om',
  },
  pt: {
    days: 'segunda(?:-feira)? terça(?:-feira)? quarta(?:-feira)? quinta(?:-feira)? sexta(?:-feira)? sábados? domingos?'.split(
      ' ',
    ),
    weekend: 'fi(?:m|ns) de semana',
    weekdays: 'dias úteis|durante a semana',
    daily: 'todos os dias|diariamente',
    to: 'a|à|às|ao|até|até às|até a|até ao',
    one: 'uma',
    before: {},
    after: { 'e meia': 30, 'e trinta': 30 },
    unit: 'horas|h',
    morning: 'da manhã',
    evening: 'da tarde|da noite',
    noon: 'meio-dia',
    open: 'abert[oa]s?|abrimos|abre|horários?|atendemos|funcionamos|atendimento',
    other: 'fechad[oa]s?|fechamos|exceto|urgências?',
    opensAt: 'abrimos(?: de novo| amanhã)? às',
    closesAt: 'fechamos às',
  },
};
