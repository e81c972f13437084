/**
 * Common ways to write times, dates, numbers and names, converted to our form. A rewriting does not know the place of a
 * text; its result is offered only where it fits.
 */

/** A text converted to our form. */
export interface Rewritten {
  text: string;
  /** True when the text has no other plausible meaning. */
  isSafe: boolean;
}

type Rewriting = (text: string) => Rewritten | undefined;

/** Lists all forms that a text may have been meant to have, the most likely one first. */
export function listRewritings(text: string): Rewritten[] {
  return REWRITINGS.flatMap((rewriting) => rewriting(text.trim()) ?? []);
}

const markSafe = (text: string): Rewritten => ({ text, isSafe: true });
const markUnsure = (text: string): Rewritten => ({ text, isSafe: false });

const UNITS: [RegExp, string, number][] = [
  [/^(ms|msecs?|millis|milliseconds?)$/, 'ms', 1],
  [/^(s|secs?|seconds?)$/, 's', 1_000],
  [/^(m|mins?|minutes?)$/, 'm', 60_000],
  [/^(h|hrs?|hours?)$/, 'h', 3_600_000],
];

/** Converts `30 sec`, `1.5s`, `2 minutes`. A bare number may mean seconds or milliseconds. */
function rewriteDuration(text: string): Rewritten | undefined {
  const [, figure = '', word = ''] = /^(\d{1,9}(?:\.\d{1,3})?) *([a-z]*)$/i.exec(text) ?? [];
  if (figure !== '' && word === '') return rewriteBareDuration(Number(figure));
  const unit = UNITS.find(([form]) => form.test(word.toLowerCase()));
  if (figure === '' || unit === undefined) return undefined;
  const [, name, length] = unit;
  return markSafe(Number.isInteger(Number(figure)) ? figure + name : `${Number(figure) * length}ms`);
}

function rewriteBareDuration(figure: number): Rewritten | undefined {
  if (!Number.isInteger(figure)) return markUnsure(`${figure * 1_000}ms`);
  return markUnsure(figure < 1_000 ? `${figure}s` : `${figure}ms`);
}

const CLOCK = String.raw`(\d{1,2})(?:[:.h]?(\d\d))?(?: ?h| ?uhr)? ?([ap]\.?m\.?)?`;
const FROM_TO = new RegExp(`^${CLOCK} ?(?:-|–|—|to|until|bis) ?${CLOCK}$`, 'i');

/** Converts `9-18`, `9:00 - 18:00`, `9am-6pm`. Times across midnight are left alone: `9-5` rarely means that. */
function rewriteOpeningTimes(text: string): Rewritten | undefined {
  const [all, ...parts] = FROM_TO.exec(text) ?? [];
  if (all === undefined) return undefined;
  const [from, to] = [toClockTime(parts.slice(0, 3)), toClockTime(parts.slice(3))];
  return from !== undefined && to !== undefined && from < to ? markSafe(`${from}-${to}`) : undefined;
}

function toClockTime([hour = '', minute = '00', half]: (string | undefined)[]): string | undefined {
  const written = Number(hour);
  if (half !== undefined && (written < 1 || written > 12)) return undefined;
  const isAfternoon = half?.toLowerCase().startsWith('p') === true;
  const hours = half === undefined ? written : (written % 12) + (isAfternoon ? 12 : 0);
  return `${String(hours).padStart(2, '0')}:${minute}`;
}

/** Converts `25.12.2026`, `2026/12/25`. The month of `12/11/2026` is ambiguous, so it is left alone. */
function rewriteDate(text: string): Rewritten | undefined {
  const [, year = '', month = '', date = ''] = /^(\d{4})[/.](\d\d?)[/.](\d\d?)$/.exec(text) ?? [];
  const [, dayFirst = '', then = '', last = ''] = /^(\d\d?)\.(\d\d?)\.(\d{4})$/.exec(text) ?? [];
  const parts = year === '' ? [last, then, dayFirst] : [year, month, date];
  return parts[0] === '' ? undefined : markSafe(parts.map((part) => part.padStart(2, '0')).join('-'));
}

const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const SEVERAL_DAYS: Record<string, string> = {
  weekdays: 'mon-fri',
  workdays: 'mon-fri',
  weekend: 'sat-sun',
  weekends: 'sat-sun',
  daily: 'mon-sun',
  everyday: 'mon-sun',
};

/** Converts `friday`, `Mon - Fri`, `weekend`. */
function rewriteWeekdays(text: string): Rewritten | undefined {
  const word = text.toLowerCase();
  if (Object.hasOwn(SEVERAL_DAYS, word)) return markSafe(SEVERAL_DAYS[word] ?? '');
  const days = word.split(/ *(?:-|–|—|to|until|through) */).map((name) => toWeekday(name.replace(/\.$/, '')));
  if (days.length > 2 || days.includes(undefined)) return undefined;
  return markSafe(days.join('-'));
}

function toWeekday(name: string): string | undefined {
  if (name.length < 2) return undefined;
  return WEEK.find((full) => full.startsWith(name) || `${full}s` === name)?.slice(0, 3);
}

/** Converts `+49 (30) 12-34`, `0049…`. Without a country code the result is a guess. */
function rewritePhoneNumber(text: string): Rewritten | undefined {
  if (!/^\+?\(?\d[\d ()/.-]{4,24}$/.test(text)) return undefined;
  const digits = text.replace(/\(0\)|\D/g, '');
  if (text.startsWith('+')) return markSafe(`+${digits}`);
  if (digits.startsWith('00')) return markSafe(`+${digits.slice(2)}`);
  return digits.length > 9 && !digits.startsWith('0') ? markUnsure(`+${digits}`) : undefined;
}

function rewriteSipAddress(text: string): Rewritten | undefined {
  return /^[\w.+-]+@[\w.-]+$/.test(text) ? markSafe(`sip:${text}`) : undefined;
}

/** Converts `en_us`, `EN` to BCP 47 spelling. */
function rewriteLanguageTag(text: string): Rewritten | undefined {
  if (!/^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/i.test(text)) return undefined;
  return markSafe(
    text
      .replaceAll('_', '-')
      .replace(/^[a-z]+/i, toLower)
      .replace(/(?<=-)[a-z]{2}$/i, toUpper),
  );
}

const toLower = (text: string) => text.toLowerCase();
const toUpper = (text: string) => text.toUpperCase();

/** Converts `de`, `eur`: countries and currencies. */
function rewriteCapitals(text: string): Rewritten | undefined {
  return /^[a-z]{2,3}$/i.test(text) ? markSafe(toUpper(text)) : undefined;
}

const FIGURES = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const KEY_WORDS = new Map([
  ...FIGURES.map((word, figure) => [word, String(figure)] as const),
  ...(['star', 'asterisk'] as const).map((word) => [word, '*'] as const),
  ...(['pound', 'hash'] as const).map((word) => [word, '#'] as const),
]);

function rewriteTelephoneKey(text: string): Rewritten | undefined {
  const key = KEY_WORDS.get(text.toLowerCase());
  return key === undefined ? undefined : markSafe(key);
}

/** Removes typographic quotes, which YAML takes for part of the text. */
function removeTypographicQuotes(text: string): Rewritten | undefined {
  const [, inner] = /^[“”„«»‘’](.+)[“”«»‘’]$/.exec(text) ?? [];
  return inner === undefined ? undefined : markSafe(inner);
}

/** Extracts the name from an expression or a path such as `vars.pin`. */
export function extractName(text: string): Rewritten | undefined {
  const [, name] = /^(?:\$\{ *)?(?:vars|params|env|steps?|prompts?)\.(\w+)(?: *\})?$/.exec(text) ?? [];
  return name === undefined ? undefined : markSafe(name);
}

/** `askPin`, `Ask PIN`, `ask-pin` → `ask_pin`. */
function toSnakeName(text: string): Rewritten | undefined {
  return /^[A-Za-z][\w .-]{0,60}$/.test(text) ? markUnsure(splitLowerWords(text).join('_')) : undefined;
}

/** `My Flow`, `my_flow` → `my-flow`. */
function toKebabName(text: string): Rewritten | undefined {
  return /^[A-Za-z][\w .-]{0,60}$/.test(text) ? markUnsure(splitLowerWords(text).join('-')) : undefined;
}

function splitLowerWords(text: string): string[] {
  const words = text.replace(/([a-z\d])([A-Z])/g, '$1 $2').split(/[\s._-]+/);
  return words.filter(Boolean).map(toLower);
}

/** Adds the `./` or the ending that the path of an imported file lacks: `./prompts`, `prompts.yaml`. */
function rewriteImportPath(text: string): Rewritten | undefined {
  const [, folder = './', name = '', ending = '.yaml'] =
    /^(\.{1,2}\/)?(\w[\w./-]*?)(\.[A-Za-z]\w*)?$/.exec(text) ?? [];
  const isFile = name !== '' && /^\.ya?ml$/.test(ending);
  return isFile ? markUnsure(`${folder}${name}${ending}`) : undefined;
}

const REWRITINGS: Rewriting[] = [
  rewriteDuration,
  rewriteOpeningTimes,
  rewriteDate,
  rewriteWeekdays,
  rewritePhoneNumber,
  rewriteSipAddress,
  rewriteLanguageTag,
  rewriteCapitals,
  rewriteTelephoneKey,
  extractName,
  removeTypographicQuotes,
  toSnakeName,
  toKebabName,
  rewriteImportPath,
];
