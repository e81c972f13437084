/** Spoken words, made comparable. */

const PUNCTUATION = /[^\p{L}\p{M}\p{N}]+/gu;
/** Written without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Words in lower case, without punctuation, one space between them; accents stay: "Yes." is "yes". */
export function normalized(spoken: string): string {
  return spoken.normalize('NFC').toLowerCase().replace(/['’ʼ]/g, '').replace(PUNCTUATION, ' ').trim();
}

/** Where a phrase stands in what was said, in whole words; -1: nowhere. Both are normalized. */
export function placeIn(said: string, phrase: string): number {
  return UNSPACED.test(phrase) ? said.indexOf(phrase) : ` ${said} `.indexOf(` ${phrase} `);
}
