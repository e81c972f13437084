/** Syntax of other languages with its CEL equivalent. */

/** A correction in an expression, with its range (0-based, `end` exclusive). */
interface ForeignWord {
  start: number;
  end: number;
  hint: string;
  /** The replacement, when it means the same in every case. */
  meant?: string;
}

/** Returns the foreign word or operator at which a parser stops. */
export function findForeignWord(source: string, place: number): ForeignWord | undefined {
  return findForeignPhrase(source, place) ?? findForeignOperator(source, place);
}

/** Constructs that stop a parser, at or after them, with a hint for each. */
const PHRASES: readonly [RegExp, string][] = [
  [/(?<=\b(?:vars|params)\.)(in|true|false|null)\b/g, '"$1" is a word of CEL itself: give it another name'],
  [/(?<=\.\s*)(in|true|false|null)\b/g, '"$1" is a word of CEL itself: write ["$1"] in place of .$1'],
  [/\bis\s+in\b/gi, 'write in: value in ["…", "…"]'],
  [/\bnot\s+in\b/gi, 'for "not", write ! in front of brackets: !(value in ["…", "…"])'],
  [/(?<!\bis\s+)\bnot\b/gi, 'for "not", write ! in front of brackets: !(…)'],
  [/\+\+|--|[-+*/]=/g, 'an expression changes nothing: a step with "set" gives a variable its new value'],
  [/(?<=\bin\s*)\(([^()]+,[^()]*)\)/g, 'a list stands in square brackets: [$1]'],
  [/[“”„«‘’‚]([^“”„«»‘’‚]*)[“”»‘’]/g, 'a text stands in straight quotes: "$1"'],
  [/\{\{\s*([\w.]+)\s*\}\}/g, 'write the name alone: $1'],
  [/\bcontains\b/gi, 'write value.contains("…")'],
  [/\b(?:if|then|else)\b/gi, 'write condition ? one : other'],
];

function findForeignPhrase(source: string, place: number): ForeignWord | undefined {
  for (const [phrase, hint] of PHRASES)
    for (const { 0: found, 1: inside = '', index: start } of source.matchAll(phrase)) {
      const end = start + found.length;
      const isThere = start <= place && source.slice(end, place).trim() === '';
      if (isThere) return { start, end, hint: hint.replaceAll('$1', () => inside) };
    }
  return undefined;
}

const OPERATORS: Record<string, string> = {
  ...{ and: '&&', '&': '&&', or: '||', '|': '||', mod: '%' },
  ...{ '=': '==', '===': '==', eq: '==', is: '==', equals: '==' },
  ...{ '<>': '!=', '!==': '!=', ne: '!=', neq: '!=', 'is not': '!=' },
  ...{ lt: '<', le: '<=', lte: '<=', '=<': '<=', gt: '>', ge: '>=', gte: '>=', '=>': '>=' },
};

const MEANINGS: Record<string, string> = {
  '&&': 'write && for "and"',
  '||': 'write || for "or"',
  '%': 'write % for the remainder',
};

function findForeignOperator(source: string, place: number): ForeignWord | undefined {
  for (const { 0: found, index: start } of source.matchAll(/[=<>!&|]+|\bis\s+not\b|\b[a-z]+\b/gi)) {
    const end = start + found.length;
    if (place < start || place >= end) continue;
    const word = found.toLowerCase().replace(/\s+/, ' ');
    const meant = Object.hasOwn(OPERATORS, word) ? OPERATORS[word] : undefined;
    return meant === undefined
      ? undefined
      : { start, end, meant, hint: MEANINGS[meant] ?? `to compare, write ${meant}` };
  }
  return undefined;
}
