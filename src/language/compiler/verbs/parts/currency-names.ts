/** Codes and names of currencies. */
const codes = new Set(Intl.supportedValuesOf('currency'));

/** True for the code of a currency (ISO 4217), such as EUR. */
export function isCurrency(code: string): boolean {
  return codes.has(code);
}

/** True for a text that names its currency: by a code, a sign, or a name in one of these languages. */
export function hasCurrencyName(text: string, languages: readonly string[]): boolean {
  if (/\b[A-Z]{3}\b|\p{Sc}|[円元원]/u.test(text)) return true;
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return languages.some((language) => {
    const names = findNames(language);
    return words.some((word) => listStems(word).some((name) => names.has(name)));
  });
}

/** Returns the word with up to two letters of a plural ending removed: `euros`, `dólares`. */
function listStems(word: string): string[] {
  return [0, 1, 2].map((ending) => word.slice(0, word.length - ending));
}

const known = new Map<string, ReadonlySet<string>>();

/** Returns names of currencies: the first and the last word of `US Dollar`, `dollar des États-Unis`. */
function findNames(tag: string): ReadonlySet<string> {
  const [language = ''] = tag.split('-');
  const found = known.get(language) ?? new Set(readNames(language));
  known.set(language, found);
  return found;
}

function readNames(language: string): string[] {
  const names = new Intl.DisplayNames(language, { type: 'currency' });
  return [...codes].flatMap((code) => {
    const words = (names.of(code) ?? '').toLowerCase().match(/\p{L}{3,}/gu) ?? [];
    return [words.slice(0, 1), words.slice(-1)].flat();
  });
}
