/** Characters between words. */
const PUNCTUATION = /[^\p{L}\p{M}\p{N}]+/gu;
/** Scripts without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Converts to lower case without punctuation, with one space between words; accents stay: "Yes." becomes "yes". */
export function normalizePhrase(spoken: string): string {
  return spoken.normalize('NFC').toLowerCase().replace(/['’ʼ]/g, '').replace(PUNCTUATION, ' ').trim();
}

/** Returns the index of a phrase in an utterance, as whole words; -1 when it is missing. Both are normalised. */
export function locatePhrase(said: string, phrase: string): number {
  return UNSPACED.test(phrase) ? said.indexOf(phrase) : ` ${said} `.indexOf(` ${phrase} `);
}
