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
