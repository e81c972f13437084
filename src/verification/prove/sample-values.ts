/** Sample values for members of a response, in the order in which they are likely to fit. */
import type { VarType } from '../../language/model/index.ts';
import type { Json } from '../../../schemas/types/scenario.ts';
import type { ReplyPath } from './reply.ts';

/** The use of a member. */
interface Use {
  /** The expression that reads it. */
  source: string;
  /** Type of the variable that stores the result. */
  type: VarType;
  /** True if the variable is called or texted. */
  isDialled: boolean;
}

/** A telephone number that nobody has. */
export const OTHER_NUMBER = '+4930555001';

type Kind = 'string' | 'number' | 'bool' | 'map' | 'list';

/** Lists samples of every kind of JSON value, the likeliest first. Strings contain the separators of the expression. */
export function listSamples(path: ReplyPath, use: Use): Json[] {
  const kinds = orderKinds(path, use);
  if (path[0] !== 'json') return listTexts(use);
  return [...kinds.flatMap((kind) => samplesOf(kind, use)), null, []];
}

function samplesOf(kind: Kind, use: Use): Json[] {
  switch (kind) {
    case 'string':
      return listTexts(use);
    case 'number':
      return [1, 1_000, 0, 1.5];
    case 'bool':
      return [true, false];
    case 'map':
      return [{}];
    case 'list':
      return [[{}], ['1'], [1], [true], [{}, {}, {}], ['1', '2', '3'], [1, 2, 3]];
  }
}

const LITERAL = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|\b(\d+(?:\.\d+)?)\b/g;

/** Lists the texts and numbers that an expression contains. */
export function listLiterals(source: string): string[] {
  return [...source.matchAll(LITERAL)].map(([, double, single, number]) => double ?? single ?? number ?? '');
}

/** Matches a text that may separate the parts of another. */
const SEPARATOR = /^[^\p{L}\p{N}]{1,3}$/u;

function listTexts({ source, isDialled }: Use): string[] {
  const literals = listLiterals(source);
  const separators = literals.filter((text) => SEPARATOR.test(text));
  const parted = separators.flatMap((separator) => [
    PARTS.join(separator),
    ['10', '20', '30', '40'].join(separator),
  ]);
  const texts = ['1', 'a', ...parted, ...literals, '2026-12-24T10:30:00Z', '2026-12-24', '10:30', 'true', ''];
  return [...new Set(isDialled ? [OTHER_NUMBER, ...texts] : texts)];
}

const PARTS = ['One', 'Two', 'Three', 'Four'];

/** Signs of the kind of a member, before its name and behind it. */
const SIGNS: readonly [kind: Kind, before: RegExp | undefined, behind: RegExp | undefined][] = [
  ['list', undefined, /^\s*\.\s*(?:exists|exists_one|all|map|filter|join)\s*\(/],
  ['list', undefined, /^\s*\[\s*\d/],
  [
    'string',
    undefined,
    /^\s*\.\s*(?:split|substring|contains|startsWith|endsWith|matches|trim|replace|indexOf|charAt|lowerAscii|upperAscii)\s*\(/,
  ],
  ['string', undefined, /^\s*(?:==|!=|\+)\s*["']/],
  ['string', /["']\s*(?:==|!=|\+)\s*[\w.]*$/, undefined],
  ['string', /\b(?:int|double|timestamp|duration)\s*\(\s*[\w.]*$/, undefined],
  ['bool', undefined, /^\s*(?:\?|&&|\|\||==\s*(?:true|false))/],
  ['bool', /(?:!|&&|\|\|)\s*[\w.]*$/, undefined],
  ['number', undefined, /^\s*(?:[<>*/%-]|[=!]=\s*\d|\+\s*\d)/],
  ['list', /\bsize\s*\(\s*[\w.]*$/, undefined],
  ['list', undefined, /^\s*\.\s*size\s*\(/],
  ['map', undefined, /^\s*(?:\.\s*\w|\[\s*["'])/],
];

/** Orders the kinds by the signs around the name of a member, then by the type of the variable. */
function orderKinds(path: ReplyPath, { source, type }: Use): Kind[] {
  const name = path.findLast((one) => !/^\d+$/.test(one)) ?? '';
  const places = [...source.matchAll(new RegExp(`(?<!\\w)${RegExp.escape(name)}(?!\\w)`, 'g'))];
  const isElement = /^\d+$/.test(path.at(-1) ?? '');
  const found = places.flatMap(({ index }) => {
    const [before, behind] = [
      source.slice(0, index),
      source.slice(index + name.length).replace(/^["']\s*\]/, ''),
    ];
    return SIGNS.filter(([, first, last]) => first?.test(before) !== false && last?.test(behind) !== false);
  });
  const kinds = isElement ? [] : found.map(([kind]) => kind);
  return [...new Set([...kinds, BY_TYPE[type], ...KINDS])];
}

const KINDS: readonly Kind[] = ['string', 'number', 'bool', 'map', 'list'];
const BY_TYPE: Record<VarType, Kind> = { string: 'string', int: 'number', double: 'number', bool: 'bool' };
