/** Values in recognised speech: figures wherever they stand, and words for single digits. */
import { normalized } from '../flow/index.ts';
import { hasDecimalPoint, spokenWords } from './spoken-words.ts';

/** All digits that are said, in order; undefined for none, and where words for numbers other than digits are among them. */
export function readDigits(said: string, language: string): string | undefined {
  const { digits, numbers } = spokenWords(language);
  const words = normalized(said).split(' ');
  if (words.some((word) => numbers.test(word))) return undefined;
  const read = words.map((word) => digits.get(word) ?? word.replace(/\D/g, '')).join('');
  return read === '' ? undefined : read;
}

/** A number as `12.5`; undefined when there is none, or more than one. */
export function readAmount(said: string, language: string): string | undefined {
  const figures = said.match(/\d+(?:[.,'’\u00a0\u202f ]\d+)*/g);
  if (figures === null) return amountInWords(said, language);
  const [whole = '', parts, ...more] = figures.map((figure) => plainFigure(figure, language));
  if (parts === undefined) return whole;
  // "12 euros 50", "12 dollars and 50 cents".
  const isInParts = more.length === 0 && /^\d{1,2}$/.test(parts) && !whole.includes('.');
  return isInParts ? `${whole}.${parts.padStart(2, '0')}` : undefined;
}

/** A date as eight digits, year first; undefined where a part of it is missing. */
export function readDate(said: string, language: string, order: string): string | undefined {
  const { months } = spokenWords(language);
  const words = normalized(said).split(' ');
  const named = words.map((word) => months.get(word)).find((month) => month !== undefined);
  const figures = words.flatMap((word) => /^(\d+)(?:st|nd|rd|th|er|e|º|ª)?$/.exec(word)?.[1] ?? []);
  const [first = '', second, third] = figures;
  if (named !== undefined)
    return dateOf(
      figures.find(isYear),
      named,
      figures.find((figure) => !isYear(figure)),
    );
  if (figures.length === 1) return reordered(first, order);
  const inOrder = isYear(first) ? 'ymd' : order;
  const part = (letter: string) => [first, second, third][inOrder.indexOf(letter)];
  return figures.length === 3 ? dateOf(part('y'), Number(part('m')), part('d')) : undefined;
}

/** An hour and its minutes; undefined for an hour of which it is not said that it is one. */
export function readTime(said: string, language: string): { hour: string; minute: string } | undefined {
  const { hour: hourWords } = spokenWords(language);
  const text = normalized(said.replace(/\b([ap])\.\s?m\b\.?/gi, '$1m'));
  const found = /(?:^| )(\d{1,2}?)(?: ?(\p{L}+))? ?(\d{2})?(?: (\p{L}+))?(?= |$)/u.exec(text);
  if (found === null) return undefined;
  const [, hour = '', word = '', minute, last = ''] = found;
  const half = [word, last].find((one) => one === 'am' || one === 'pm');
  const isTold = minute !== undefined || half !== undefined || hourWords.has(word);
  return isTold ? { hour: in24Hours(hour, half), minute: minute ?? '00' } : undefined;
}

function in24Hours(hour: string, half: string | undefined): string {
  if (half === undefined) return hour;
  if (Number(hour) < 1 || Number(hour) > 12) return '';
  return String((Number(hour) % 12) + (half === 'pm' ? 12 : 0));
}

function amountInWords(said: string, language: string): string | undefined {
  const { digits, numbers, point } = spokenWords(language);
  const words = normalized(said).split(' ');
  if (words.some((word) => numbers.test(word))) return undefined;
  const read = words.map((word) => (point.has(word) ? '.' : (digits.get(word) ?? ''))).join('');
  return read === '' ? undefined : read;
}

/** `1.250,50` or `1,250.50` as `1250.50`: what stands before three digits groups them, unless the language says otherwise. */
function plainFigure(figure: string, language: string): string {
  const mark = hasDecimalPoint(language) ? '.' : ',';
  const other = mark === '.' ? ',' : '.';
  const isOtherDecimal =
    !figure.includes(mark) && new RegExp(`^\\d+\\${other}(\\d{1,2}|\\d{4,})$`).test(figure);
  const decimal = isOtherDecimal ? other : mark;
  const at = figure.lastIndexOf(decimal);
  const digits = (part: string) => part.replace(/\D/g, '');
  return at < 0 ? digits(figure) : `${digits(figure.slice(0, at))}.${digits(figure.slice(at))}`;
}

function isYear(figure: string): boolean {
  return figure.length === 4;
}

function dateOf(year: string | undefined, month: number, day: string | undefined): string | undefined {
  if (year === undefined || day === undefined || !isYear(year) || day.length > 2) return undefined;
  return `${year}${String(month).padStart(2, '0')}${day.padStart(2, '0')}`;
}

/** Eight digits in an order, as eight digits with the year first. */
function reordered(digits: string, order: string): string | undefined {
  if (digits.length !== 8) return undefined;
  const from = { ymd: [0, 4, 6], dmy: [4, 2, 0], mdy: [4, 0, 2] }[order] ?? [0, 4, 6];
  return from.map((at, index) => digits.slice(at, at + (index === 0 ? 4 : 2))).join('');
}
