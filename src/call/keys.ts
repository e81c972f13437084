/** What a run of keys means to the step that waits for them (R4, R9). Pure functions over strings. */
import type { Accepts } from '../flow/index.ts';

export interface Pressed {
  /** All keys of this attempt so far. */
  digits: string;
  /** They came as one JSON number. */
  lossy: boolean;
  /** No further key will come. */
  final: boolean;
}

export interface Decision {
  /** A key, `filled`, `more` or `no_match`. */
  as: string;
  /** The keys that count: surplus and terminator taken away, lost zeros put back. */
  digits: string;
}

/** Decides what the keys mean; `more` when a longer input may still come. */
export function decide(accepts: Accepts, pressed: Pressed): Decision {
  return accepts.kind === 'keys' ? decideKeys(accepts.keys, pressed) : decideDigits(accepts, pressed);
}

/** The longest candidate wins, so a candidate that could still grow into another waits (R4). */
function decideKeys(keys: string[], { digits, final }: Pressed): Decision {
  const canGrow = keys.some((key) => key.length > digits.length && key.startsWith(digits));
  if (canGrow && !final) return { as: 'more', digits };
  const longest = keys
    .filter((key) => digits.startsWith(key))
    .reduce((best, key) => (key.length > best.length ? key : best), '');
  return longest === '' ? { as: 'no_match', digits } : { as: longest, digits: longest };
}

type AcceptsDigits = Extract<Accepts, { kind: 'digits' }>;

function decideDigits(accepts: AcceptsDigits, pressed: Pressed): Decision {
  const { digits, final } = pressed;
  const { terminator, keys, max } = accepts;
  const [run = ''] = /^\d*/.exec(digits) ?? [];
  const next = digits[run.length];
  if (run.length >= max) return complete(accepts, run.slice(0, max));
  if (next !== undefined) return next === terminator ? complete(accepts, run) : decideKeys(keys, pressed);
  if (!final) return { as: 'more', digits };
  const whole = complete(accepts, withLostZeros(accepts, pressed));
  return whole.as === 'filled' || !keys.includes(digits) ? whole : { as: digits, digits };
}

/** R9: a number on the wire has lost its leading zeros; where the length is fixed they are known. */
function withLostZeros({ min, max }: AcceptsDigits, { digits, lossy }: Pressed): string {
  return lossy && min === max ? digits.padStart(max, '0') : digits;
}

function complete({ min, pattern }: AcceptsDigits, digits: string): Decision {
  const fits = pattern === undefined || new RegExp(`^(?:${pattern})$`, 'u').test(digits);
  return { as: fits && digits.length >= min ? 'filled' : 'no_match', digits };
}
