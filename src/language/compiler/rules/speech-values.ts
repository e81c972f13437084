/** The elements of SSML and the legal values of their attributes, as far as the platform documents them (voice.md 2.3). */
import flow from '../../../../schemas/flow.schema.json' with { type: 'json' };
import { parseDuration } from '../verbs/parts/fragments.ts';
import { listAlternatives, quoteAlternatives } from '../read/words.ts';

/** Returns the expected form of a value; undefined when the value is legal. */
export type ValueCheck = (value: string) => string | undefined;

const { sayAs, promptPart } = flow.definitions;
const names = findDefined(sayAs.anyOf.map((branch) => branch.enum));
const forms = findDefined(sayAs.anyOf.map((branch) => branch.properties));

/** Returns the part that exactly one branch of the schema of `as` has. */
function findDefined<Part>(parts: readonly (Part | undefined)[]): Part {
  const found = parts.find((part) => part !== undefined);
  if (found === undefined) throw new Error('the schema of "as" has no such branch');
  return found;
}

/** Kinds of values with a known `format`. */
export const FORMATS: Record<string, readonly string[]> = {
  date: forms.date.enum,
  time: forms.time.enum,
  duration: forms.duration.enum,
};

/** Accepts one of these words, in any case of letters. */
export function expectAmong(words: readonly string[]): ValueCheck {
  return (value) => (isAmong(words, value) ? undefined : quoteAlternatives(words));
}

function isAmong(words: readonly string[], value: string): boolean {
  return words.some((word) => word.toLowerCase() === value.trim().toLowerCase());
}

const acceptAll: ValueCheck = () => undefined;

/** The legal range of a voice property: words, and figures with least and most by unit. */
interface Bounds {
  words: readonly string[];
  example: string;
  /** `±%` is a relative change with a sign, `%` an absolute value without one. */
  figures: Record<string, readonly [least: number, most: number]>;
}

const BOUNDS: Record<'pitch' | 'rate' | 'volume', Bounds> = {
  pitch: {
    words: ['x-low', 'low', 'medium', 'high', 'x-high', 'default'],
    example: '+10% or -2st',
    figures: {
      '±%': [-50, 100],
      '%': [10, 200],
      '±st': [-12, 12],
      st: [0, 12],
      '±Hz': [-200, 200],
      Hz: [50, 500],
    },
  },
  rate: {
    words: ['x-slow', 'slow', 'medium', 'fast', 'x-fast', 'default'],
    example: '-20%',
    figures: { '±%': [-70, 200], '%': [10, 300], '': [0.3, 3] },
  },
  volume: {
    words: ['silent', 'x-soft', 'soft', 'medium', 'loud', 'x-loud', 'default'],
    example: '+50%',
    figures: { '±%': [-100, 100], '%': [0, 100], '±dB': [-40, 40], '': [0, 100] },
  },
};

/** Returns the expected form of a voice's pitch, rate or volume; undefined when the value is legal. */
export function findVoiceProblem(property: string, value: string): string | undefined {
  const bounds = Object.hasOwn(BOUNDS, property) ? BOUNDS[property as keyof typeof BOUNDS] : undefined;
  if (bounds === undefined || isAmong(bounds.words, value)) return undefined;
  const [, sign = '', figure = '', unit = ''] =
    /^([+-]?)(\d+(?:\.\d+)?)(%|Hz|st|dB|)$/i.exec(value.trim()) ?? [];
  const measure = sign === '' ? unit : `±${unit}`;
  const range = figure === '' ? undefined : bounds.figures[measure];
  if (range === undefined) return `${listAlternatives(bounds.words)}, or a change such as ${bounds.example}`;
  const [least, most] = range;
  const amount = Number(`${sign}${figure}`);
  if (amount >= least && amount <= most) return undefined;
  const changes = sign === '' ? bounds.figures[`±${unit}`] : undefined;
  const own = `${least}${unit} to ${sign === '' ? '' : '+'}${most}${unit}`;
  return changes === undefined ? own : `${own}, or a change of ${changes[0]}${unit} to +${changes[1]}${unit}`;
}

const MAX_BREAK_MS = 10_000;

function findPauseProblem(value: string): string | undefined {
  const written = /^\+?(\d*\.?\d+)(ms|s)$/.exec(value.trim());
  const ms = written === null ? NaN : Number(written[1]) * parseDuration(`1${written[2] ?? 's'}`);
  return ms <= MAX_BREAK_MS ? undefined : 'a time of at most 10s, such as 700ms';
}

const createVoiceCheck =
  (property: string): ValueCheck =>
  (value) =>
    findVoiceProblem(property, value);

/** The elements of SSML and the platform's own, with the checks of their attributes; undefined allows any attribute. */
export const ELEMENTS: ReadonlyMap<string, Record<string, ValueCheck> | undefined> = new Map([
  ...[
    'speak',
    'p',
    's',
    'lang',
    'voice',
    'emphasis',
    'sub',
    'phoneme',
    'audio',
    'desc',
    'mark',
    'token',
    'w',
    'meta',
    'metadata',
    'lexicon',
    'lookup',
  ].map((name) => [name, undefined] as const),
  ['express-as', { style: expectAmong(promptPart.properties.style.enum), type: acceptAll }],
  [
    'break',
    {
      time: findPauseProblem,
      strength: expectAmong(['none', 'x-weak', 'weak', 'medium', 'strong', 'x-strong']),
    },
  ],
  [
    'prosody',
    {
      pitch: createVoiceCheck('pitch'),
      rate: createVoiceCheck('rate'),
      volume: createVoiceCheck('volume'),
      contour: acceptAll,
      range: acceptAll,
      duration: acceptAll,
    },
  ],
  ['say-as', { 'interpret-as': expectAmong(names), format: acceptAll, detail: acceptAll }],
]);
