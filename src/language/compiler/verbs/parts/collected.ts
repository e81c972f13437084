/** The types that `collect` can ask for: number of keys, reading, spoken form. */
import type { CollectStep, MenuStep } from '../../../../../schemas/types/flow.ts';
import { buildBeginning, findPatternProblem, measurePattern } from './patterns.ts';
import type { Accepts, Extension, Reading, SayAs, VarType } from '../../../model/index.ts';
import type { Readable } from '../../types.ts';

/** Minimum and maximum number of keys. */
export interface Length {
  min: number;
  max: number;
}

/** A type of collected value. */
export type CollectedType = NonNullable<CollectStep['type']>;

interface Traits {
  /** Default number of keys; when absent the author has to give it. */
  keys?: Length;
  /** True when the number of keys cannot be changed. */
  isFixed?: boolean;
  terminator?: '#';
  /** The types of variable that can keep the value. */
  keptIn: readonly VarType[];
  as?: SayAs;
}

export const collectedTypes: Record<CollectedType, Traits> = {
  digits: { keptIn: ['string'], as: { as: 'number_digit' } },
  number: {
    keys: { min: 1, max: 12 },
    terminator: '#',
    keptIn: ['string', 'int', 'double'],
    as: { as: 'number' },
  },
  currency: {
    keys: { min: 1, max: 10 },
    terminator: '#',
    keptIn: ['string', 'double'],
    as: { as: 'currency' },
  },
  date: {
    keys: { min: 8, max: 8 },
    isFixed: true,
    keptIn: ['string'],
    as: { as: 'date', format: 'ymd' },
  },
  time: { keys: { min: 4, max: 4 }, isFixed: true, keptIn: ['string'], as: { as: 'time', format: 'hms24' } },
  phone: { keys: { min: 4, max: 18 }, terminator: '#', keptIn: ['string'], as: { as: 'telephone' } },
  text: { keys: { min: 1, max: 1 }, isFixed: true, keptIn: ['string'] },
};

/** Returns the accepted input of a step; `keys` are the global ones. */
export function toAcceptedInput(
  body: CollectStep,
  { keys, type }: { keys: string[]; type: VarType },
): Extract<Accepts, { kind: 'digits' }> {
  const asked = body.type ?? 'digits';
  const terminator = findTerminator(body);
  const reading = toReading(body, type);
  const isPlain = asked === 'digits' && body.range === undefined;
  return {
    kind: 'digits',
    ...toLength(body),
    ...(terminator === undefined ? {} : { terminator }),
    ...(body.pattern === undefined ? {} : { pattern: body.pattern }),
    keys,
    ...(isPlain ? {} : { reading }),
  };
}

function toReading({ type = 'digits', range, format, country }: CollectStep, kept: VarType): Reading {
  const isDecimal = type === 'currency' || (type === 'number' && kept === 'double');
  return {
    type,
    ...(isDecimal && { decimal: true }),
    ...(format !== undefined && { order: format }),
    ...(country !== undefined && { country }),
    ...(range?.min !== undefined && { min: String(range.min) }),
    ...(range?.max !== undefined && { max: String(range.max) }),
  };
}

function toLength({ digits, type = 'digits' }: Pick<CollectStep, 'digits' | 'type'>): Length {
  if (typeof digits === 'number') return { min: digits, max: digits };
  if (digits !== undefined) return { min: digits.min ?? 1, max: digits.max };
  return collectedTypes[type].keys ?? { min: 1, max: 1 };
}

/** Returns the number of keys of an answer; undefined when it could not be read or no keys are accepted. */
export function findKeyedLength({ digits, type = 'digits' }: Readable<CollectStep>): Length | undefined {
  if (type === 'text') return undefined;
  if (digits === undefined) return collectedTypes[type].keys;
  if (typeof digits === 'number') return { min: digits, max: digits };
  return digits.max === undefined ? undefined : { min: digits.min ?? 1, max: digits.max };
}

/** Returns the numbers that callers may dial beside the keys of a menu; undefined when their length is unknown. */
export function toExtension(
  body: Pick<NonNullable<MenuStep['extension']>, 'pattern' | 'digits'> | undefined,
): Extension | undefined {
  if (body === undefined) return undefined;
  const { pattern, digits } = body;
  const length = digits === undefined ? measurePattern(pattern) : toLength({ digits });
  if (length === undefined || length.max > MAX_EXTENSION || length.max === 0) return undefined;
  const beginning = buildBeginning(pattern);
  return {
    min: Math.max(1, length.min),
    max: length.max,
    pattern,
    ...(beginning !== undefined && { beginning }),
  };
}

/** Returns the extension of a menu, as far as it could be read. */
export function findExtension(menu: Readable<MenuStep> | undefined): Extension | undefined {
  const { pattern, digits } = menu?.extension ?? {};
  if (pattern === undefined || findPatternProblem(pattern, 'u') !== undefined) return undefined;
  const length = findKeyedLength({ digits });
  return toExtension({ pattern, ...(length && { digits: length }) });
}

/** Maximum number of digits, as in the schema. */
const MAX_EXTENSION = 64;

/** Returns the key that ends an answer. */
export function findTerminator({ terminator, type = 'digits' }: Readable<CollectStep>): string | undefined {
  return terminator ?? collectedTypes[type].terminator;
}

/** Returns the spoken form of a variable that these steps fill; undefined when they differ. */
export function findSpokenForm(steps: readonly Pick<CollectStep, 'type' | 'currency'>[]): SayAs | undefined {
  const forms = steps.map(({ type = 'digits', currency }) => {
    const { as } = collectedTypes[type];
    return as && { ...as, ...(type === 'currency' && currency !== undefined && { unit: currency }) };
  });
  const [first, ...others] = forms;
  return others.every((form) => JSON.stringify(form) === JSON.stringify(first)) ? first : undefined;
}
