/** Interprets keys for the step that waits for them (R4, R9). Pure functions over strings. */
import { canBeginExtension, type Accepts, type Extension } from '../language/model/index.ts';
import { readKeyedValue, type InputContext } from './spoken/reading.ts';

/** Replaces a masked key, so that the number of keys stays visible (I7). No choice of a flow can begin with it. */
const MASKED_KEY = '•';

/** Hides which keys were pressed, not how many. */
export function maskKeys(keys: string): string {
  return MASKED_KEY.repeat(keys.length);
}

interface Pressed {
  /** All keys of this attempt so far. */
  digits: string;
  /** They came as one JSON number. */
  lossy: boolean;
  /** No further key will come. */
  final: boolean;
}

export interface Decision {
  /** A key, `filled`, `extension`, `more` or `no_match`. */
  as: string;
  /** The keys that count: without surplus and terminator, with lost zeros restored. */
  digits: string;
  /** The value of the keys, where it differs. */
  value?: string;
  /** Keys that came together with these and are dropped. */
  surplus?: string;
}

/** Decides what the keys mean; `more` when a longer input may still come. */
export function decide(accepts: Accepts, pressed: Pressed, asked: InputContext = NOWHERE): Decision {
  return accepts.kind === 'keys'
    ? decideKeys(accepts.keys, pressed, accepts.extension)
    : decideDigits({ ...accepts, asked }, pressed);
}

const NOWHERE: InputContext = { language: '', ownNumber: '' };

/** The longest candidate wins, so a candidate that could still grow into another waits (R4). */
function decideKeys(keys: string[], pressed: Pressed, extension?: Extension): Decision {
  const { digits, final } = pressed;
  const canBeExtended = extension !== undefined && canBeginExtension(extension, digits);
  const canGrow = keys.some((key) => key.length > digits.length && key.startsWith(digits)) || canBeExtended;
  if (canGrow && !final) return { as: 'more', digits };
  const dialled = extension && findExtension(extension, pressed);
  const longest = keys
    .filter((key) => digits.startsWith(key))
    .reduce((best, key) => (key.length > best.length ? key : best), '');
  if (dialled !== undefined && dialled.length > longest.length)
    return { as: 'extension', digits: dialled, value: dialled, ...surplusOf(digits.slice(dialled.length)) };
  // An unfinished extension is not the key with which it begins.
  if (longest === '' || (canBeExtended && longest !== digits)) return { as: 'no_match', digits };
  return { as: longest, digits: longest, ...surplusOf(digits.slice(longest.length)) };
}

/** Returns the longest extension with which the keys begin. */
function findExtension(extension: Extension, pressed: Pressed): string | undefined {
  const whole = pressed.final ? withLostZeros(extension, pressed) : pressed.digits;
  for (let { length } = whole.slice(0, extension.max); length >= extension.min; length -= 1) {
    const dialled = whole.slice(0, length);
    if (/^\d+$/.test(dialled) && fitsPattern(extension, dialled)) return dialled;
  }
  return undefined;
}

/**
 * Interprets keys on a bridge. They may be meant for the other party, so keys that begin no key of the flow are skipped.
 * `more` when a longer key may still come, `nothing` when none is left.
 */
export function overhear(keys: string[], digits: string, final: boolean): { as: string; rest: string } {
  for (let at = 0; at < digits.length; at += 1) {
    const rest = digits.slice(at);
    const { as, digits: used } = decideKeys(keys, { digits: rest, lossy: false, final });
    if (as === 'more') return { as, rest };
    if (as !== 'no_match') return { as, rest: rest.slice(used.length) };
  }
  return { as: 'nothing', rest: '' };
}

type AcceptsDigits = Extract<Accepts, { kind: 'digits' }> & { asked: InputContext };

/** A star is a decimal point behind a digit. */
const WHOLE = /^\d*/;
const DECIMAL = /^\d+\*?\d*|^/;

function decideDigits(accepts: AcceptsDigits, pressed: Pressed): Decision {
  const { digits, final } = pressed;
  const { terminator, keys, max, reading } = accepts;
  const [run = ''] = (reading?.decimal === true ? DECIMAL : WHOLE).exec(digits) ?? [];
  const next = digits[run.length];
  if (run.length >= max)
    return { ...completeOrKey(accepts, run.slice(0, max)), ...surplusBehind(accepts, digits.slice(max)) };
  if (next === undefined)
    return final ? completeOrKey(accepts, digits, withLostZeros(accepts, pressed)) : { as: 'more', digits };
  if (next === terminator)
    return { ...complete(accepts, run), ...surplusBehind(accepts, digits.slice(run.length)) };
  return decideKeyAfter(run, keys, pressed);
}

function surplusOf(keys: string): Pick<Decision, 'surplus'> {
  return keys === '' ? {} : { surplus: keys };
}

/** Returns the keys after an answer as surplus, without the terminator. */
function surplusBehind({ terminator }: AcceptsDigits, keys: string): Pick<Decision, 'surplus'> {
  return surplusOf(terminator !== undefined && keys.startsWith(terminator) ? keys.slice(1) : keys);
}

/** Interprets digits as an answer, else as a key (R4). */
function completeOrKey(accepts: AcceptsDigits, digits: string, whole = digits): Decision {
  const answer = complete(accepts, whole);
  return answer.as === 'filled' || !accepts.keys.includes(digits) ? answer : { as: digits, digits };
}

/** Interprets a key that cannot continue an answer: with the digits before it, else alone, in which case they are dropped (R4). */
function decideKeyAfter(run: string, keys: string[], pressed: Pressed): Decision {
  const { digits } = pressed;
  const together = decideKeys(
    keys.filter((key) => key.length > run.length),
    pressed,
  );
  if (together.as !== 'no_match') return together;
  const behind = decideKeys(keys, { ...pressed, digits: digits.slice(run.length) });
  return keys.includes(behind.as) ? behind : { as: behind.as, digits };
}

/** Restores leading zeros lost on the wire, which is possible for a fixed length (R9). */
function withLostZeros({ min, max }: Pick<Extension, 'min' | 'max'>, { digits, lossy }: Pressed): string {
  return lossy && min === max ? digits.padStart(max, '0') : digits;
}

function complete(accepts: AcceptsDigits, digits: string): Decision {
  const { min, reading, asked } = accepts;
  const value = digits.length < min ? undefined : reading ? readKeyedValue(reading, digits, asked) : digits;
  if (value === undefined || !fitsPattern(accepts, value)) return { as: 'no_match', digits };
  return { as: 'filled', digits, ...(reading && { value }) };
}

/** True when the whole value matches the author's pattern. */
export function fitsPattern({ pattern }: { pattern?: string }, value: string): boolean {
  return pattern === undefined || new RegExp(`^(?:${pattern})$`, 'u').test(value);
}
