/** The meaning of each function of expressions, with examples that the generator of docs/functions.md evaluates. */

interface FunctionDescription {
  group: 'Text' | 'Conversion' | 'Lists and maps' | 'Dates and durations' | 'Bytes' | 'Other';
  means: string;
  examples: string[];
  /** Replaces the forms that the engine reports, for functions that take an expression. */
  forms?: string[];
}

const text = (means: string, ...examples: string[]): FunctionDescription => ({
  group: 'Text',
  means,
  examples,
});
const convert = (means: string, ...examples: string[]): FunctionDescription => ({
  group: 'Conversion',
  means,
  examples,
});
const date = (means: string, ...examples: string[]): FunctionDescription => ({
  group: 'Dates and durations',
  means,
  examples,
});
const bytes = (means: string, ...examples: string[]): FunctionDescription => ({
  group: 'Bytes',
  means,
  examples,
});
const list = (form: string, means: string, ...examples: string[]): FunctionDescription => ({
  group: 'Lists and maps',
  means,
  examples,
  forms: [form],
});

const MOMENT = 'timestamp("2026-01-05T09:30:15Z")';

/** Every function that a flow can use. */
export const FUNCTIONS: Record<string, FunctionDescription> = {
  size: text(
    'The number of characters of a text, of entries of a list or a map, or of bytes.',
    'size(vars.name)',
    'vars.name.size()',
    'size(response.json.items)',
  ),
  startsWith: text('True if the text begins with another.', 'call.from.startsWith("+49")'),
  endsWith: text('True if the text ends with another.', 'vars.name.endsWith("a")'),
  contains: text('True if the text contains another.', 'vars.name.contains("d")'),
  matches: text(
    'True if a regular expression (RE2) matches a part of the text. For the whole text, write `^` and `$`.',
    'call.from.matches("^[+]49(15|16|17)")',
  ),
  indexOf: text(
    'The position of the first occurrence, counted from 0; -1 if there is none. With a number, the search begins there.',
    '"10-20-30".indexOf("-")',
    '"10-20-30".indexOf("-", 3)',
    '"10-20-30".indexOf("x")',
  ),
  lastIndexOf: text(
    'The position of the last occurrence, counted from 0; -1 if there is none. With a number, the search goes backwards from there.',
    '"10-20-30".lastIndexOf("-")',
    '"10-20-30".lastIndexOf("-", 4)',
  ),
  substring: text(
    'The text from a position, counted from 0, to the end or up to, but not including, a second position. A position beyond the end of the text fails.',
    'call.from.substring(1)',
    'call.from.substring(0, 3)',
  ),
  lowerAscii: text('The text with the letters A to Z in lower case.', 'vars.name.lowerAscii()'),
  upperAscii: text('The text with the letters a to z in upper case.', 'vars.name.upperAscii()'),
  trim: text('The text without spaces at its beginning and end.', '" Ada ".trim()'),
  split: text(
    'A list of the parts between separators, at most as many as the number says. An empty separator gives the characters.',
    '"a,b,c".split(",")[1]',
    '"a,b,c".split(",", 2)[1]',
    '"4711".split("").join(", ")',
  ),
  join: text(
    'The texts of a list as one, with a separator between them.',
    '["a", "b"].join(" and ")',
    '["a", "b"].join()',
  ),
  string: convert('The value as text.', 'string(vars.count)', 'string(2.5)', 'string(true)'),
  int: convert(
    'A whole number. A decimal number loses its fraction. A text may have a sign and leading zeros; any other text fails, also the empty one.',
    'int("42")',
    'int("007")',
    'int(2.7)',
  ),
  double: convert(
    'A decimal number. A text that is no number fails, also the empty one.',
    'double("2.5")',
    'double(vars.count) / 2',
  ),
  bool: convert('True or false, from the texts `true` and `false`.', 'bool("true")'),
  has: {
    group: 'Lists and maps',
    means: 'True if the answer of a web service has the field.',
    examples: ['has(response.json.name)', 'has(response.json.nick) ? response.json.nick : "none"'],
    forms: ['has(map.field)'],
  },
  exists: list(
    'list.exists(x, condition)',
    'True if the condition holds for at least one entry.',
    'response.json.items.exists(x, x > 2)',
  ),
  all: list(
    'list.all(x, condition)',
    'True if the condition holds for every entry.',
    'response.json.items.all(x, x > 2)',
  ),
  exists_one: list(
    'list.exists_one(x, condition)',
    'True if the condition holds for exactly one entry.',
    'response.json.items.exists_one(x, x > 2)',
  ),
  filter: list(
    'list.filter(x, condition)',
    'The entries for which the condition holds.',
    'size(response.json.items.filter(x, x > 1))',
  ),
  map: {
    ...list(
      'list.map(x, value)',
      'A list of the values computed from the entries, or from those for which the condition holds.',
      'response.json.items.map(x, string(x)).join(", ")',
      'response.json.items.map(x, x > 1, string(x * 10)).join(", ")',
    ),
    forms: ['list.map(x, value)', 'list.map(x, condition, value)'],
  },
  timestamp: date(
    'A moment, from a text in RFC 3339 or from seconds since 1970. Moments can be compared; the difference of two is a duration.',
    `${MOMENT} < timestamp("2026-02-01T00:00:00Z")`,
  ),
  duration: date(
    'A length of time, from a text such as `90m` or `1h30m`.',
    'duration("90m") > duration("1h")',
  ),
  getFullYear: date('The year.', `${MOMENT}.getFullYear()`),
  getMonth: date('The month, **counted from 0**: January is 0.', `${MOMENT}.getMonth()`),
  getDate: date('The day of the month, counted from 1.', `${MOMENT}.getDate()`),
  getDayOfMonth: date('The day of the month, **counted from 0**.', `${MOMENT}.getDayOfMonth()`),
  getDayOfWeek: date('The day of the week: Sunday is 0, Saturday 6.', `${MOMENT}.getDayOfWeek()`),
  getDayOfYear: date('The day of the year, **counted from 0**.', `${MOMENT}.getDayOfYear()`),
  getHours: date(
    'The hour, in UTC or in a time zone; of a duration, its length in whole hours.',
    `${MOMENT}.getHours()`,
    `${MOMENT}.getHours("Europe/Berlin")`,
    'duration("90m").getHours()',
  ),
  getMinutes: date(
    'The minute; of a duration, its length in whole minutes.',
    `${MOMENT}.getMinutes()`,
    'duration("90m").getMinutes()',
  ),
  getSeconds: date(
    'The second; of a duration, its length in whole seconds.',
    `${MOMENT}.getSeconds()`,
    'duration("90m").getSeconds()',
  ),
  getMilliseconds: date('The milliseconds within the second.', `${MOMENT}.getMilliseconds()`),
  bytes: bytes('The bytes of a text in UTF-8.', 'size(bytes("é"))'),
  base64: bytes(
    'The bytes in Base64, for instance for the header of Basic authentication.',
    'bytes("user:key").base64()',
  ),
  hex: bytes('The bytes in hexadecimal digits.', 'bytes("ab").hex()'),
  at: bytes('One byte, counted from 0.', 'bytes("ab").at(0)'),
  json: bytes('The fields of a JSON object.', String.raw`bytes("{\"tier\": \"gold\"}").json().tier`),
  type: {
    group: 'Other',
    means: 'The type of a value, for comparisons.',
    examples: ['type(response.json.items[0]) == double'],
    forms: ['type(value)'],
  },
  dyn: {
    group: 'Other',
    means: 'The same value, whose type is checked only when the call is there.',
    examples: ['dyn(vars.count) == 3'],
    forms: ['dyn(value)'],
  },
  bind: {
    group: 'Other',
    means: 'Gives a value a name for the rest of the expression.',
    examples: ['cel.bind(n, size(vars.name), n > 2 && n < 10)'],
    forms: ['cel.bind(name, value, expression)'],
  },
};

/** Returns how a function is written, as its examples show: at the beginning of a value, behind a value, or both. */
export function callsOf(
  name: string,
  { examples, forms = [] }: FunctionDescription,
): { globals: string[]; methods: string[] } {
  const uses = [...forms, ...examples];
  if (uses.some((use) => use.startsWith(`cel.${name}(`))) return { globals: [`cel.${name}`], methods: [] };
  const isUsed = (before: string) => uses.some((use) => new RegExp(`${before}${name}\\(`).test(use));
  return {
    globals: isUsed(String.raw`(?<![\w.])`) ? [name] : [],
    methods: isUsed(String.raw`\.`) ? [name] : [],
  };
}

/** Renders the meaning and the examples of a function in Markdown. */
export function renderFunction({ means, examples }: FunctionDescription): string {
  return [means, examples.map((example) => `- \`${example}\``).join('\n')].join('\n\n');
}
