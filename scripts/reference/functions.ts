/** What docs/functions.md says beside the functions that the language server explains too. */

/** Functions of the library without a use in a flow, with the reason. */
export const WITHOUT_USE: Record<string, string> = {
  uint: 'no variable holds its results',
  ...Object.fromEntries(
    ['hasValue', 'value', 'none', 'of', 'or', 'orValue'].map((name) => [
      name,
      'optional values are switched off',
    ]),
  ),
};

export const OPERATORS: [string, string, string][] = [
  ['`+`', 'adds numbers; joins texts', 'vars.name + "!"'],
  ['`-` `*`', 'subtract, multiply', 'vars.count * 2 - 1'],
  ['`/`', 'divides; two whole numbers give a whole number, a decimal one gives a decimal', '7 / 2.0'],
  ['`%`', 'remainder of a division', 'vars.count % 2'],
  ['`==` `!=`', 'equal, not equal', 'vars.name == "Ada"'],
  ['`<` `<=` `>` `>=`', 'compare numbers, texts or moments', 'vars.count >= 3'],
  ['`&&` `||` `!`', 'and, or, not', 'vars.count > 1 && !(vars.name == "")'],
  ['`? :`', 'one value or another', 'vars.count == 1 ? "one call" : "several calls"'],
  ['`in`', 'is among the entries of a list or the names of a map', 'vars.name in ["Ada", "Grace"]'],
  [
    '`[ ]`',
    'an entry of a list, counted from 0, or of a map; fails if there is none',
    'response.json.items[0]',
  ],
];
