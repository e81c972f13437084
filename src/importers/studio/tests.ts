/** Tests of splits: which there are, and what their values mean. Who compares decides how. */

const kinds = {
  equal_to: { asks: 'equal', isNot: false },
  not_equal_to: { asks: 'equal', isNot: true },
  matches_any_of: { asks: 'any_of', isNot: false },
  does_not_match_any_of: { asks: 'any_of', isNot: true },
  contains: { asks: 'contains', isNot: false },
  does_not_contain: { asks: 'contains', isNot: true },
  starts_with: { asks: 'starts_with', isNot: false },
  does_not_start_with: { asks: 'starts_with', isNot: true },
  is_blank: { asks: 'blank', isNot: false },
  is_not_blank: { asks: 'blank', isNot: true },
  less_than: { asks: 'less', isNot: false },
  greater_than: { asks: 'greater', isNot: false },
  regex: { asks: 'regex', isNot: false },
  does_not_match_regex: { asks: 'regex', isNot: true },
} as const;

interface TestKind {
  asks: 'equal' | 'any_of' | 'contains' | 'starts_with' | 'blank' | 'less' | 'greater' | 'regex';
  isNot: boolean;
}

/** Returns what a type of test asks; undefined for one that needs the time of day, or that nobody knows. */
export function findTestKind(type: string): TestKind | undefined {
  return Object.hasOwn(kinds, type) ? kinds[type as keyof typeof kinds] : undefined;
}

/** Splits the value of a test for any of several. */
export function splitValues(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Returns a value written as a number; undefined if it is none. */
export function parseDecimal(value: string): number | undefined {
  return /^-?\d{1,15}(\.\d{1,15})?$/.test(value.trim()) ? Number(value) : undefined;
}
